// SPDX-License-Identifier: MIT
#include <lockstep/rl/policy/checked_networks.hpp>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/off_policy/sac/networks.hpp>
#include <lockstep/rl/off_policy/td3/networks.hpp>

namespace ls = lockstep;

namespace {

using env = ls::envs::pendulum;
using layers = ls::hidden_layers<ls::relu_activation, 16>;
using silu_layers = ls::hidden_layers<ls::batch_renorm<ls::silu_activation>, 16>;
using recurrent_layers = ls::recurrent_layers<16, ls::tanh_activation, 16>;

}  // namespace

TEST_CASE("networks say which layers sac and td3 do not take") {
    CHECK(ls::check_networks<ls::sac_networks<env, layers>>());
    CHECK(ls::check_networks<ls::td3_networks<env, layers, float, ls::renormalized_layers<32, 32>>>());

    CHECK(ls::sac_networks<env, recurrent_layers>::is_recurrent);
    CHECK(ls::td3_networks<env, layers, float, recurrent_layers>::is_recurrent);
    CHECK_FALSE(ls::sac_networks<env, layers>::is_recurrent);

    CHECK(ls::td3_networks<env, layers, float, ls::renormalized_layers<32, 32>>::is_renormalizable);
    CHECK_FALSE(ls::sac_networks<env, layers, float, silu_layers>::is_renormalizable);
    CHECK_FALSE(ls::td3_networks<env, layers, float, ls::renormalized_layers<32, 32>>::renormalizes_actor_only);
    CHECK(ls::td3_networks<env, ls::renormalized_layers<32, 32>, float, layers>::renormalizes_actor_only);

    CHECK_FALSE(ls::sac_networks<env, int>::has_actor);
    CHECK_FALSE(ls::sac_networks<env, layers, float, int>::has_critic);
    CHECK(ls::sac_networks<env, recurrent_layers>::has_actor);
}
