// SPDX-License-Identifier: MIT
// The recorded backward pass of Ant, which the method of Runge and Kutta moves, against central differences in double.
#include <lockstep/envs/gradient/ant.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/gradient/step.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;

namespace {

using R = ls::lanes<4>;  // as in substep.cpp: the backward pass is compiled once

template <class Aggregate, class From>
Aggregate in_lanes(From const& from) {
    Aggregate result;
    auto const numbers = ls::numbers_of<double>(from);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        ls::numbers_of<R>(result)[i] = R(numbers[i]);
    }
    return result;
}

/// Errors of the gradient of a random sum, relative to its largest number, in ascending order: of the motion and the reward, or
/// of the contact forces. In every tenth state of a file; of the forces, in those in which some force lasts until the end of the
/// step.
template <std::size_t FrameSkip>
std::vector<double> errors_in(char const* file, bool of_forces) {
    using env_type = ls::envs::basic_ant<ls::envs::ant_view{}, FrameSkip>;
    using state_type = ls::state_t<env_type, double>;
    struct point {
        state_type state;
        ls::vector<double, 8> action;
    };
    std::mt19937 draw(3);
    auto const uniform = [&](double size) { return size * (2 * static_cast<double>(draw() >> 8) * 0x1p-24 - 1); };
    env_type env;
    env.contact_force_range = {-1e3, 1e3};  // so that every force passes its derivative
    env.contact_cost_weight = 0.05;
    ls::differentiable_step<env_type, R> step;
    std::vector<double> errors;
    auto const rows = support::read_csv(file);
    for (std::size_t n = 0; n < rows.size(); n += 10) {
        point at{};
        std::copy_n(rows[n].begin(), 15, at.state.qpos.begin());
        std::copy_n(rows[n].begin() + 15, 14, at.state.qvel.begin());
        at.state.derived[0] = at.state.qpos[0];
        for (double& x : at.action) {
            x = uniform(0.9);
        }
        double const of_reward = of_forces ? 0 : 0.5;
        state_type of_state{};
        for (std::size_t i = 0; i < 29; ++i) {
            ls::numbers_of<double>(of_state)[i] = uniform(of_forces ? 0 : 1);
        }
        for (std::size_t i = 0; i < of_state.derived.size(); ++i) {
            of_state.derived[i] = uniform((i != 0) == of_forces ? 1 : 0);
        }
        auto const loss = [&](std::size_t row, double h) {
            point moved = at;
            ls::numbers_of<double>(moved)[row] += h;
            auto const after = env.step(moved.state, moved.action);
            auto const& derived = after.state.derived;
            double sum = std::inner_product(derived.begin(), derived.end(), of_state.derived.begin(), of_reward * after.reward);
            for (std::size_t i = 0; i < 29; ++i) {
                sum += ls::numbers_of<double>(of_state)[i] * ls::numbers_of<double>(after.state)[i];
            }
            return sum;
        };
        auto const forward =
            step.forward(env, in_lanes<ls::state_t<env_type, R>>(at.state), in_lanes<ls::vector<R, 8>>(at.action));
        auto const direct = env.step(at.state, at.action);
        CHECK(static_cast<double>(ls::lane(forward.reward, 1)) == doctest::Approx(direct.reward).epsilon(1e-2).scale(10));
        auto const gradient = step.backward(in_lanes<ls::state_t<env_type, R>>(of_state), R(of_reward));
        double error = 0, size = 0;
        auto const compare = [&](std::size_t row, R const& found) {
            double const h = 1e-6, expected = (loss(row, h) - loss(row, -h)) / (2 * h);
            error = std::max(error, std::abs(expected - static_cast<double>(ls::lane(found, 1))));
            size = std::max(size, std::abs(expected));
        };
        for (std::size_t i = 0; i < 29; ++i) {
            compare(i, ls::numbers_of<R>(gradient.state)[i]);
        }
        constexpr std::size_t action = sizeof(state_type) / sizeof(double);
        compare(action - at.state.derived.size(), gradient.state.derived[0]);
        for (std::size_t i = 0; i < 8; ++i) {
            compare(action + i, gradient.action[i]);
        }
        if (!of_forces || size != 0) {
            errors.push_back(error / size);
        }
    }
    std::sort(errors.begin(), errors.end());
    return errors;
}

}  // namespace

TEST_CASE("gradients of Ant's steps in the air and on the ground") {
    for (char const* file : {"physics/ant_free_fall.csv", "physics/ant_contact.csv"}) {
        CAPTURE(file);
        auto const errors = errors_in<5>(file, false);
        CAPTURE(errors[errors.size() / 2]);
        CAPTURE(errors.back());
        CHECK(errors[errors.size() / 2] < 1e-3);
        CHECK(errors[errors.size() * 3 / 4] < 3e-2);
    }
}

TEST_CASE("gradients of the contact forces that the ant observes") {
    auto const errors = errors_in<1>("physics/ant_contact.csv", true);
    REQUIRE(errors.size() >= 5);
    CAPTURE(errors[errors.size() / 2]);
    CAPTURE(errors.back());
    CHECK(errors[errors.size() / 2] < 1e-3);
    CHECK(errors[errors.size() * 3 / 4] < 3e-2);
}
