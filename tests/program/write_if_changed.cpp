// SPDX-License-Identifier: MIT
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/write_if_changed.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

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

TEST_CASE("nothing stays beside the file, whether it could be written or not") {
    lockstep_test::temporary_folder const folder;
    ls::write_if_changed(folder / "text.hpp", "one");
    std::filesystem::create_directory(folder / "taken");
    CHECK_THROWS_AS(ls::write_if_changed(folder / "taken", "two"), std::runtime_error);
    CHECK(folder.names() == std::vector<std::string>{"taken", "text.hpp"});
}

TEST_CASE("who reads the old text goes on reading it") {
    lockstep_test::temporary_folder const folder;
    ls::write_if_changed(folder / "text.hpp", "one");
    std::ifstream reader(folder / "text.hpp");
    ls::write_if_changed(folder / "text.hpp", "two");
    CHECK(std::string{std::istreambuf_iterator<char>(reader), std::istreambuf_iterator<char>()} == "one");
}
