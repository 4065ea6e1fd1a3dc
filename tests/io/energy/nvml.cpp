// SPDX-License-Identifier: MIT
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/io/energy/nvml.hpp>

#include <tests/support/fake_nvml.hpp>

namespace ls = lockstep;

namespace {

/// How many have begun to use a library and not ended it.
int users(lockstep_test::fake_nvml const& library) {
    return *static_cast<int*>(::dlsym(::dlopen(library.path().c_str(), RTLD_NOW), "nvml_users"));
}

}  // namespace

TEST_CASE("cards are added up, and the library is shut down at the end") {
    lockstep_test::fake_nvml const library(2);
    {
        ls::nvml meter(library.path());
        CHECK(meter.absence() == "");
        CHECK(meter.name() == "card 0, card 1");
        CHECK(meter.joules() == 3);
        CHECK(meter.joules() == 6);
        CHECK(users(library) == 1);
    }
    CHECK(users(library) == 0);
}

TEST_CASE("no library, no driver, no card and too old a card or library are absent, with the reason") {
    auto const absence = [](std::string const& path) {
        ls::nvml meter(path);
        CHECK(std::isnan(meter.joules()));
        return meter.absence();
    };
    CHECK(absence("libnone.so.1") == "libnone.so.1: cannot be loaded");
    lockstep_test::fake_nvml const no_driver(1, 9), no_card(0), too_old(1, 0, 0, "-DWITHOUT_ENERGY");
    CHECK(absence(no_driver.path()) == "NVML: nvmlInit_v2: Driver Not Loaded");
    CHECK(users(no_driver) == 0);
    CHECK(absence(no_card.path()) == "NVML: there is no card");
    CHECK(users(no_card) == 0);
    CHECK(absence(too_old.path()).find("has no function nvmlDeviceGetTotalEnergyConsumption") != std::string::npos);
    CHECK(users(too_old) == 0);
}

TEST_CASE("a card without a counter is named, and the others are counted") {
    lockstep_test::fake_nvml const one_lacks(3, 0, 0, "-DLACKING=1"), all_lack(1, 0, 0, "-DLACKING=0");
    {
        ls::nvml meter(one_lacks.path());
        CHECK(meter.absence() == "");
        CHECK(meter.name() == "card 0, card 2 (without a counter: card 1)");
        CHECK(meter.joules() == 3);
    }
    ls::nvml meter(all_lack.path());
    CHECK(meter.absence() == "NVML: nvmlDeviceGetTotalEnergyConsumption: Not Supported");
    CHECK(users(all_lack) == 0);
}

TEST_CASE("a counter that fails on the way ends the figure for good") {
    lockstep_test::fake_nvml const library(1, 0, 3);
    ls::nvml meter(library.path());
    CHECK(meter.joules() == 1.5);
    CHECK(std::isnan(meter.joules()));
    CHECK(meter.absence() == "NVML: nvmlDeviceGetTotalEnergyConsumption: Not Supported");
    CHECK(std::isnan(meter.joules()));
    CHECK(users(library) == 0);
}
