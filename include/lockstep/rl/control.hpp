// SPDX-License-Identifier: MIT
// Model predictive control: runs an episode in which a planner plans anew before each action.
//
// A planner uses everything that raises the reward, even errors of the simulation, and ignores what happens after its horizon.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environments.hpp>

namespace lockstep {

/// Which episode `control` runs.
struct control_config {
    std::uint64_t seed = 0;  ///< of the first state
    std::size_t steps = 0;   ///< the most steps that are taken; 0: until the episode ends
};

/// How an episode of `control` went.
struct controlled_episode {
    double episode_return = 0;  ///< the sum of the rewards, undiscounted
    std::size_t steps = 0;      ///< number of steps taken
    bool terminated = false;    ///< true if the environment, a NaN or an infinity ended the episode, false if a step limit did
    bool nonfinite = false;     ///< true if a NaN or an infinity ended the episode
};

/// Restarts the planner, runs an episode of planner.env(), and returns how it went. Before each step `planner` plans from the
/// present state. After each step the function calls visit(state, action, reward), where `state` is the state before the step.
template <class Planner, class Visit>
controlled_episode control(Planner& planner, control_config const& config, Visit&& visit) {
    using Env = typename Planner::environment;
    cpu device({.threads = 1});
    environments<Env, cpu> world(device, {.count = 1, .seed = config.seed}, planner.env());
    auto actions = device.allocate<float>(world.size(Env::action_size));
    std::vector<float> now(actions.size());
    world.reset();
    planner.restart();
    controlled_episode result;
    std::size_t const most = config.steps == 0 ? Env::episode_limit : config.steps;
    for (bool ended = false; !ended && result.steps < most; ++result.steps) {
        auto const state = world.state(0);
        auto const action = planner.act(state);
        for (std::size_t k = 0; k < Env::action_size; ++k) {
            now[world.index(0, k, Env::action_size)] = action[k];
        }
        device.copy(now, actions);
        world.step(actions);
        auto const first = [&](auto const& buffer) { return static_cast<double>(to_host(device, buffer)[world.index(0)]); };
        double const reward = first(world.rewards());
        result.episode_return += reward;
        result.terminated = first(world.terminated()) > 0;
        result.nonfinite = first(world.nonfinite()) > 0;
        ended = result.terminated || first(world.truncated()) > 0;
        visit(state, action, reward);
    }
    return result;
}
/// Does the same without `visit`.
template <class Planner>
controlled_episode control(Planner& planner, control_config const& config = {}) {
    return control(planner, config, [](auto const&, auto const&, double) {});
}

}  // namespace lockstep
