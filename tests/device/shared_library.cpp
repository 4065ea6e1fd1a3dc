// SPDX-License-Identifier: MIT
// A library that is there gives its functions; one that is not is no error before it is used, and says why it is not.
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/shared_library.hpp>

#include <tests/support/temporary_folder.hpp>
#include <tests/support/temporary_library.hpp>

namespace ls = lockstep;

TEST_CASE("a function is found by its name") {
    ls::shared_library const mathematics("libm.so.6");
    REQUIRE(mathematics);
    double (*cosine)(double) = mathematics["cos"];
    CHECK(cosine(0) == 1);
    CHECK_THROWS_WITH_AS(mathematics["cosinus"], "lockstep: libm.so.6 has no function cosinus: it is too old, or another library",
                         std::runtime_error);
}

TEST_CASE("the first library that is there is taken") {
    CHECK(ls::first_library({"libnone.so", "libm.so.6", "libc.so.6"}).name() == "libm.so.6");
    ls::shared_library const none = ls::first_library({"libnone.so"});
    CHECK(!none);
    CHECK(none.name() == "libnone.so");
    CHECK_THROWS_AS(none["cos"], std::runtime_error);
    CHECK(!ls::first_library({}));
}

TEST_CASE("a library that is missing, or cannot be loaded, is a problem that names it") {
    lockstep_test::temporary_folder const folder;
    CHECK(ls::shared_library("libm.so.6").problem() == "");
    for (std::string const& name : {std::string("libnone.so"), (folder / "libnone.so").string()}) {
        ls::shared_library const none(name);
        CHECK(none.is_missing());
        CHECK(none.problem() == name + " is missing");
    }

    std::string const damaged = folder / "libdamaged.so";
    std::ofstream(damaged) << "no library";
    ls::shared_library const found(damaged);
    CHECK(!found);
    CHECK(!found.is_missing());
    CHECK(found.problem() == damaged + " cannot be loaded (file too short)");
    CHECK(ls::first_library({"libnone.so", damaged, folder.path()}).problem() == found.problem());
    CHECK(ls::first_library({damaged, "libm.so.6"}));
}

TEST_CASE("a library that needs a missing one is not missing") {
    lockstep_test::temporary_folder const folder;
    std::string const shared = "-shared -fPIC -Wl,";
    std::string const needed = support::compile_library(folder, "int needed;", shared + "-soname,libneeded.so");
    std::filesystem::rename(needed, folder / "libneeded.so");
    std::string const linked = "--no-as-needed -L " + folder.path().string() + " -lneeded";
    std::string const needs = support::compile_library(folder, "int own;", shared + linked);
    std::filesystem::remove(folder / "libneeded.so");
    ls::shared_library const found(needs);
    CHECK(!found);
    CHECK(!found.is_missing());
    CHECK(found.problem().starts_with(needs + " cannot be loaded (libneeded.so: "));
}
