// SPDX-License-Identifier: MIT
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/export/javascript.hpp>
#include <lockstep/io/file.hpp>
#include <tests/io/export/policies.hpp>

namespace ls = lockstep;

TEST_CASE("modules of each kind are written, for Node to run them (javascript_in_node.mjs)") {
    std::filesystem::path const folder = "exported_javascript";
    lockstep_test::write_exported_kinds(
        folder, ".mjs", [](std::filesystem::path const& path, auto const& policy) { ls::write_javascript(path, policy); });
    std::string const text = ls::read_file(folder / "recurrent.mjs");
    CHECK(text.find("export class HalfCheetahPolicy {") != std::string::npos);
    CHECK(text.find("static observationSize = 17;") != std::string::npos);
    CHECK(text.find("import ") == text.rfind("import "));  // in the comment that shows how to import it
    CHECK(text.find('@') == std::string::npos);
}
