// SPDX-License-Identifier: MIT
#include <span>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/program/lanes_header.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;

TEST_CASE("a header holds its programs") {
    ls::program const p = ls::record(2, [](std::span<ls::recorded> x) { x[1] = x[0] * ls::recorded(-0.5); });
    std::string const text = ls::print_lanes_header({{"half", p}, {"again", p}}, "robots::text", "half.hpp");
    CHECK(text.starts_with("// SPDX-License-Identifier: MIT\n// Generated from half.hpp. Do not edit"));
    CHECK(text.find("namespace robots::text {\n\n"
                    "/// 2 rows in place; operations: 1.\n"
                    "template <class V>\n"
                    "LOCKSTEP_RECORDED void half(V* rows) {\n"
                    "    namespace text = ::lockstep::text;\n"
                    "    V const t0_0 = rows[0];\n"
                    "    V const t0_1 = t0_0 * (-0.5f);\n"
                    "    rows[1] = t0_1;\n"
                    "}\n") != std::string::npos);
    CHECK(text.find("void again(V* rows)") != std::string::npos);
}
