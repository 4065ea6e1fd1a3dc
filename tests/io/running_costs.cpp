// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/csv.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/progress.hpp>
#include <lockstep/io/running_costs.hpp>
#include <lockstep/rl/common/metrics.hpp>

#include <tests/support/fake_powercap.hpp>

namespace ls = lockstep;

static_assert(ls::table_row<ls::metered<ls::ppo_metrics>>);

TEST_CASE("a price is that of the energy and of the machine's time, whichever are stated") {
    CHECK(std::isnan(ls::price_of(3.6e6, 3600, {})));
    CHECK(ls::price_of(1.8e6, 3600, {.price_per_kilowatt_hour = 0.4}) == doctest::Approx(0.2));
    CHECK(ls::price_of(1.8e6, 1800, {.price_per_machine_hour = 3}) == doctest::Approx(1.5));
    CHECK(ls::price_of(1.8e6, 1800, {0.4, 3}) == doctest::Approx(1.7));
    double const absent = std::nan("");
    CHECK(std::isnan(ls::price_of(absent, 1800, {0.4, 3})));
    CHECK(ls::price_of(absent, 1800, {.price_per_machine_hour = 3}) == doctest::Approx(1.5));
}

TEST_CASE("prices are options, and none is below 0") {
    char const* const arguments[] = {"program", "--price_per_kilowatt_hour", "0.35"};
    CHECK(ls::parse_options(3, arguments, ls::options_of<ls::prices>()).price_per_kilowatt_hour == 0.35);
    CHECK_THROWS_WITH_AS(ls::running_costs({.price_per_machine_hour = -1}),
                         "prices.price_per_machine_hour is -1; it must be 0 or more", std::invalid_argument);
}

TEST_CASE("costs are those of a million steps, taken since the measuring began") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "0");
    ls::running_costs costs({.price_per_kilowatt_hour = 0.36}, 500'000, {.powercap = folder.path(), .nvml = "libnone.so"});
    folder.set("intel-rapl:0", 30'000'000);
    ls::ppo_metrics m{};
    m.steps = 2'500'000;
    m.total_steps = 10'000'000;
    m.episode_return = 7;
    auto const row = costs.with_costs(m);
    CHECK(row.episode_return == 7);
    CHECK(row.joules_per_million_steps == 15);
    CHECK(row.price_per_million_steps == doctest::Approx(15 / 3.6e6 * 0.36));
    CHECK(ls::progress_line(row).ends_with("   15 J/M steps   price 1.5e-06/M steps"));
    CHECK(costs.summary(2'500'000) == "energy: 30 J, 15 J for a million steps (of package-0; cards are not counted (libnone.so: "
                                      "cannot be loaded)); price: 3e-06, 1.5e-06 for a million steps");

    // Soon after, the figure is still that of the last reading; the last iteration reads.
    folder.set("intel-rapl:0", 60'000'000);
    m.steps = 2'600'000;
    CHECK(costs.with_costs(m).joules_per_million_steps == 15);
    m.steps = m.total_steps = 6'500'000;
    CHECK(costs.with_costs(m).joules_per_million_steps == 10);
}

TEST_CASE("costs that are not known are absent, and no numbers") {
    ls::running_costs costs({.price_per_kilowatt_hour = 0.36}, 0, {.powercap = "/none", .nvml = "libnone.so"});
    ls::ppo_metrics m{};
    m.steps = m.total_steps = 1'000'000;
    auto const row = costs.with_costs(m);
    CHECK(std::isnan(row.joules_per_million_steps));
    CHECK(std::isnan(row.price_per_million_steps));
    CHECK(ls::progress_line(row) == ls::progress_line(m));
    std::string const summary = costs.summary(m.steps);
    CHECK(summary.starts_with("energy: not known (processors are not counted (/none: cannot be read: "));
    CHECK(summary.ends_with("; price: not known, since the energy is not"));
    ls::running_costs unpriced({}, 0, {.powercap = "/none", .nvml = "libnone.so"});
    CHECK(unpriced.summary(1).find("price") == std::string::npos);
}

TEST_CASE("without a step since the measuring began there are no costs of a million") {
    lockstep_test::fake_powercap const folder;
    folder.add("intel-rapl:0", "package-0", "0");
    ls::running_costs costs({0.36, 3}, 500'000, {.powercap = folder.path(), .nvml = "libnone.so"});
    folder.set("intel-rapl:0", 30'000'000);
    ls::ppo_metrics m{};
    m.total_steps = 500'000;
    for (std::size_t const steps : {500'000, 400'000}) {
        m.steps = steps;
        auto const row = costs.with_costs(m);
        CHECK(std::isnan(row.joules_per_million_steps));
        CHECK(std::isnan(row.price_per_million_steps));
        CHECK(costs.summary(steps) == "costs: not known, since no step was taken");
    }
    CHECK(costs.summary(1'500'000).starts_with("energy: 30 J, 30 J for a million steps (of package-0; "));
}

TEST_CASE("a machine's hours have a price also where the energy is absent") {
    ls::running_costs costs({.price_per_machine_hour = 3600}, 0, {.powercap = "/none", .nvml = "libnone.so"});
    ls::ppo_metrics m{};
    m.steps = m.total_steps = 1'000'000;
    double const price = costs.with_costs(m).price_per_million_steps;  // a second costs 1
    CHECK(price > 0);
    CHECK(price < 60);
}

TEST_CASE("the table has two more columns") {
    std::vector<std::string> names;
    for_each_column(ls::metered<ls::iteration_metrics>{}, [&](std::string_view name, auto) { names.emplace_back(name); });
    REQUIRE(names.size() == 11);
    CHECK(names[9] == "joules_per_million_steps");
    CHECK(names[10] == "price_per_million_steps");
}
