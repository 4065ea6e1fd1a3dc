// SPDX-License-Identifier: MIT
// SHAC beside PPO with the configuration of rl/ppo/tuned.hpp, on Ant without contact forces in its observation.
#include <lockstep/envs/gradient/ant.hpp>

#include "shac_race.hpp"

int main() {
    using env = lockstep::envs::basic_ant<lockstep::envs::ant_view{.contact_forces = false}>;
    bench::race_shac<env>(
        "shac_ant", "Ant", {1500, 2500}, 400'000, {.steps = 400'000},
        {.environments = 64, .steps = 1'000'000, .horizon = 32, .minibatch = 256, .learning_rate = 8e-4f, .discount = 0.98f});
}
