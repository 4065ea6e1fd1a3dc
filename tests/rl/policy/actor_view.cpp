// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace ls = lockstep;

using policy = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>;
using networks = policy::networks;

TEST_CASE("a pack of observations is acted on as each of them alone is on the host") {
    policy p;
    std::vector<float> parameters(networks::parameter_count);
    networks::initialize(parameters, 4, -0.5f);
    p.parameters.assign(parameters.begin(), parameters.begin() + static_cast<std::ptrdiff_t>(networks::critic_begin));
    p.parameters[policy::actor::bias(1, 0)] = 0.25f;
    p.normalization = {{0.1f, 0.2f, 0.3f}, {1.5f, 0.5f, 2.0f}};
    std::vector<float> transposed_weights(networks::transposed_count + 1);
    policy::actor::transpose_weights(p.parameters.data(), transposed_weights.data());

    ls::actor_view<networks> const view{p.parameters.data(), transposed_weights.data(), p.normalization};
    ls::actor_view<networks>::workspace work;
    work.prepare();
    ls::vector<ls::native_lanes, 3> pack;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t l = 0; l < ls::native_width; ++l) {
            pack[i].set(l, std::sin(static_cast<float>(3 * l + i)));
        }
    }
    auto const mean = view.act(pack, work);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        CHECK(mean[0][l] == doctest::Approx(p.mean_action({{pack[0][l], pack[1][l], pack[2][l]}})[0]).epsilon(1e-5));
    }
    CHECK(mean[0][0] != mean[0][1]);
    CHECK(view.policy().gaussian.log_deviation[0][2] == -0.5f);
}
