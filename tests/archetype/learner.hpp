// SPDX-License-Identifier: MIT
// The learner with the fewest promises: what check_learner asks for and no more. It counts, and its policy stays as it began.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/nn/activation.hpp>
#include <lockstep/rl/learner.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/policy.hpp>

#include "environment.hpp"

namespace archetype {

struct learner_config {
    std::size_t steps = 4;
    float pace = 1;
};
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, learner_config>
constexpr void for_each_member(Config& config, Visit&& visit) {
    visit("steps", config.steps);
    visit("pace", config.pace);
}

template <class Device>
class learner {
    using hidden = lockstep::hidden_layers<lockstep::tanh_activation, 16>;

public:
    static constexpr std::string_view name = "archetype";
    using environment = archetype::environment;
    using networks = lockstep::actor_critic<environment, hidden>;
    using policy_type = lockstep::ppo_policy<environment, hidden>;

    explicit learner(Device& device) : device_(&device), counts_(device.template allocate<float>(3)) {}

    bool done() const { return steps_ >= config_.steps; }
    std::size_t total_steps() const { return steps_; }
    std::size_t iterations() const { return steps_; }
    lockstep::iteration_metrics iterate() {
        lockstep::iteration_metrics metrics{};
        metrics.iteration = metrics.steps = ++steps_;
        return metrics;
    }
    policy_type policy() const { return {}; }
    learner_config const& config() const { return config_; }
    environment const& env() const { return env_; }
    Device& device() const { return *device_; }
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("steps", steps_);
        visit("counts", counts_);
    }

private:
    Device* device_;
    learner_config config_;
    environment env_;
    std::size_t steps_ = 0;
    typename Device::template buffer<float> counts_;
};

}  // namespace archetype
