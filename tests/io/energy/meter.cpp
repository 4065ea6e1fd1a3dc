// SPDX-License-Identifier: MIT
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/io/energy/meter.hpp>

#include <tests/support/fake_ioreport.hpp>
#include <tests/support/fake_nvml.hpp>
#include <tests/support/fake_powercap.hpp>

namespace ls = lockstep;

TEST_CASE("processors and cards are added up") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "0");
    lockstep_test::fake_nvml const library(1);
    ls::energy_meter meter({.powercap = folder.path(), .nvml = library.path()});
    folder.set("intel-rapl:0", 250'000);
    CHECK(meter.joules() == 1.75);
    CHECK(meter.scope() == "of package-0; of card 0");
}

TEST_CASE("what is there counts, what is not is told") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "0");
    ls::energy_meter meter({.powercap = folder.path(), .nvml = "libnone.so"});
    folder.set("intel-rapl:0", 250'000);
    CHECK(meter.joules() == 0.25);
    CHECK(meter.scope() == "of package-0; cards are not counted (libnone.so: cannot be loaded)");

    ls::energy_meter none({.powercap = "/none", .nvml = "libnone.so"});
    CHECK(std::isnan(none.joules()));
    CHECK(none.scope() == "processors are not counted (/none: cannot be read: No such file or directory); "
                          "cards are not counted (libnone.so: cannot be loaded)");
}

TEST_CASE("a sum does not go on without one of its parts") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "0");
    lockstep_test::fake_nvml const library(1, 0, 3);
    ls::energy_meter meter({.powercap = folder.path(), .nvml = library.path()});
    CHECK(meter.joules() == 1.5);
    CHECK(std::isnan(meter.joules()));
    CHECK(std::isnan(meter.joules()));
    CHECK(meter.scope().ends_with("cards are not counted (NVML: nvmlDeviceGetTotalEnergyConsumption: Not Supported)"));
}

TEST_CASE("where the libraries of macOS are, they count the processors") {
    lockstep_test::fake_ioreport const library, failing(0);
    ls::energy_meter meter({.nvml = "libnone.so", .ioreport = library.path(), .core_foundation = library.path()});
    CHECK(meter.joules() == doctest::Approx(2.5));
    CHECK(meter.scope() == "of CPU Energy, GPU Energy; cards are not counted (libnone.so: cannot be loaded)");
    ls::energy_meter none({.nvml = "libnone.so", .ioreport = failing.path(), .core_foundation = failing.path()});
    CHECK(std::isnan(none.joules()));
    CHECK(none.scope().starts_with("processors are not counted (IOReport: IOReportCreateSamples failed); "));
}
