// SPDX-License-Identifier: MIT
// SHAC beside PPO on HalfCheetah. SHAC's sizes were chosen with the seeds 1 to 5, PPO's are its defaults for a million steps.
#include <lockstep/envs/gradient/half_cheetah.hpp>

#include "shac_race.hpp"

int main() {
    bench::race_shac<lockstep::envs::half_cheetah>(
        "shac_half_cheetah", "HalfCheetah", {3000, 5000},
        {.environments = 16, .steps = 600'000, .horizon = 8, .actor_learning_rate = 4e-3f, .growth_limit = 3},
        {.steps = 1'000'000});
}
