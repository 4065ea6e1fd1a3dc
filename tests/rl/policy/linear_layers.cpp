// SPDX-License-Identifier: MIT
#include <lockstep/rl/policy/linear_layers.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/rl/policy/deterministic_actions.hpp>
#include <lockstep/rl/policy/policy.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {
using env = ls::envs::pendulum;
using policy = ls::ppo_policy<env, ls::linear_layers, ls::deterministic_actions<env>>;
static_assert(ls::trained_policy<policy>);
static_assert(std::same_as<policy::actor, ls::linear<3, 1>>);
}  // namespace

TEST_CASE("a linear policy acts by its weights, and is the same after a file") {
    policy p;
    p.parameters = std::vector<float>(policy::networks::critic_begin);
    for (std::size_t i = 0; i < 3; ++i) {
        p.parameters[policy::actor::weight(0, 0, i)] = static_cast<float>(i) + 0.5f;
    }
    p.parameters[policy::actor::bias(0, 0)] = -1;
    ls::vector<float, 3> const seen{1, 0.5f, -2};
    CHECK(p.mean_action(seen)[0] == -1 + 0.5f + 1.5f * 0.5f - 2.5f * 2);
    lockstep_test::temporary_folder const folder;
    std::string const path = (folder / "linear.policy").string();
    ls::save(path, p);
    CHECK(ls::load<policy>(path).parameters == p.parameters);
}
