// SPDX-License-Identifier: MIT
// The recorded backward pass of HalfCheetah in floats and lanes against doubles.
#include <lockstep/envs/gradient/half_cheetah.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/gradient/step.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;

namespace {

std::mt19937 draw(12);
double uniform(double low, double high) { return low + (high - low) * static_cast<double>(draw() >> 8) * 0x1p-24; }

ls::envs::half_cheetah::state<double> state_of(std::vector<double> const& row) {
    ls::envs::half_cheetah::state<double> state{};
    std::copy_n(row.begin(), 9, state.qpos.begin());
    std::copy_n(row.begin() + 9, 9, state.qvel.begin());
    return state;
}

template <class R>
ls::envs::half_cheetah::state<R> in_all_lanes(ls::envs::half_cheetah::state<double> const& state) {
    ls::envs::half_cheetah::state<R> result;
    for (std::size_t i = 0; i < ls::numbers_of<R>(result).size(); ++i) {
        ls::numbers_of<R>(result)[i] = R(ls::numbers_of<double>(state)[i]);
    }
    return result;
}

}  // namespace

TEST_CASE_TEMPLATE("the recorded backward pass agrees with doubles", R, float, ls::lanes<4>, ls::lanes<16>) {
    using env_type = ls::envs::half_cheetah;
    ls::differentiable_step<env_type, R> recorded;
    ls::differentiable_step<env_type, double> reference;
    std::vector<double> errors;
    auto const states = support::read_csv("physics/half_cheetah_contact.csv");
    for (std::size_t n = 0; n < states.size(); n += 20) {
        auto const state = state_of(states[n]);
        ls::vector<double, 6> action;
        for (double& x : action) {
            x = uniform(-1.2, 1.2);
        }
        ls::vector<R, 6> pack;
        for (std::size_t i = 0; i < 6; ++i) {
            pack[i] = R(action[i]);
        }
        env_type::state<double> of_state{};
        for (std::size_t i = 0; i < 18; ++i) {
            ls::numbers_of<double>(of_state)[i] = uniform(-1, 1);
        }
        reference.forward({}, state, action);
        auto const expected = reference.backward(of_state, 0.5);
        auto const after = recorded.forward({}, in_all_lanes<R>(state), pack);
        auto const direct = env_type{}.step(in_all_lanes<R>(state), pack);
        CHECK(ls::lane(after.reward, 0) == ls::lane(direct.reward, 0));
        auto const found = recorded.backward(in_all_lanes<R>(of_state), R(0.5));
        double error = 0, size = 0;
        for (std::size_t i = 0; i < 18; ++i) {
            double const want = ls::numbers_of<double>(expected.state)[i];
            error = std::max(error, std::abs(want - static_cast<double>(ls::lane(ls::numbers_of<R>(found.state)[i], 0))));
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
    using R = ls::lanes<16>;
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
        for (std::size_t l = 0; l < R::width; ++l) {
            if (l != 2) {
                CHECK(ls::lane(ls::numbers_of<R>(spoilt.state)[i], l) == ls::lane(ls::numbers_of<R>(sound.state)[i], l));
            }
        }
    }
    CHECK(std::isnan(ls::lane(spoilt.state.qvel[4], 2)));
}

TEST_CASE("a step's backward pass runs after that of an observation, and a second time") {
    ls::differentiable_step<ls::envs::half_cheetah, float> both, alone;
    auto const state = in_all_lanes<float>(state_of(support::read_csv("physics/half_cheetah_contact.csv")[3]));
    ls::vector<float, 6> const action{0.1f, 0.2f, -0.3f, 0.4f, 0.5f, -0.6f};
    auto of_state = in_all_lanes<float>({});
    of_state.qpos[0] = 1;
    ls::vector<float, 17> of_observation{};
    of_observation[3] = 2;
    alone.forward({}, state, action);
    auto const expected = alone.backward(of_state, 1);
    both.forward({}, state, action);
    auto const observed = both.backward_observation({}, state, of_observation);
    auto const found = both.backward(of_state, 1);
    auto const again = both.backward(of_state, 1);
    CHECK(observed.qpos[4] == 2);
    for (std::size_t i = 0; i < 18; ++i) {
        CHECK(ls::numbers_of<float>(found.state)[i] == ls::numbers_of<float>(expected.state)[i]);
        CHECK(ls::numbers_of<float>(again.state)[i] == ls::numbers_of<float>(expected.state)[i]);
    }
    CHECK(found.action[5] == expected.action[5]);
}
