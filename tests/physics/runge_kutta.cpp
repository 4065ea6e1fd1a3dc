// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <lockstep/physics/substep.hpp>
#include <tests/physics/robots.hpp>
#include <tests/support/csv.hpp>

namespace physics = lockstep::physics;

namespace {

// The largest error of qpos, and of qvel times the step, after one step of each state in the file.
template <class R>
double worst_error(physics::model const& m, std::string const& file) {
    auto const rows = support::read_csv("physics/" + std::string(file));
    REQUIRE(rows.size() == 100);
    std::size_t const q = m.qpos_size(), v = m.qvel_size(), u = m.ctrl_size(), after = q + 2 * v + u;
    double worst = 0;
    for (auto const& row : rows) {
        std::vector<R> numbers(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(q + v + u)), active(m.words, R(0));
        std::span<R> const all(numbers);
        physics::substep<R>(m, all.first(q), all.subspan(q, v), all.subspan(q + v), active);
        for (std::size_t i = 0; i < q; ++i) {
            worst = std::max(worst, std::abs(static_cast<double>(numbers[i]) - row[after + i]));
        }
        for (std::size_t i = 0; i < v; ++i) {
            worst = std::max(worst, m.timestep * std::abs(static_cast<double>(numbers[q + i]) - row[after + q + i]));
        }
    }
    return worst;
}

}  // namespace

TEST_CASE("a ball joint turns by MuJoCo 4's rule") {
    CHECK(worst_error<double>(physics::ball_pendulum_model, "ball_pendulum_steps.csv") < 1e-13);
    CHECK(worst_error<float>(physics::ball_pendulum_model, "ball_pendulum_steps.csv") < 1e-5);
}

TEST_CASE("a free body with contacts moves as MuJoCo 4's") {
    CHECK(worst_error<double>(physics::tripod_model, "tripod_steps.csv") < 1e-11);
    CHECK(worst_error<float>(physics::tripod_model, "tripod_steps.csv") < 1e-3);
}

TEST_CASE("the coefficient is continuous where its two forms meet") {
    CHECK(physics::munthe_kaas_coefficient(0.99e-4) == doctest::Approx(physics::munthe_kaas_coefficient(1.01e-4)).epsilon(1e-8));
    CHECK(physics::munthe_kaas_coefficient(0.0) == doctest::Approx(1.0 / 12));
    CHECK(physics::munthe_kaas_coefficient(1.0f) == doctest::Approx(1.0 / 12));
}
