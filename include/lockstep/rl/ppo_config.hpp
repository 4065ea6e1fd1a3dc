// SPDX-License-Identifier: MIT
// What a user may set of proximal policy optimisation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

namespace lockstep {

struct ppo_config {
    std::size_t environments = 1024;     ///< that run in lockstep
    std::size_t steps = 10'000'000;      ///< of all environments together, after which done() holds
    std::uint64_t seed = 1;

    std::size_t horizon = 16;            ///< steps of each environment between updates
    std::size_t epochs = 4;              ///< passes over what was collected
    std::size_t minibatch = 2048;        ///< samples a gradient step; divides environments * horizon

    float learning_rate = 7e-4f;         ///< at the start
    float final_learning_rate = 0.0f;    ///< at the last step, linearly in between
    float discount = 0.98f;              ///< gamma
    float lambda = 0.95f;                ///< of the advantage estimation
    float clip = 0.2f;                   ///< epsilon of the surrogate objective
    float value_clip = 0.0f;             ///< above 0: how far an update may move a value
    float value_coefficient = 0.5f;
    float entropy_coefficient = 0.0f;
    float gradient_norm = 0.5f;          ///< the gradient of all parameters is scaled down to this norm; 0: never
    float target_kl = 0.0f;              ///< above 0: no more updates in an iteration once the divergence exceeds 1.5 times this
    float initial_log_deviation = -1.0f; ///< of the policy, whose actions lie in [-1, 1]

    bool normalize_observations = true;  ///< by the running mean and deviation, clipped to +-10
    bool scale_rewards = true;           ///< by the running deviation of the discounted return
    bool normalize_advantages = true;
    bool stagger_episodes = true;        ///< the first episodes begin as if part of them were over, so that not all end at once
};

/// Calls visit(name, value) for each member in order: what a checkpoint remembers.
template <class Visit>
constexpr void for_each_member(ppo_config const& config, Visit&& visit) {
    visit("environments", config.environments);
    visit("steps", config.steps);
    visit("seed", config.seed);
    visit("horizon", config.horizon);
    visit("epochs", config.epochs);
    visit("minibatch", config.minibatch);
    visit("learning_rate", config.learning_rate);
    visit("final_learning_rate", config.final_learning_rate);
    visit("discount", config.discount);
    visit("lambda", config.lambda);
    visit("clip", config.clip);
    visit("value_clip", config.value_clip);
    visit("value_coefficient", config.value_coefficient);
    visit("entropy_coefficient", config.entropy_coefficient);
    visit("gradient_norm", config.gradient_norm);
    visit("target_kl", config.target_kl);
    visit("initial_log_deviation", config.initial_log_deviation);
    visit("normalize_observations", config.normalize_observations);
    visit("scale_rewards", config.scale_rewards);
    visit("normalize_advantages", config.normalize_advantages);
    visit("stagger_episodes", config.stagger_episodes);
}

/// Throws std::invalid_argument that names the member.
inline void check_ppo_config(ppo_config const& config, std::size_t width) {
    auto const refuse = [](std::string const& what) { throw std::invalid_argument("lockstep: ppo_config." + what); };
    auto const number = [](auto x) { return std::to_string(x); };
    if (config.environments == 0) {
        refuse("environments is 0: at least one row of " + number(width) + " is needed");
    }
    if (config.environments % width != 0) {
        refuse("environments is " + number(config.environments) + ", not a multiple of the " + number(width) + " lanes of this device");
    }
    if (config.horizon == 0 || config.epochs == 0) {
        refuse(std::string(config.horizon == 0 ? "horizon" : "epochs") + " is 0");
    }
    constexpr std::size_t most = std::size_t(1) << 32;  // as many as a shuffle can tell apart
    if (config.environments > most || config.horizon > most || config.environments * config.horizon > most) {
        refuse("environments * horizon is " + number(config.environments) + " * " + number(config.horizon) + ", above 2^32");
    }
    std::size_t const samples = config.environments * config.horizon;
    if (config.minibatch == 0 || config.minibatch % width != 0) {
        refuse("minibatch is " + number(config.minibatch) + ", not a positive multiple of the " + number(width) + " lanes of this device");
    }
    if (samples % config.minibatch != 0) {
        refuse("minibatch is " + number(config.minibatch) + ", which does not divide environments * horizon = " + number(samples));
    }
    if (config.steps == 0) {
        refuse("steps is 0");
    }
    struct bound {
        float value;
        char const* name;
        float low, high;
    };
    constexpr float any = std::numeric_limits<float>::max();
    constexpr float above_zero = std::numeric_limits<float>::min();
    for (bound const& b : {bound{config.learning_rate, "learning_rate", above_zero, any}, bound{config.final_learning_rate, "final_learning_rate", 0, any},
                           bound{config.discount, "discount", 0, 1}, bound{config.lambda, "lambda", 0, 1},
                           bound{config.clip, "clip", above_zero, any}, bound{config.value_clip, "value_clip", 0, any},
                           bound{config.value_coefficient, "value_coefficient", 0, any}, bound{config.entropy_coefficient, "entropy_coefficient", -any, any},
                           bound{config.gradient_norm, "gradient_norm", 0, any}, bound{config.target_kl, "target_kl", 0, any},
                           bound{config.initial_log_deviation, "initial_log_deviation", -20, 20}}) {
        if (!(b.value >= b.low && b.value <= b.high)) {
            std::ostringstream text;
            text << b.name << " is " << b.value << ", not ";
            b.low == above_zero ? text << "above 0" : text << "in [" << b.low << ", " << b.high << ']';
            refuse(text.str());
        }
    }
}

}  // namespace lockstep
