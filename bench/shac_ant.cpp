// SPDX-License-Identifier: MIT
// SHAC beside PPO on Ant without contact forces in its observation. SHAC's sizes are those of shac_half_cheetah, PPO's are those
// that rl/ppo/tuned.hpp has for Ant.
#include <lockstep/envs/gradient/ant.hpp>

#include "shac_race.hpp"

int main() {
    using env = lockstep::envs::basic_ant<lockstep::envs::ant_view{.contact_forces = false}>;
    bench::race_shac<env>(
        "shac_ant", "Ant", {1500, 2500},
        {.environments = 16, .steps = 400'000, .horizon = 8, .actor_learning_rate = 4e-3f, .growth_limit = 3},
        {.environments = 64, .steps = 1'000'000, .horizon = 32, .minibatch = 256, .learning_rate = 8e-4f, .discount = 0.98f});
}
