// SPDX-License-Identifier: MIT
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/program/lanes_header.hpp>
#include <lockstep/program/record.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

TEST_CASE("a header holds its programs") {
    ls::program const p = ls::record(2, [](std::span<ls::recorded> x) { x[1] = x[0] * ls::recorded(-0.5); });
    std::string const text = ls::print_lanes_header({{"half", p}, {"again", p}}, "robots::text", "half.hpp");
    CHECK(text.starts_with("// SPDX-License-Identifier: MIT\n// Generated from half.hpp. Do not edit"));
    CHECK(text.find("namespace robots::text {\n\n"
                    "/// 2 rows in place; operations: 1.\n"
                    "template <class V>\n"
                    "LOCKSTEP_NOINLINE void half(V* rows) {\n"
                    "    namespace text = ::lockstep::text;\n"
                    "    V const t0 = rows[0];\n"
                    "    V const t2 = t0 * (-0.5f);\n"
                    "    rows[1] = t2;\n"
                    "}\n") != std::string::npos);
    CHECK(text.find("void again(V* rows)") != std::string::npos);
}

TEST_CASE("a file is written only when its text changes") {
    lockstep_test::temporary_folder const folder;
    std::string const path = (folder / "text.hpp").string();
    auto const content = [&] {
        std::ifstream file(path);
        return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    };
    ls::write_if_changed(path, "one");
    CHECK(content() == "one");
    auto const long_ago = std::filesystem::last_write_time(path) - std::chrono::hours(1);
    std::filesystem::last_write_time(path, long_ago);
    ls::write_if_changed(path, "one");
    CHECK(std::filesystem::last_write_time(path) == long_ago);
    ls::write_if_changed(path, "two");
    CHECK(content() == "two");
    std::string const nowhere = (folder / "missing" / "text.hpp").string();
    CHECK_THROWS_WITH_AS(ls::write_if_changed(nowhere, "three"), ("lockstep: cannot write " + nowhere).c_str(),
                         std::runtime_error);
}
