// SPDX-License-Identifier: MIT
// The first iterations of four trainings whose configurations a search found: SAC with plain and with categorical critics,
// CrossQ, and PPO with the layers that suit the robot.
// prints: 1024, 1024, 1024 and 2048 of 1000000 steps

#include <cstddef>
#include <cstdio>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/walker2d.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

std::size_t begin_plain(ls::cpu& device) {
    using learner_type = ls::sac<ls::envs::hopper, ls::cpu, ls::tuned_layers>;
    learner_type learner(device, ls::tuned<learner_type>(1'000'000));
    ls::report(learner.iterate());
    return learner.total_steps();
}

std::size_t begin_categorical(ls::cpu& device) {
    using learner_type = ls::sac<ls::envs::hopper, ls::cpu, ls::tuned_layers, ls::categorical_critic<ls::tuned_layers, 101>>;
    learner_type learner(device, ls::tuned<learner_type>(1'000'000));
    ls::report(learner.iterate());
    return learner.total_steps();
}

std::size_t begin_renormalized(ls::cpu& device) {
    using critics = ls::categorical_critic<ls::tuned_renormalized_layers, 101>;
    using learner_type = ls::crossq<ls::envs::ant, ls::cpu, ls::tuned_renormalized_actor, critics>;
    learner_type learner(device, ls::tuned<learner_type>(1'000'000));
    ls::report(learner.iterate());
    return learner.total_steps();
}

std::size_t begin_walking(ls::cpu& device) {
    using environment = ls::envs::walker2d;
    using learner_type = ls::ppo<environment, ls::cpu, ls::tuned_ppo_layers<environment>>;
    learner_type learner(device, ls::tuned<learner_type>(1'000'000));
    ls::report(learner.iterate());
    return learner.total_steps();
}

int main() {
    ls::cpu device;
    std::size_t const plain = begin_plain(device), categorical = begin_categorical(device);
    std::size_t const renormalized = begin_renormalized(device), walking = begin_walking(device);
    std::printf("\n%zu, %zu, %zu and %zu of 1000000 steps\n", plain, categorical, renormalized, walking);
}
