// SPDX-License-Identifier: MIT
// Steps of HalfCheetah-v5 a second on one core, with random actions, observations, rewards, episodes that end and begin again.
// Beside it, in the same run, a C++ loop around MuJoCo, in double as it is shipped.
#include <cmath>
#include <cstddef>
#include <cstdio>

#include <mujoco/mujoco.h>

#include "race.hpp"
#include "tasks.hpp"

int main() {
    auto const [ours, theirs, our_reward, their_reward] = bench::race<bench::half_cheetah>(9, 100, 2000, 200);
    std::printf("%8s %22s %22s %8s\n", "repeat", "Lockstep steps/s", "MuJoCo loop steps/s", "ratio");
    for (std::size_t n = 0; n < ours.size(); ++n) {
        std::printf("%8zu %22.0f %22.0f %8.1f\n", n + 1, ours[n], theirs[n], ours[n] / theirs[n]);
    }
    double const our_rate = bench::median(ours), their_rate = bench::median(theirs);
    std::printf("%8s %22.0f %22.0f %8.1f   (%d lanes, MuJoCo %s, thread CPU time)\n", "median", our_rate, their_rate,
                our_rate / their_rate, lockstep::native_width, mj_versionString());
    std::printf("mean reward of a step: %.3f and %.3f\n", our_reward, their_reward);
    if (!std::isfinite(our_reward)) {
        std::fputs("half_cheetah_env: a reward is not finite\n", stderr);
        return 1;
    }
    std::printf("half_cheetah_env: %.1f times MuJoCo's loop\n", our_rate / their_rate);
}
