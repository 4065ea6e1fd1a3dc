// SPDX-License-Identifier: MIT
// Gradients of steps against central differences in double: small environments, and HalfCheetah in the air, on the ground and at
// its limits.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/gradient/step.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;

namespace {

std::mt19937 draw(11);
double uniform(double low, double high) { return low + (high - low) * static_cast<double>(draw() >> 8) * 0x1p-24; }

template <class Aggregate>
Aggregate random_numbers(double size) {
    Aggregate result;
    for (double& x : ls::numbers_of<double>(result)) {
        x = uniform(-size, size);
    }
    return result;
}

struct agreement {
    int compared = 0, agreed = 0;
};

/// Compares the gradient of weights . state + weight * reward with central differences, for the first `moving` numbers of the
/// state and for the action.
template <class E>
agreement compare(E const& env, ls::state_t<E, double> const& state, ls::vector<double, E::action_size> const& action,
                  std::size_t moving, double h, double tolerance) {
    using state_type = ls::state_t<E, double>;
    auto of_state = random_numbers<state_type>(1);
    for (std::size_t i = moving; i < ls::numbers_of<double>(of_state).size(); ++i) {
        ls::numbers_of<double>(of_state)[i] = 0;
    }
    double const of_reward = uniform(-1, 1);
    auto const gradient = ls::gradient_of_step<E, double>(env, state, action, of_state, of_reward);
    struct both {
        state_type state;
        ls::vector<double, E::action_size> action;
    };
    auto const loss = [&](std::size_t row, double step) {
        both moved{state, action};
        ls::numbers_of<double>(moved)[row] += step;
        auto const after = env.step(moved.state, moved.action);
        double sum = of_reward * after.reward;
        for (std::size_t i = 0; i < moving; ++i) {
            sum += ls::numbers_of<double>(of_state)[i] * ls::numbers_of<double>(after.state)[i];
        }
        return sum;
    };
    both const all{gradient.state, gradient.action};
    auto const numbers = ls::numbers_of<double>(all);
    std::size_t const words_end = ls::numbers_of<double>(state).size();
    double largest = 1e-3;
    for (double const x : numbers) {
        REQUIRE(std::isfinite(x));
        largest = std::max(largest, std::abs(x));
    }
    agreement result;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i < moving || words_end <= i) {
            double const difference = (loss(i, h) - loss(i, -h)) / (2 * h);
            ++result.compared;
            result.agreed += std::abs(numbers[i] - difference) < tolerance * largest;
        }
    }
    return result;
}

ls::envs::half_cheetah::state<double> state_of(std::vector<double> const& row) {
    ls::envs::half_cheetah::state<double> state{};
    std::copy_n(row.begin(), 9, state.qpos.begin());
    std::copy_n(row.begin() + 9, 9, state.qvel.begin());
    return state;
}

}  // namespace

TEST_CASE("environments without a robot") {
    for (int trial = 0; trial < 20; ++trial) {
        ls::envs::pendulum const pendulum;
        auto const a = compare(pendulum, {uniform(-3, 3), uniform(-7, 7)}, {uniform(-1.9, 1.9)}, 2, 1e-5, 1e-7);
        CHECK(a.agreed == a.compared);
        ls::envs::mountain_car const car;
        auto const b = compare(car, {uniform(-1, 0.3), uniform(-0.05, 0.05)}, {uniform(-0.9, 0.9)}, 2, 1e-5, 1e-7);
        CHECK(b.agreed == b.compared);
    }
    // A torque beyond the limit changes nothing.
    auto const clamped = ls::gradient_of_step<ls::envs::pendulum, double>({}, {1, 0}, {3}, {1, 1}, 1);
    CHECK(clamped.action[0] == 0);
}

TEST_CASE("HalfCheetah in double: in the air, on the ground, at limits") {
    ls::envs::half_cheetah const env;
    for (char const* file : {"physics/half_cheetah_free_fall.csv", "physics/half_cheetah_contact.csv"}) {
        CAPTURE(file);
        auto const states = support::read_csv(file);
        agreement sum;
        for (std::size_t n = 0; n < states.size(); n += 25) {
            auto const result = compare(env, state_of(states[n]), random_numbers<ls::vector<double, 6>>(0.9), 18, 1e-7, 1e-4);
            sum.compared += result.compared;
            sum.agreed += result.agreed;
        }
        MESSAGE(sum.agreed << " of " << sum.compared);
        CHECK(sum.agreed > 0.95 * sum.compared);  // a difference across a change of an active set means nothing
    }
}

TEST_CASE("the gradient of an observation") {
    ls::differentiable_step<ls::envs::pendulum, double> step;
    auto const gradient = step.backward_observation({}, {0.3, 2}, {1, 2, 3});
    CHECK(gradient.angle == doctest::Approx(-std::sin(0.3) + 2 * std::cos(0.3)));
    CHECK(gradient.speed == 3);
}
