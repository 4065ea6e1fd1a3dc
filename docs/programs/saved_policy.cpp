// SPDX-License-Identifier: MIT
// Reads the policy that first_training.cpp has left, and asks it for an action without a device.
// after: first_training
// prints: torque -?[0-9.]+ of at most 2.drawn -?[0-9.]+

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    auto const policy = ls::load<ls::ppo_policy<ls::envs::pendulum>>("pendulum.policy");
    ls::vector<float, 3> const hanging_still{-1, 0, 0};  // cosine, sine, speed
    auto const action = ls::within_bounds<ls::envs::pendulum>(policy.mean_action(hanging_still));
    std::printf("torque %.2f of at most 2\n", static_cast<double>(action[0]));

    ls::random<float> noise(7, 0u, 0u, ls::draw_purpose::action);  // seed, environment, step
    auto const drawn = ls::within_bounds<ls::envs::pendulum>(policy.draw_action(hanging_still, noise));
    std::printf("drawn %.2f\n", static_cast<double>(drawn[0]));
}
