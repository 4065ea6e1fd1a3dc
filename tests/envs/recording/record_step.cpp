// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/recording/record_step.hpp>
#include <lockstep/program/interpreter.hpp>
#include <tests/envs/tunnel.hpp>

namespace ls = lockstep;

TEST_CASE("the rows of a step are state, action, reward and termination") {
    ls::program const p = ls::record_step<lockstep_test::tunnel>();
    CHECK(p.rows == 5);
    std::vector<double> rows = {0.9, 0.1, 2, 0, 0};
    ls::interpret<double>(p, rows);
    CHECK(rows[0] == doctest::Approx(1.1));
    CHECK(rows[1] == doctest::Approx(0.2));
    CHECK(rows[2] == 2);
    CHECK(rows[3] == doctest::Approx(0.2));
    CHECK(rows[4] == 1);
}

TEST_CASE("a recorded step is the step") {
    ls::envs::mountain_car const env;
    ls::program const p = ls::record_step<ls::envs::mountain_car>();
    for (double position = -1.2; position < 0.6; position += 0.05) {
        ls::envs::mountain_car::state<double> const before{position, 0.03};
        auto const after = env.step(before, ls::vector<double, 1>{0.4});
        std::vector<double> rows = {position, 0.03, 0.4, 0, 0};
        ls::interpret<double>(p, rows);
        CHECK(rows[0] == doctest::Approx(after.state.position).epsilon(1e-6));
        CHECK(rows[1] == doctest::Approx(after.state.speed).epsilon(1e-6));
        CHECK(rows[3] == doctest::Approx(after.reward));
        CHECK(rows[4] == (after.terminated ? 1 : 0));
    }
}
