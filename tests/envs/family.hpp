// SPDX-License-Identifier: MIT
// The environments of the physics family with what is known of each: tests that hold for all run over this list, and a new
// environment is one line of it.
#pragma once

#include <cstddef>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/fetch.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/humanoid_standup.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <lockstep/envs/walker2d.hpp>

namespace support {

struct mean_and_deviation {
    double mean, deviation;
};

struct environment_facts {
    char const* name;
    /// Of an episode under uniformly random actions, in double by Gymnasium with MuJoCo 3.6.0: over so many episodes; none for an
    /// environment that Gymnasium has not.
    mean_and_deviation episode_return = {}, length = {};
    std::size_t episodes = 0;
    /// How many episodes we take, for a standard error of the same size.
    std::size_t ours = 0;
    /// Of the velocities after one step of MuJoCo from the same state, relative to the largest: in free motion, and under
    /// contacts and limits.
    double free_bound = 1e-12, bound = 1e-9;
};

/// Calls visit.operator()<Env>(facts) for each environment but the humanoids, whose recorded programs take a compiler long:
/// what runs over lanes is in tests of their own.
template <class Visit>
void for_each_small_environment(Visit&& visit) {
    namespace envs = lockstep::envs;
    visit.template operator()<envs::half_cheetah>({"HalfCheetah", {-285.18, 79.47}, {1000, 0}, 1761, 1024});
    visit.template operator()<envs::hopper>({"Hopper", {17.45, 16.78}, {22.11, 11.67}, 5154, 8192});
    visit.template operator()<envs::walker2d>({"Walker2d", {1.674, 5.953}, {21.25, 8.72}, 3509, 4096});
    visit.template operator()<envs::ant>({"Ant", {-55.24, 94.45}, {162.3, 266.2}, 1526, 2048});
    visit.template operator()<envs::swimmer>({"Swimmer", {0.855, 11.08}, {1000, 0}, 1383, 2048});
    visit.template operator()<envs::reacher>({"Reacher", {-42.86, 3.87}, {50, 0}, 9127, 8192});
    visit.template operator()<envs::inverted_pendulum>({"InvertedPendulum", {5.060, 3.457}, {6.06, 3.46}, 68472, 16384});
    visit.template operator()<envs::inverted_double_pendulum>(
        {"InvertedDoublePendulum", {47.53, 17.52}, {6.32, 1.88}, 21598, 16384});
    visit.template operator()<envs::fetch>({"fetch"});
    visit.template operator()<envs::ur5e>({"ur5e"});
}

/// As above for each environment.
template <class Visit>
void for_each_environment(Visit&& visit) {
    for_each_small_environment(visit);
    visit.template operator()<lockstep::envs::humanoid>({"Humanoid"});
    visit.template operator()<lockstep::envs::humanoid_standup>({"HumanoidStandup"});
}

}  // namespace support
