// SPDX-License-Identifier: MIT
// Policies of every kind that can be exported, with weights drawn at random, and the library's own actions for observations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/image_shape.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/export/describe_policy.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/policy/deterministic_actions.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>
#include <lockstep/rl/policy/policy.hpp>
#include <lockstep/rl/policy/sac_policy.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/policy/td3_policy.hpp>
#include <tests/envs/catch_ball.hpp>

namespace lockstep_test {

/// An image of two channels, and three numbers beside it; actions within bounds that are not symmetric.
struct camera {
    static constexpr ls::image_shape observation_image{.rows = 7, .columns = 9, .channels = 2};
    static constexpr std::size_t observation_size = observation_image.size() + 3, action_size = 2, episode_limit = 8;
    static constexpr double action_low = -1, action_high = 4;
    template <class R>
    struct state {
        R brightness;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform()};
    }
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        ls::vector<R, observation_size> result;
        for (R& x : result) {
            x = s.brightness;
        }
        return result;
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 2> const&) const {
        return {s, R(0), R(1) < R(0)};
    }
};
static_assert(ls::environment<camera>);

template <class Activation>
using pendulum_with = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<Activation, 32, 24>>;
using two_convolutions = ls::convolutions<ls::filters{4, 3, 2}, ls::filters{6, 2}>;

/// Weights as a training begins with, but with outputs as large as those of its end, biases that are not zero, and a normaliser.
template <class Policy>
Policy exported_example(std::uint64_t seed = 1) {
    using actor = typename Policy::actor;
    Policy policy;
    actor::initialize(seed, 1, 1, policy.parameters.data(), 0);
    ls::random<float> draws(seed, 0u, 0u);
    actor::for_each_tensor([&](std::string const&, std::vector<std::size_t> const& shape, auto place) {
        for (std::size_t k = 0; k < ls::element_count(shape); ++k) {
            policy.parameters[place(k)] += draws.uniform(-0.03f, 0.03f);
        }
    });
    for (std::size_t i = 0; i < Policy::observation_size; ++i) {
        policy.normalization.mean[i] = draws.uniform(-1.0f, 1.0f);
        policy.normalization.scale[i] = draws.uniform(0.2f, 5.0f);
    }
    return policy;
}

struct exported_episode {
    std::vector<std::vector<float>> observations, actions;
};

/// The library's actions for random observations, each with one number so far from its mean that it is clipped.
template <class Policy>
exported_episode library_actions(Policy const& policy, std::size_t steps, std::uint64_t seed = 7) {
    ls::random<float> draws(seed, 0u, 0u);
    [[maybe_unused]] std::array<float, ls::memory_size<typename Policy::actor>> memory{};
    exported_episode result;
    for (std::size_t step = 0; step < steps; ++step) {
        ls::vector<float, Policy::observation_size> observation;
        for (std::size_t i = 0; i < observation.size(); ++i) {
            float const reach = step % observation.size() == i ? 30.0f : 2.0f;
            observation[i] = policy.normalization.mean[i] + draws.uniform(-reach, reach) / policy.normalization.scale[i];
        }
        ls::vector<float, Policy::action_size> chosen;
        if constexpr (ls::memory_size < typename Policy::actor >> 0) {
            chosen = policy.mean_action(observation, memory);
        } else {
            chosen = policy.mean_action(observation);
        }
        auto const action = ls::within_bounds<typename Policy::environment>(chosen);
        result.observations.emplace_back(observation.begin(), observation.end());
        result.actions.emplace_back(action.begin(), action.end());
    }
    return result;
}

/// A policy of each kind as the exports take it, and an episode of the library's actions.
struct exported_kind {
    std::string name;
    ls::exported_policy described;
    exported_episode episode;
};

template <class Policy>
exported_kind kind_of(std::string name, std::size_t steps) {
    Policy const policy = exported_example<Policy>();
    return {std::move(name), ls::describe_policy(policy), library_actions(policy, steps)};
}

inline std::vector<exported_kind> exported_kinds(std::size_t steps) {
    using namespace ls;
    using envs::half_cheetah, envs::pendulum;
    return {
        kind_of<pendulum_with<tanh_activation>>("tanh", steps),
        kind_of<pendulum_with<relu_activation>>("relu", steps),
        kind_of<pendulum_with<elu_activation>>("elu", steps),
        kind_of<pendulum_with<silu_activation>>("silu", steps),
        kind_of<pendulum_with<gelu_activation>>("gelu", steps),
        kind_of<pendulum_with<identity_activation>>("identity", steps),
        kind_of<pendulum_with<layer_norm<relu_activation>>>("layer_norm", steps),
        kind_of<ppo_policy<half_cheetah, linear_layers, deterministic_actions<half_cheetah>>>("linear", steps),
        kind_of<ppo_policy<half_cheetah>>("half_cheetah", steps),
        kind_of<ppo_policy<envs::cartpole>>("categorical", steps),
        kind_of<ppo_policy<pendulum, hidden_layers<tanh_activation, 16>, squashed_actions<pendulum>>>("squashed", steps),
        kind_of<sac_policy<half_cheetah, hidden_layers<relu_activation, 128, 128>>>("sac", steps),
        kind_of<td3_policy<pendulum, hidden_layers<relu_activation, 64, 64>>>("td3", steps),
        kind_of<ppo_policy<half_cheetah, recurrent_layers<24, elu_activation, 16>>>("recurrent", steps),
        kind_of<ppo_policy<catch_ball, convolutional_layers<two_convolutions, relu_activation, 16>>>("convolutional", steps),
        kind_of<ppo_policy<camera, convolutional_layers<two_convolutions, silu_activation, 16>>>("camera", steps),
    };
}

/// Writes the export of each kind to FOLDER/KIND.SUFFIX, and an episode of the library's actions to FOLDER/KIND.json: for the
/// scripts that run the exports.
inline void write_exported_kinds(std::filesystem::path const& folder, std::string const& suffix,
                                 std::string (*print)(ls::exported_policy const&)) {
    std::filesystem::create_directories(folder);
    for (exported_kind const& kind : exported_kinds(64)) {
        ls::write_file(folder / (kind.name + suffix), print(kind.described));
        auto const table = [](std::vector<std::vector<float>> const& rows) {
            std::string text;
            for (auto const& row : rows) {
                text += text.empty() ? "[" : "], [";
                for (std::size_t i = 0; i < row.size(); ++i) {
                    text += ls::formatted(i == 0 ? "%.9g" : ", %.9g", static_cast<double>(row[i]));
                }
            }
            return text + ']';
        };
        ls::write_file(folder / (kind.name + ".json"), "{\"observations\": [" + table(kind.episode.observations) +
                                                           "], \"actions\": [" + table(kind.episode.actions) + "]}\n");
    }
}

}  // namespace lockstep_test
