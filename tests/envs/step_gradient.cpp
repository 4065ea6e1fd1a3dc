// SPDX-License-Identifier: MIT
// Gradients of steps against central differences in double: small environments, and HalfCheetah in the air, on the ground and at
// its limits; and the recorded way back in lanes against doubles.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/gradient/half_cheetah.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/step_gradient.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;

namespace {

std::mt19937 draw(11);
double uniform(double low, double high) { return low + (high - low) * static_cast<double>(draw() >> 8) * 0x1p-24; }

template <class Aggregate>
Aggregate random_numbers(double size) {
    Aggregate result;
    for (double& x : ls::rows<double>(result)) {
        x = uniform(-size, size);
    }
    return result;
}

struct agreement {
    int compared = 0, agreed = 0;
};

/// Compares the gradient of weights . state + weight * reward with central differences, for the first `moving` numbers of the state
/// and for the action.
template <class E>
agreement compare(E const& env, ls::state_t<E, double> const& state, ls::vector<double, E::action_size> const& action,
                  std::size_t moving, double h, double tolerance) {
    using state_type = ls::state_t<E, double>;
    auto of_state = random_numbers<state_type>(1);
    for (std::size_t i = moving; i < ls::rows<double>(of_state).size(); ++i) {
        ls::rows<double>(of_state)[i] = 0;
    }
    double const of_reward = uniform(-1, 1);
    auto const gradient = ls::gradient_of_step<E, double>(env, state, action, of_state, of_reward);
    struct both {
        state_type state;
        ls::vector<double, E::action_size> action;
    };
    auto const loss = [&](std::size_t row, double step) {
        both moved{state, action};
        ls::rows<double>(moved)[row] += step;
        auto const after = env.step(moved.state, moved.action);
        double sum = of_reward * after.reward;
        for (std::size_t i = 0; i < moving; ++i) {
            sum += ls::rows<double>(of_state)[i] * ls::rows<double>(after.state)[i];
        }
        return sum;
    };
    both const all{gradient.state, gradient.action};
    auto const numbers = ls::rows<double>(all);
    std::size_t const words_end = ls::rows<double>(state).size();
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

template <class R>
ls::envs::half_cheetah::state<R> in_all_lanes(ls::envs::half_cheetah::state<double> const& state) {
    ls::envs::half_cheetah::state<R> result;
    for (std::size_t i = 0; i < ls::rows<R>(result).size(); ++i) {
        ls::rows<R>(result)[i] = R(ls::rows<double>(state)[i]);
    }
    return result;
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

TEST_CASE_TEMPLATE("the recorded way back agrees with doubles", R, float, ls::lanes<4>, ls::lanes<16>) {
    using env_type = ls::envs::half_cheetah;
    ls::differentiable_step<env_type, R> recorded;
    ls::differentiable_step<env_type, double> reference;
    std::vector<double> errors;
    auto const states = support::read_csv("physics/half_cheetah_contact.csv");
    for (std::size_t n = 0; n < states.size(); n += 20) {
        auto const state = state_of(states[n]);
        auto const action = random_numbers<ls::vector<double, 6>>(1.2);
        ls::vector<R, 6> row;
        for (std::size_t i = 0; i < 6; ++i) {
            row[i] = R(action[i]);
        }
        env_type::state<double> of_state{};
        for (std::size_t i = 0; i < 18; ++i) {
            ls::rows<double>(of_state)[i] = uniform(-1, 1);
        }
        reference.forward({}, state, action);
        auto const expected = reference.backward(of_state, 0.5);
        auto const after = recorded.forward({}, in_all_lanes<R>(state), row);
        auto const direct = env_type{}.step(in_all_lanes<R>(state), row);
        CHECK(ls::lane(after.reward, 0) == ls::lane(direct.reward, 0));
        auto const found = recorded.backward(in_all_lanes<R>(of_state), R(0.5));
        double error = 0, size = 0;
        for (std::size_t i = 0; i < 18; ++i) {
            double const want = ls::rows<double>(expected.state)[i];
            error = std::max(error, std::abs(want - static_cast<double>(ls::lane(ls::rows<R>(found.state)[i], 0))));
            size = std::max(size, std::abs(want));
        }
        for (std::size_t i = 0; i < 6; ++i) {
            error = std::max(error, std::abs(expected.action[i] - static_cast<double>(ls::lane(found.action[i], 0))));
        }
        errors.push_back(error / size);
    }
    std::sort(errors.begin(), errors.end());
    CAPTURE(errors.back());
    CHECK(errors[errors.size() / 2] < 1e-4);
    CHECK(errors[errors.size() * 8 / 10] < 1e-2);
}

TEST_CASE("a lane that diverges spoils no other") {
    using R = ls::lanes<8>;
    using env_type = ls::envs::half_cheetah;
    auto const state = state_of(support::read_csv("physics/half_cheetah_contact.csv")[3]);
    ls::vector<R, 6> const action{R(0.1), R(0.2), R(-0.3), R(0.4), R(0.5), R(-0.6)};
    auto of_state = in_all_lanes<R>({});
    of_state.qpos[0] = R(1);
    ls::differentiable_step<env_type, R> step;
    auto before = in_all_lanes<R>(state);
    step.forward({}, before, action);
    auto const sound = step.backward(of_state, R(1));
    before.qvel[4].set(2, std::numeric_limits<float>::quiet_NaN());
    step.forward({}, before, action);
    auto const spoilt = step.backward(of_state, R(1));
    for (std::size_t i = 0; i < 18; ++i) {
        for (std::size_t l = 0; l < 8; ++l) {
            if (l != 2) {
                CHECK(ls::lane(ls::rows<R>(spoilt.state)[i], l) == ls::lane(ls::rows<R>(sound.state)[i], l));
            }
        }
    }
    CHECK(std::isnan(ls::lane(spoilt.state.qvel[4], 2)));
}

TEST_CASE("the gradient of an observation") {
    ls::differentiable_step<ls::envs::pendulum, double> step;
    auto const gradient = step.backward_observation({}, {0.3, 2}, {1, 2, 3});
    CHECK(gradient.angle == doctest::Approx(-std::sin(0.3) + 2 * std::cos(0.3)));
    CHECK(gradient.speed == 3);
}
