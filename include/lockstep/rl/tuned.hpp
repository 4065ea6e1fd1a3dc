// SPDX-License-Identifier: MIT
// The configurations that a search found. A learner has one or more of them for a bundled environment:
//
//     using learner_type = ls::ppo<ls::envs::hopper, ls::cpu>;
//     learner_type learner(device, ls::tuned<learner_type>(1'000'000));
//
// This header includes configurations only: include the learner and the environment as well.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include <lockstep/core/type_name.hpp>
#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/common/tuned_entry.hpp>
#include <lockstep/rl/evolution/tuned.hpp>
#include <lockstep/rl/off_policy/tuned.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/ppo/tuned.hpp>
#include <lockstep/rl/shac/tuned.hpp>

namespace lockstep {

namespace detail {

template <class Config>
inline constexpr std::array<tuned_entry<Config>, 0> tuned_entries = {};
template <>
inline constexpr auto const& tuned_entries<ppo_config> = tuned_ppo;
template <>
inline constexpr auto const& tuned_entries<sac_config> = tuned_sac;
template <>
inline constexpr auto const& tuned_entries<categorical_sac_config> = tuned_categorical_sac;
template <>
inline constexpr auto const& tuned_entries<crossq_config> = tuned_crossq;
template <>
inline constexpr auto const& tuned_entries<categorical_crossq_config> = tuned_categorical_crossq;
template <>
inline constexpr auto const& tuned_entries<ars_config> = tuned_ars;
template <>
inline constexpr auto const& tuned_entries<shac_config> = tuned_shac;

/// Returns true if Env is the environment of lockstep::envs that has this name. Env's template arguments do not matter.
template <class Env>
constexpr bool is_bundled_as(std::string_view name) {
    return readable_environment(environment_name<Env>()) == name &&
           type_name<typename named_environment<Env>::type>().starts_with("lockstep::envs::");
}

/// Returns the place of the entry for Learner and its environment, or the number of entries if there is none. Of several entries
/// it is the one whose number of steps is nearest to `steps` in proportion, or the first one if `steps` is 0. Entries are in the
/// order of their steps. For g++ 12 with -fsanitize=undefined, a pointer to an entry would be no constant.
template <class Learner>
constexpr std::size_t find_tuned_entry(std::size_t steps = 0) {
    constexpr auto const& entries = tuned_entries<typename Learner::config_type>;
    std::size_t found = entries.size();
    if constexpr (!entries.empty()) {
        auto const number = [](std::size_t x) { return static_cast<double>(x); };
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (is_bundled_as<typename Learner::environment>(entries[i].environment) &&
                (found == entries.size() ||
                 number(entries[found].config.steps) * number(entries[i].config.steps) < number(steps) * number(steps))) {
                found = i;
            }
        }
    }
    return found;
}

/// Returns the std::type_identity of tuned_ppo_layers.
template <class Env>
constexpr auto find_ppo_layers() {
    if constexpr (is_bundled_as<Env>("humanoid")) {
        return std::type_identity<hidden_layers<layer_norm<silu_activation>, 64, 64>>();
    } else if constexpr (is_bundled_as<Env>("walker2d")) {
        return std::type_identity<hidden_layers<silu_activation, 64, 64>>();
    } else {
        return std::type_identity<hidden_layers<tanh_activation, 64, 64>>();
    }
}

}  // namespace detail

/// The hidden layers of actor and critic that were chosen for PPO with its configuration of a million steps: ppo<Env, Device,
/// tuned_ppo_layers<Env>>. In Walker2d layers with SiLU learn more than layers with tanh, and in Humanoid normalised layers with
/// SiLU do. In Ant, HalfCheetah and Hopper neither learns more than layers with tanh. Nothing else was tried in other environments.
template <class Env>
using tuned_ppo_layers = typename decltype(detail::find_ppo_layers<Env>())::type;

/// Whether there is a configuration for Learner in its environment.
template <class Learner>
inline constexpr bool is_tuned =
    detail::find_tuned_entry<Learner>() < detail::tuned_entries<typename Learner::config_type>.size();

/// Returns the configuration for this number of steps. 0 means the number of steps of the search, or the smallest one if there
/// were several searches. Options of the environment do not change the configuration. The headers that this header includes also
/// state the results of each configuration and the layers of its networks.
template <class Learner>
constexpr typename Learner::config_type tuned(std::size_t steps = 0) {
    static_assert(is_tuned<Learner>,
                  "lockstep: no configuration of this learner was searched for in this environment: take its defaults, "
                  "{.steps = ...}, or that of another learner (rl/ppo/tuned.hpp, rl/off_policy/tuned.hpp, "
                  "rl/evolution/tuned.hpp, rl/shac/tuned.hpp)");
    if constexpr (is_tuned<Learner>) {
        auto const& entries = detail::tuned_entries<typename Learner::config_type>;
        auto const& config = entries[detail::find_tuned_entry<Learner>(steps)].config;
        return steps == 0 ? config : with_steps(config, steps);
    } else {
        return {};
    }
}

}  // namespace lockstep
