// SPDX-License-Identifier: MIT
// An environment's entry from what its translation unit says: its type by frame_skip, its options by name.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/concept/environment_name.hpp>

#include "any_frame_skip.hpp"
#include "options.hpp"
#include "simulation_of.hpp"

namespace lockstep::python {

inline void check_frame_skip(std::size_t frame_skip) {
    if (frame_skip < 1 || frame_skip > most_frame_skip) {
        throw std::invalid_argument(
            formatted("frame_skip is %zu, not a whole number from 1 to %zu", frame_skip, most_frame_skip));
    }
}

/// What can be said of Env by itself.
template <class Env, class Options>
entry entry_of() {
    entry result{.id = Options::id,
                 .name = std::string(environment_name<Env>()),
                 .observation_size = Env::observation_size,
                 .action_size = Env::action_size,
                 .action_count = 0,
                 .action_low = action_low<Env>,
                 .action_high = action_high<Env>,
                 .episode_limit = Env::episode_limit,
                 .dt = 0,
                 .options = default_options<Options, Env>(),
                 .optional = {},
                 .frame_skip = 0,
                 .has_main_body = false,
                 .state_sizes = {},
                 .make = {}};
    if constexpr (discrete_actions<Env>) {
        result.action_count = Env::action_count;
    }
    if constexpr (physical_environment<Env>) {
        result.dt = Env::dt;
        result.frame_skip = Env::frame_skip;
        result.state_sizes = {Env::model.qpos_size(), Env::model.qvel_size()};
    }
    return result;
}

/// What can be said of a robot of which Options says type<FrameSkip>, the default frame_skip, and each(env, visit); without make.
template <class Options>
entry robot_entry_without_make(std::vector<optional_columns> optional) {
    entry result = entry_of<typename Options::template type<Options::frame_skip>, Options>();
    result.optional = std::move(optional);
    return result;
}

/// The robot's entry.
template <class Options>
entry robot_entry(std::vector<optional_columns> optional = {}) {
    entry result = robot_entry_without_make<Options>(std::move(optional));
    result.make = [](simulation_config const& config, std::size_t frame_skip, std::size_t) {
        using env = any_frame_skip<Options>;
        check_frame_skip(frame_skip);
        env const chosen{with_options<Options, typename env::original>(config.options), frame_skip};
        return std::unique_ptr<simulation>(std::make_unique<simulation_of<env>>(config, chosen));
    };
    return result;
}

/// An environment that is no robot.
template <class Env, class Options>
entry plain_entry() {
    entry result = entry_of<Env, Options>();
    result.make = [](simulation_config const& config, std::size_t, std::size_t) {
        return std::unique_ptr<simulation>(
            std::make_unique<simulation_of<Env>>(config, with_options<Options, Env>(config.options)));
    };
    return result;
}

}  // namespace lockstep::python
