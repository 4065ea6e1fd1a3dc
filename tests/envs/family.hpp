// SPDX-License-Identifier: MIT
// The environments of the physics family with what is known of each: tests that hold for all run over this list, and a new
// environment is one line of it.
#pragma once

#include <cstddef>

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
#include <lockstep/envs/reachers.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <lockstep/envs/walker2d.hpp>

namespace support {

struct mean_and_deviation {
    double mean, deviation;
};

struct environment_facts {
    char const* name;
    /// Of an episode under uniformly random actions, in double by Gymnasium with MuJoCo 3.6.0 (Humanoid: 4.0.1): over so many
    /// episodes; none where nothing is known, or so little that the environment has a test of its own.
    mean_and_deviation episode_return = {}, length = {};
    std::size_t episodes = 0;
    /// How many episodes we take, for a standard error of the same size.
    std::size_t ours = 0;
    /// Of the velocities after one step of MuJoCo from the same state, relative to the largest: in free motion, and under
    /// contacts and limits.
    double free_bound = 1e-12, bound = 1e-9;
};

/// Calls visit.operator()<Env>(facts) for each environment.
template <class Visit>
void for_each_environment(Visit&& visit) {
    namespace envs = lockstep::envs;
    visit.template operator()<envs::half_cheetah>({"HalfCheetah", {-285.18, 79.47}, {1000, 0}, 1761, 1024});
    visit.template operator()<envs::hopper>({"Hopper", {17.45, 16.78}, {22.11, 11.67}, 5154, 8192});
    visit.template operator()<envs::walker2d>({"Walker2d", {1.674, 5.953}, {21.25, 8.72}, 3509, 4096});
    visit.template operator()<envs::ant>({"Ant", {-55.24, 94.45}, {162.3, 266.2}, 1526, 2048});
    visit.template operator()<envs::humanoid>({"Humanoid", {114.61, 33.54}, {24.48, 6.89}, 3144, 2048});
    visit.template operator()<envs::humanoid_standup>({"HumanoidStandup"});
    visit.template operator()<envs::swimmer>({"Swimmer", {0.855, 11.08}, {1000, 0}, 1383, 2048});
    visit.template operator()<envs::reacher>({"Reacher", {-42.86, 3.87}, {50, 0}, 9127, 8192});
    visit.template operator()<envs::inverted_pendulum>({"InvertedPendulum", {5.060, 3.457}, {6.06, 3.46}, 68472, 16384});
    visit.template operator()<envs::inverted_double_pendulum>(
        {"InvertedDoublePendulum", {47.53, 17.52}, {6.32, 1.88}, 21598, 16384});
    // MuJoCo finds where the hand touches the object by an iteration that stops at 1e-6.
    visit.template operator()<envs::pusher>(
        {.name = "Pusher", .episode_return = {-149.77, 7.20}, .length = {100, 0}, .episodes = 1406, .ours = 1024, .bound = 1e-5});
    visit.template operator()<envs::fetch>({"fetch"});
    visit.template operator()<envs::grasp>({"grasp"});
    visit.template operator()<envs::reachers>({"reachers"});
    visit.template operator()<envs::ur5e>({"ur5e"});
}

}  // namespace support
