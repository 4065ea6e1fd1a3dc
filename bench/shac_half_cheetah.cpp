// SPDX-License-Identifier: MIT
// SHAC beside PPO on HalfCheetah. SHAC's configuration for few steps was chosen with the seeds 201 to 214, its defaults with 1 to
// 5.
#include <lockstep/envs/gradient/half_cheetah.hpp>

#include "shac_race.hpp"

int main() {
    bench::race_shac<lockstep::envs::half_cheetah>("shac_half_cheetah", "HalfCheetah", {3000, 5000}, 100'000, {.steps = 600'000},
                                                   {.steps = 1'000'000});
}
