// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <vector>

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

TEST_CASE("a policy acts alike on the host, one observation at a time, and in the rows of a device") {
    policy p;
    std::vector<float> parameters(policy::networks::parameter_count);
    policy::networks::initialize(parameters, 4, 0);
    p.parameters.assign(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(policy::networks::critic_begin));
    p.parameters[actor::bias(1, 0)] = 0.25f;
    p.normalization = {{0.1f, 0.2f, 0.3f}, {1.5f, 0.5f, 2.0f}};

    std::vector<float> derived(actor::derived_count + 1);
    actor::derive(p.parameters.data(), derived.data());
    ls::actor_view<policy::networks> const view{p.parameters.data(), derived.data(), p.normalization};
    ls::actor_view<policy::networks>::workspace work;
    work.prepare();
    using R = ls::native_lanes;
    ls::vector<R, 3> row;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t l = 0; l < ls::native_width; ++l) {
            row[i].set(l, std::sin(static_cast<float>(3 * l + i)));
        }
    }
    auto const mean = view.act(row, work);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        auto const alone = p.mean_action({{row[0][l], row[1][l], row[2][l]}});
        CHECK(mean[0][l] == doctest::Approx(alone[0]).epsilon(1e-5));
    }
    CHECK(mean[0][0] != mean[0][1]);
}
