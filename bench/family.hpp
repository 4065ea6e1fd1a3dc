// SPDX-License-Identifier: MIT
// The environments of the physics family, by name, for benchmarks that measure all of them.
#pragma once

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/fetch.hpp>
#include <lockstep/envs/grasp.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/humanoid_standup.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pusher.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <lockstep/envs/walker2d.hpp>

namespace bench {

/// Calls visit.operator()<Env>(name, share) for each; the share is of a large number of random steps, in which those whose
/// steps take long get fewer.
template <class Visit>
void for_each_environment(Visit&& visit) {
    namespace envs = lockstep::envs;
    visit.template operator()<envs::half_cheetah>("HalfCheetah", 0.12);
    visit.template operator()<envs::walker2d>("Walker2d", 0.1);
    visit.template operator()<envs::hopper>("Hopper", 0.1);
    visit.template operator()<envs::ant>("Ant", 0.06);
    visit.template operator()<envs::humanoid>("Humanoid", 0.02);
    visit.template operator()<envs::humanoid_standup>("HumanoidStandup", 0.02);
    visit.template operator()<envs::swimmer>("Swimmer", 0.12);
    visit.template operator()<envs::reacher>("Reacher", 0.15);
    visit.template operator()<envs::inverted_double_pendulum>("InvertedDoublePendulum", 0.15);
    visit.template operator()<envs::inverted_pendulum>("InvertedPendulum", 0.15);
    visit.template operator()<envs::pusher>("Pusher", 0.03);
    visit.template operator()<envs::fetch>("fetch", 0.06);
    visit.template operator()<envs::grasp>("grasp", 0.02);
    visit.template operator()<envs::ur5e>("ur5e", 0.06);
}

}  // namespace bench
