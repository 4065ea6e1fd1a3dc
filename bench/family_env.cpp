// SPDX-License-Identifier: MIT
// Every robot of Gymnasium's family on one core, with random actions, observations, rewards, episodes that end and begin again:
// steps a second, and how many times as many as a C++ loop around MuJoCo makes in the same run.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <lockstep/envs/fetch.hpp>
#include <lockstep/envs/grasp.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <mujoco/mujoco.h>

#include "race.hpp"
#include "tasks.hpp"
#include "tasks_without_contacts.hpp"

namespace {

double smallest = std::numeric_limits<double>::infinity();

/// bar: how many times MuJoCo's loop ours should be.
template <class Task>
void row(char const* name, double bar) {
    auto const [ours, theirs, our_reward, their_reward] = bench::race<Task>(7, 100, 1000, 200);
    double const our_rate = bench::median(ours), their_rate = bench::median(theirs), ratio = our_rate / their_rate;
    std::printf("%-22s %14.0f %14.0f %8.1f %6.0f %8.2f %12.3f %12.3f\n", name, our_rate, their_rate, ratio, bar, ratio / bar,
                our_reward, their_reward);
    std::fflush(stdout);
    smallest = std::min(smallest, std::isfinite(our_reward) ? ratio / bar : 0);
}

/// Of a task that MuJoCo's users have no loop for.
template <class Env>
void row_alone(char const* name) {
    bench::lockstep_loop<Env> ours;
    ours.run(200);
    double const seconds = bench::median(3, bench::thread_cpu_seconds, [&] { ours.run(100); });
    std::printf("%-22s %14.0f %61.3f\n", name, static_cast<double>(100 * ours.environments) / seconds, ours.mean_reward());
}

}  // namespace

int main() {
    std::printf("%d lanes, MuJoCo %s, thread CPU time, medians of 7; rewards are means of a step\n", lockstep::native_width,
                mj_versionString());
    std::printf("%-22s %14s %14s %8s %6s %8s %12s %12s\n", "", "our steps/s", "MuJoCo's", "ratio", "bar", "x bar", "our reward",
                "its reward");
    row<bench::half_cheetah>("HalfCheetah", 80);
    row<bench::walker2d>("Walker2d", 110);
    row<bench::hopper>("Hopper", 110);
    row<bench::ant>("Ant", 50);
    row<bench::humanoid>("Humanoid", 32);
    row<bench::humanoid_standup>("HumanoidStandup", 40);
    row<bench::swimmer>("Swimmer", 90);
    row<bench::reacher>("Reacher", 100);
    row<bench::pusher>("Pusher", 50);
    row<bench::inverted_double_pendulum>("InvertedDoublePendulum", 100);
    row<bench::inverted_pendulum>("InvertedPendulum", 150);
    row_alone<lockstep::envs::fetch>("Fetch");
    row_alone<lockstep::envs::grasp>("Grasp");
    row_alone<lockstep::envs::ur5e>("Ur5e");
    if (smallest == 0) {
        std::fputs("family_env: a reward is not finite\n", stderr);
        return 1;
    }
    std::printf("family_env: %.2f x the bar (smallest)\n", smallest);
}
