// SPDX-License-Identifier: MIT
// A trained policy of bounded actions as a value: what `policy` is to PPO, for learners that squash.
#pragma once

#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/rl/normalizer.hpp>
#include <lockstep/rl/policy.hpp>
#include <lockstep/rl/sac_networks.hpp>

namespace lockstep {

/// The actor in the device's memory, as a kernel uses it.
template <class Networks>
struct squashed_actor_view {
    using R = native_lanes;
    using actor = typename Networks::actor;
    static constexpr std::size_t width = native_width;
    using workspace = typename actor::template workspace<width>;
    using observations = vector<R, Networks::observation_size>;
    using actions = vector<R, Networks::action_size>;

    float const* parameters;
    float const* derived;
    normalizer<Networks::observation_size> normalization;

    /// The squashed mean for a row of observations. `work` must be prepared.
    actions act(observations const& observation, workspace& work) const { return distribution(observation, work).mode(); }

    /// Actions drawn from the policy.
    actions act(observations const& observation, workspace& work, random<R>& noise) const {
        auto const policy = distribution(observation, work);
        return policy.at(policy.noise(noise)).action;
    }

private:
    auto distribution(observations const& observation, workspace& work) const {
        forward_actor<actor>(parameters, derived, normalization(observation), work);
        return Networks::distribution(work.outputs, width);
    }
};

/// A squashed Gaussian policy for Env, whose actor gives mean and log deviation, with the normaliser of its observations.
/// On the host.
template <class Env, class Hidden = hidden_layers<relu_activation, 256, 256>>
struct squashed_policy {
    using environment = Env;
    using networks = sac_networks<Env, Hidden>;
    using actor = typename networks::actor;
    using view = squashed_actor_view<networks>;
    static constexpr std::string_view format = "lockstep.squashed_policy.1";
    static constexpr std::size_t observation_size = networks::observation_size;
    static constexpr std::size_t action_size = networks::action_size;

    std::vector<float> parameters = std::vector<float>(actor::parameter_count);
    normalizer<observation_size> normalization = normalizer<observation_size>::identity();

    /// The squashed mean for one observation.
    vector<float, action_size> mean_action(vector<float, observation_size> const& observation) const {
        auto const outputs = forward_on_host<actor>(parameters, normalization(observation));
        vector<float, action_size> action;
        for (std::size_t i = 0; i < action_size; ++i) {
            action[i] = tanh(outputs[i]);
        }
        return action;
    }
};

}  // namespace lockstep
