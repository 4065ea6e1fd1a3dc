// SPDX-License-Identifier: MIT
// io/csv.hpp and io/tensorboard.hpp test the rest with their rows.
#include <cstddef>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/storage/growing_file.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

/// A row is three letters.
struct rows : ls::growing_file {
    rows(std::string const& path, std::size_t count, std::string const& from, std::string const& instead = "")
        : growing_file(
              path, count, from, [](std::string const&, std::string const&, std::size_t kept) { return 3 * kept; }, instead) {}
    using growing_file::write;
};

}  // namespace

TEST_CASE("a file is replaced, or goes on after its first rows") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "file", other = folder / "other";
    {
        rows file(path, 0, path);
        file.write("oneTWOthr");
        file.close();
        CHECK(file.good());
    }
    {
        rows file(path, 2, path);
        file.write("six");
        file.sync();
        CHECK(ls::read_file(path) == "oneTWOsix");
    }
    {
        rows file(other, 1, path);
        file.write("new");
        CHECK(ls::read_file(other) == "onenew");
        CHECK(ls::read_file(path) == "oneTWOsix");
    }
    rows file(path, 0, "none");
    CHECK(ls::read_file(path) == "");
}

TEST_CASE("rows of a file that is missing have others in their places") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "file";
    rows file(path, 2, path, "------");
    file.write("new");
    CHECK(ls::read_file(path) == "------new");
    rows(path, 1, path, "------");
    CHECK(ls::read_file(path) == "---");
    rows(path, 0, "none", "------");
    CHECK(ls::read_file(path) == "");
}

TEST_CASE("what is missing or cannot be written is named") {
    lockstep_test::temporary_folder const folder;
    CHECK_THROWS_WITH_AS(rows(folder / "a", 2, folder / "none"),
                         doctest::Contains("none: is missing; 2 of its rows are needed to continue"), std::runtime_error);
    CHECK_THROWS_WITH_AS(rows(folder / "none" / "a", 0, ""), doctest::Contains("none/a: cannot be written"), std::runtime_error);
    rows full("/dev/full", 0, "");
    full.write("one");
    CHECK_FALSE(full.good());
    CHECK_THROWS_WITH_AS(full.close(), doctest::Contains("/dev/full: cannot be written"), std::runtime_error);
}
