// SPDX-License-Identifier: MIT
#include <cmath>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/energy/powercap.hpp>

#include <tests/support/fake_powercap.hpp>

namespace ls = lockstep;

TEST_CASE("packages are added up, and neither their parts nor the whole board") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "1000000");
    folder.add("intel-rapl:0:0", "core", "1000000");
    folder.add("intel-rapl:1", "package-1", "5000000");
    folder.add("intel-rapl:2", "psys", "9000000");
    folder.add("intel-rapl-mmio:0", "package-0", "1000000");
    ls::powercap meter(folder.path());
    CHECK(meter.absence() == "");
    CHECK(meter.name() == "package-0, package-1");
    CHECK(meter.joules() == 0);
    folder.set("intel-rapl:0", 2'500'000);
    for (char const* other : {"intel-rapl:0:0", "intel-rapl:2", "intel-rapl-mmio:0"}) {
        folder.set(other, 90'000'000);
    }
    CHECK(meter.joules() == 1.5);
    folder.set("intel-rapl:1", 5'250'000);
    CHECK(meter.joules() == 1.75);
}

TEST_CASE("a counter that begins again goes on from its end") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "65000000", "65532610987");
    ls::powercap meter(folder.path());
    folder.set("intel-rapl:0", 65'532'000'000);
    CHECK(meter.joules() == doctest::Approx(65'467));
    folder.set("intel-rapl:0", 389'013);
    CHECK(meter.joules() == doctest::Approx(65'468));  // 0.610987 to the end, 0.389013 from 0
    folder.set("intel-rapl:0", 1'389'013);
    CHECK(meter.joules() == doctest::Approx(65'469));
}

TEST_CASE("what cannot be read is absent, with the reason") {
    lockstep_test::fake_powercap const folder;
    auto const absence = [](std::string const& path) {
        ls::powercap meter(path);
        CHECK(std::isnan(meter.joules()));
        CHECK(meter.name() == "");
        return meter.absence();
    };
    CHECK(absence(folder.path() + "/none") == folder.path() + "/none: cannot be read: No such file or directory");
    CHECK(absence(folder.path()) ==
          folder.path() + ": has no energy counter of a processor (intel-rapl:N with a name that begins with \"package\")");
    folder.add("intel-rapl:0", "package-0", "12");
    folder.add("intel-rapl:1", "package-1", "a lot");
    CHECK(absence(folder.path()) == folder.path() + "/intel-rapl:1/energy_uj: holds \"a lot\", which is no number");
    folder.remove("intel-rapl:1", "energy_uj");
    CHECK(absence(folder.path()) == folder.path() + "/intel-rapl:1/energy_uj: cannot be read: No such file or directory");
}

TEST_CASE("a counter without permission is absent") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "12");
    std::string const counter = folder.path() + "/intel-rapl:0/energy_uj";
    std::filesystem::permissions(counter, std::filesystem::perms::none);
    ls::powercap meter(folder.path());
    if (::geteuid() == 0) {  // who may read everything
        CHECK(meter.absence() == "");
        CHECK(meter.joules() == 0);
    } else {
        CHECK(meter.absence() == counter + ": cannot be read: Permission denied");
        CHECK(std::isnan(meter.joules()));
    }
}

TEST_CASE("a counter that goes away on the way ends the figure for good") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "12");
    ls::powercap meter(folder.path());
    CHECK(meter.joules() == 0);
    folder.remove("intel-rapl:0", "energy_uj");
    CHECK(std::isnan(meter.joules()));
    folder.set("intel-rapl:0", 12);
    CHECK(std::isnan(meter.joules()));
    CHECK(meter.absence().ends_with("energy_uj: cannot be read: No such file or directory"));
}
