// SPDX-License-Identifier: MIT
#include <cmath>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/report.hpp>
#include <lockstep/rl/ppo/config.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

ls::evaluation evaluated(double mean_return) {
    return {.episodes = 64, .mean_return = mean_return, .standard_error = 1.25, .mean_length = 200, .nonfinite_episodes = 0};
}

ls::training_report report() {
    ls::curve first{"return"}, second{"return"};
    for (int i = 1; i <= 5; ++i) {
        first.add(1000 * i, 10 * i);
        second.add(1000 * i, 20 * i);
    }
    return {.title = "Cart, PPO",
            .configuration = ls::configuration_table(ls::ppo_config{.steps = 123'000}),
            .seeds = {{1, first, evaluated(50)}, {2, second, evaluated(100)}, {3, {"return"}, evaluated(90)}},
            .costs = "energy: absent (no < counter)"};
}

bool has(std::string const& text, std::string const& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a report shows curve, evaluations, costs, configuration and versions, and loads nothing") {
    std::string const page = ls::to_html(report());
    CHECK(has(page, "<h1>Cart, PPO</h1>"));
    CHECK(has(page, "median of 2 seeds, and their middle half"));
    CHECK(has(page, "<polygon "));
    CHECK(has(page, "No episode ended in the training of seed 3, so it has no curve."));
    CHECK(has(page, "<tr><td>1</td><td>50.0</td><td>1.2</td><td>64</td><td>200.0</td></tr>"));
    CHECK(has(page, "<tr><td>median</td><td>90.0</td></tr>"));
    CHECK(has(page, "<tr><td>quartiles</td><td>70.0 to 95.0</td></tr>"));
    CHECK(has(page, "energy: absent (no &lt; counter)"));
    CHECK(has(page, "<tr><td>steps</td><td>123000</td></tr>"));
    CHECK(has(page, "<tr><td>Lockstep</td><td>" + std::to_string(LOCKSTEP_VERSION_MAJOR) + "."));
    CHECK(has(page, "<tr><td>compiler</td><td>"));
    for (char const* what : {"href", "src=", "url(", "<script", "<link"}) {
        CHECK_MESSAGE(!has(page, what), what);
    }
}

TEST_CASE("one seed is a line without a spread") {
    ls::training_report one = report();
    one.seeds.resize(1);
    std::string const page = ls::to_html(one);
    CHECK(has(page, ">one seed</text>"));
    CHECK_FALSE(has(page, "<polygon "));
    CHECK_FALSE(has(page, "median"));
}

TEST_CASE("what is missing is named") {
    auto const refused = [](ls::training_report const& r, char const* words) {
        CHECK_THROWS_WITH_AS(ls::to_html(r), words, std::invalid_argument);
    };
    ls::training_report r = report();
    r.title.clear();
    refused(r, "report \"\": has no title");
    r = report();
    r.configuration.rows.clear();
    refused(r, "report \"Cart, PPO\": has no configuration");
    r = report();
    r.seeds.clear();
    refused(r, "report \"Cart, PPO\": has no seed");
    r = report();
    r.seeds[1].final.episodes = 0;
    refused(r, "report \"Cart, PPO\": seed 2 has no final evaluation");
    r = report();
    r.seeds[0].final.mean_return = std::nan("");
    refused(r, "report \"Cart, PPO\": seed 1 has no final evaluation");
}

TEST_CASE("a report is saved as a file, or the file is named") {
    lockstep_test::temporary_folder const folder;
    ls::save_report(folder / "report.html", report());
    CHECK(ls::read_file(folder / "report.html") == ls::to_html(report()));
    CHECK_THROWS_WITH_AS(ls::save_report(folder / "none" / "report.html", report()),
                         doctest::Contains("report.html: cannot be written"), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::save_report(folder / "report.csv", report()),
                         doctest::Contains("the file would hold a page (.html)"), std::invalid_argument);
}
