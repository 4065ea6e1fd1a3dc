// SPDX-License-Identifier: MIT
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/io/csv.hpp>
#include <lockstep/io/learning_curve.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

TEST_CASE("a learning curve has a point for each iteration in which an episode ended") {
    ls::learning_curve curve("cart");
    ls::chart expected{
        .title = "cart", .x_label = "environment steps", .y_label = "return of an episode", .curves = {{"return"}}};
    ls::ppo_metrics row{};
    for (double const episode_return : {std::numeric_limits<double>::quiet_NaN(), 10.0, 20.0}) {
        row.steps += 1000;
        row.episode_return = episode_return;
        curve.append(row);
    }
    expected.curves[0].points = {{2000, 10}, {3000, 20}};
    lockstep_test::temporary_folder const folder;
    curve.save(folder / "curve.svg");
    CHECK(ls::read_file(folder / "curve.svg") == ls::to_svg(expected));
    CHECK(curve.line().points.size() == 2);
    CHECK(curve.line().points[1].y == 20);
}

TEST_CASE("a learning curve goes on from the table of a training that was resumed") {
    lockstep_test::temporary_folder const folder;
    ls::learning_curve whole("cart"), resumed("cart");
    {
        ls::csv<ls::ppo_metrics> table(folder / "table.csv");
        ls::ppo_metrics row{};
        for (double const episode_return : {std::numeric_limits<double>::quiet_NaN(), 10.25, 1.0 / 3}) {
            row.steps += 1000;
            row.episode_return = episode_return;
            table.append(row);
            whole.append(row);
        }
    }
    resumed.append_table(folder / "table.csv");
    whole.save(folder / "whole.svg");
    resumed.save(folder / "resumed.svg");
    CHECK(ls::read_file(folder / "resumed.svg") == ls::read_file(folder / "whole.svg"));
    resumed = ls::learning_curve("cart");
    ls::write_file(folder / "table.csv", "steps,episode_return\n\n\n3000,0.5\n");
    resumed.append_table(folder / "table.csv");
    CHECK(resumed.line().points.size() == 1);
    for (char const* text : {"a,b\n", "a,b\n1,2\n", "steps,episode_return\nx,y\n", "steps,episode_return\n1\n"}) {
        ls::write_file(folder / "table.csv", text);
        CHECK_THROWS_WITH_AS(resumed.append_table(folder / "table.csv"),
                             doctest::Contains("table.csv: has no numbers of steps and episode_return"), std::runtime_error);
    }
}
