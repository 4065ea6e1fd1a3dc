// SPDX-License-Identifier: MIT
// Gradients of whole sequences of actions against central differences in double.
#include <lockstep/rl/planning/return_gradient.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/envs/gradient/half_cheetah.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/support/linear_quadratic.hpp>

namespace ls = lockstep;

namespace {

template <class Env>
using actions_of = std::vector<ls::vector<double, Env::action_size>>;

template <class Env>
actions_of<Env> some_actions(std::size_t horizon, double size, std::uint32_t stream) {
    ls::random<double> draws(7, stream, 0);
    actions_of<Env> result(horizon);
    for (auto& action : result) {
        for (double& x : action) {
            x = draws.uniform(-size, size);
        }
    }
    return result;
}

/// In how many of the numbers the gradient differs from central differences by more than the tolerance, relative to the largest.
template <class Env>
std::size_t disagreements(ls::state_t<Env, double> const& start, actions_of<Env> actions, double h, double tolerance) {
    Env const env;
    ls::return_gradient<Env, double> path(actions.size());
    actions_of<Env> gradient(actions.size()), unused(actions.size());
    double const discount = 0.97;
    path(env, start, actions, discount, gradient);
    double largest = 0;
    for (auto const& g : gradient) {
        for (double const x : g) {
            largest = std::max(largest, std::fabs(x));
        }
    }
    CHECK(largest > 0);
    std::size_t found = 0;
    for (std::size_t t = 0; t < actions.size(); ++t) {
        for (std::size_t a = 0; a < Env::action_size; ++a) {
            auto moved = actions;
            moved[t][a] = actions[t][a] + h;
            double const above = path(env, start, moved, discount, unused);
            moved[t][a] = actions[t][a] - h;
            double const below = path(env, start, moved, discount, unused);
            found += !(std::fabs((above - below) / (2 * h) - gradient[t][a]) <= tolerance * largest);
        }
    }
    return found;
}

/// Falls when its position is above 1.
struct faller : support::pushed_point {
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        auto next = pushed_point::step(s, action);
        next.terminated = R(1) < next.state.position;
        return next;
    }
};

}  // namespace

TEST_CASE("of smooth systems") {
    CHECK(disagreements<support::pushed_point>({1, -0.5}, some_actions<support::pushed_point>(20, 1, 0), 1e-5, 1e-8) == 0);
    CHECK(disagreements<ls::envs::pendulum>({3, 0.1}, some_actions<ls::envs::pendulum>(20, 1.9, 1), 1e-5, 1e-7) == 0);
}

TEST_CASE("of HalfCheetah, which falls to the ground and runs on it") {
    ls::envs::half_cheetah const env;
    ls::random<double> draws(3, 0, 0);
    auto state = env.reset(draws);
    auto const warm_up = some_actions<ls::envs::half_cheetah>(10, 1, 2);
    for (auto const& action : warm_up) {
        state = env.step(state, action).state;
    }
    bool touches = false;
    for (double const word : state.active) {
        touches = touches || ls::differ(word, ls::empty_word<double>());
    }
    CHECK(touches);
    CHECK(disagreements<ls::envs::half_cheetah>(state, some_actions<ls::envs::half_cheetah>(5, 0.9, 3), 1e-7, 1e-4) == 0);
}

TEST_CASE("the lanes are as the doubles; what ended earns nothing more, and has no gradient") {
    using lanes = ls::native_lanes;
    constexpr std::size_t horizon = 12;
    faller const env;
    ls::return_gradient<faller, double> path(horizon);
    ls::return_gradient<faller, lanes> paths(horizon);
    std::vector<ls::vector<lanes, 1>> actions(horizon), gradient(horizon);
    for (auto& action : actions) {
        for (std::size_t l = 0; l < lanes::width; ++l) {
            action[0].set(l, 0.5f + 3 * static_cast<float>(l) / static_cast<float>(lanes::width - 1));
        }
    }
    lanes const gained = paths(env, {lanes(0.5), lanes(0)}, actions, lanes(0.9), gradient);
    std::size_t ended = 0;
    for (std::size_t l = 0; l < lanes::width; ++l) {
        actions_of<faller> own(horizon), expected(horizon);
        for (auto& action : own) {
            action[0] = static_cast<double>(actions[0][0][l]);
        }
        CHECK(static_cast<double>(gained[l]) == doctest::Approx(path(env, {0.5, 0}, own, 0.9, expected)).epsilon(1e-5));
        for (std::size_t t = 0; t < horizon; ++t) {
            CHECK(static_cast<double>(gradient[t][0][l]) == doctest::Approx(expected[t][0]).epsilon(1e-4));
        }
        ended += expected[horizon - 2][0] == 0;
    }
    CHECK(ended > 0);
    CHECK(ended < lanes::width);
}

TEST_CASE("a sequence that breaks has no return and no gradient") {
    support::pushed_point const env;
    ls::return_gradient<support::pushed_point, double> path(3);
    actions_of<support::pushed_point> actions(3), gradient(3);
    actions[1][0] = 1e200;
    CHECK(std::isnan(path(env, {0, 0}, actions, 1, gradient)));
    CHECK(gradient[0][0] == 0);
    CHECK(gradient[1][0] == 0);
}
