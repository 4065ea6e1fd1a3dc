// SPDX-License-Identifier: MIT
// Model predictive control: an episode in which a planner chooses each action again.
//
// A planner takes whatever the reward allows, errors of the simulation too, and does not see what comes after its horizon.
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
    std::uint64_t seed = 0;  ///< of the start
    std::size_t steps = 0;   ///< of the environment, at most so many; 0: until the episode ends
};

/// How an episode of `control` went.
struct controlled_episode {
    double episode_return = 0;  ///< the sum of its rewards, undiscounted
    std::size_t steps = 0;      ///< that were taken
    bool terminated = false;    ///< by the environment, not by its limit of steps
    bool nonfinite = false;     ///< by a NaN or an infinity
};

/// Runs an episode of planner.env(): each step plans from the state where the episode is. Begins with a new plan. Calls
/// visit(state, action, reward) after each step, with the state before it.
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
/// The same, with nothing to visit.
template <class Planner>
controlled_episode control(Planner& planner, control_config const& config = {}) {
    return control(planner, config, [](auto const&, auto const&, double) {});
}

}  // namespace lockstep
