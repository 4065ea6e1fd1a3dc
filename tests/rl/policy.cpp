// SPDX-License-Identifier: MIT
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy.hpp>

namespace ls = lockstep;

using policy = ls::policy<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>;
using actor = policy::actor;

TEST_CASE("a new policy acts zero") {
    policy const fresh;
    auto const action = fresh.mean_action({{0.3f, -0.4f, 1.0f}});
    CHECK(action[0] == 0);
}

TEST_CASE("a policy acts on one observation as its normaliser and its network say") {
    policy p;
    p.parameters[actor::weight(0, 3, 1)] = 0.5f;
    p.parameters[actor::weight(1, 0, 3)] = 2.0f;
    p.parameters[actor::bias(1, 0)] = 0.25f;
    p.normalization = {{0.1f, 0.2f, 0.3f}, {1.5f, 4.0f, 2.0f}};
    CHECK(p.mean_action({{7.0f, 0.7f, -3.0f}})[0] == doctest::Approx(0.25 + 2 * std::tanh(0.5 * 4 * 0.5)).epsilon(1e-6));
}
