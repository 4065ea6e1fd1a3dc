// SPDX-License-Identifier: MIT
// A library that is there gives its functions; one that is not is no error before it is used.
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/device/shared_library.hpp>

namespace ls = lockstep;

TEST_CASE("a function is found by its name") {
    ls::shared_library const mathematics("libm.so.6");
    REQUIRE(mathematics);
    double (*cosine)(double) = mathematics["cos"];
    CHECK(cosine(0) == 1);
    CHECK_THROWS_WITH_AS(mathematics["cosinus"], "lockstep: libm.so.6 has no function cosinus: it is too old", std::runtime_error);
}

TEST_CASE("the first library that is there is taken") {
    CHECK(ls::first_library({"libnone.so", "libm.so.6", "libc.so.6"}).name() == "libm.so.6");
    ls::shared_library const none = ls::first_library({"libnone.so"});
    CHECK(!none);
    CHECK_THROWS_AS(none["cos"], std::runtime_error);
}
