// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include <dlfcn.h>

#include <lockstep/io/energy/ioreport.hpp>

#include <tests/support/fake_ioreport.hpp>

namespace ls = lockstep;

namespace {

/// How many objects of a library nobody has released.
int objects(lockstep_test::fake_ioreport const& library) {
    return *static_cast<int*>(::dlsym(::dlopen(library.path().c_str(), RTLD_NOW), "ioreport_objects"));
}

std::string absence(lockstep_test::fake_ioreport const& library) {
    ls::ioreport meter(library.path(), library.path());
    CHECK(meter.is_there());
    CHECK(std::isnan(meter.joules()));
    return meter.absence();
}

}  // namespace

TEST_CASE("cores and graphics are added up, each in its unit, and all objects are released") {
    lockstep_test::fake_ioreport const library;
    {
        ls::ioreport meter(library.path(), library.path());
        CHECK(meter.absence() == "");
        CHECK(meter.name() == "CPU Energy, GPU Energy");
        CHECK(meter.joules() == doctest::Approx(2.5));
        CHECK(meter.joules() == doctest::Approx(5));
    }
    CHECK(objects(library) == 0);
}

TEST_CASE("the cores of each die count") {
    lockstep_test::fake_ioreport const library(1000, "-DNAME='\"DIE_0_CPU Energy\"'");
    ls::ioreport meter(library.path(), library.path());
    CHECK(meter.name() == "DIE_0_CPU Energy, GPU Energy");
}

TEST_CASE("no library, no sample, an unknown unit and too old a library are absent, with the reason") {
    ls::ioreport none("libnone.dylib", "libnone.dylib");
    CHECK(!none.is_there());
    CHECK(none.absence() == "libnone.dylib: cannot be loaded");
    CHECK(std::isnan(none.joules()));

    lockstep_test::fake_ioreport const no_sample(0), unknown(1000, "-DUNIT='\"eV\"'"), too_old(1000, "-DWITHOUT_NUMBERS");
    CHECK(absence(no_sample) == "IOReport: IOReportCreateSamples failed");
    CHECK(absence(unknown) == "IOReport: counts energy in \"eV\", which is not known");
    CHECK(absence(too_old).find("has no function IOReportSimpleGetIntegerValue") != std::string::npos);
    for (auto const* library : {&no_sample, &unknown, &too_old}) {
        CHECK(objects(*library) == 0);
    }
}

TEST_CASE("counters that fail on the way end the figure for good") {
    lockstep_test::fake_ioreport const library(2);
    ls::ioreport meter(library.path(), library.path());
    CHECK(meter.joules() == doctest::Approx(2.5));
    CHECK(std::isnan(meter.joules()));
    CHECK(std::isnan(meter.joules()));
    CHECK(meter.absence() == "IOReport: IOReportCreateSamples failed");
}

TEST_CASE("a counter without a value is absent and no energy") {
    lockstep_test::fake_ioreport const never(1000, "-DINVALID_FROM=1"), later(1000, "-DINVALID_FROM=3");
    CHECK(absence(never) == "IOReport: the counter \"CPU Energy\" has no value");
    ls::ioreport meter(later.path(), later.path());
    CHECK(meter.joules() == doctest::Approx(2.5));
    CHECK(std::isnan(meter.joules()));
    CHECK(meter.absence() == "IOReport: the counter \"CPU Energy\" has no value");
}
