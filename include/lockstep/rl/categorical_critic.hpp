// SPDX-License-Identifier: MIT
// Critics of SAC and TD3 that tell the value of an action by a distribution (C51: Bellemare, Dabney and Munos 2017, "A
// distributional perspective on reinforcement learning"). They are regressed by cross entropy; the value is the mean, by which
// the smaller of both targets is chosen and the actor improved. They go with every other option.
//
// The two numbers are those between which the critic's values lie: of scaled returns with scale_rewards, and SAC's contain the
// entropy.
//
//     using layers = ls::hidden_layers<ls::relu_activation, 256, 256>;
//     using learner = ls::sac<env, ls::cpu, layers, ls::categorical_critic<layers, 101>>;
//     learner learning(device, {.least_value = -50, .greatest_value = 500});
#pragma once

#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/value_support.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/off_policy_metrics.hpp>
#include <lockstep/rl/scalar_values.hpp>
#include <lockstep/rl/twin_critics.hpp>

namespace lockstep {

/// What a critic is taught: the distribution of reward + discount * what follows, or only its mean, shared by two atoms
/// ("two-hot": Farebrother et al. 2024, "Stop regressing").
enum class value_target { distribution, mean };

/// In the place of a critic's layers: Layers, whose outputs are the logits of Atoms values from config.least_value to
/// config.greatest_value.
template <class Layers, std::size_t Atoms = 51, value_target Target = value_target::distribution>
struct categorical_critic;

/// What such a critic's outputs stand for. Outputs are [Atoms][block], as a workspace has them.
template <std::size_t Atoms, value_target Target>
struct categorical_values {
    static_assert(Atoms > 1, "lockstep: a categorical_critic needs at least two atoms");
    static constexpr std::size_t outputs = Atoms;

    /// The distributions of both targets.
    template <class T, std::size_t Block>
    struct kept {
        alignas(64) T probability[2][Atoms][Block];
    };

    /// Target `i` of the next actions: its distributions and their means.
    template <class Config, class Samples, std::floating_point T>
    static void estimate(Config const& config, T const* logits, std::size_t count, std::size_t i, Samples& batch) {
        auto const support = support_of<T>(config);
        for (std::size_t first = 0; first < count; first += row_width<T>) {
            auto const p = support.of(load_features<Atoms>(logits + first, Samples::block));
            store_features(p, batch.kept.probability[i][0] + first, Samples::block);
            store_row(support.mean(p), batch.target_value[i] + first);
        }
    }

    /// The gradient of critic `i`'s mean cross entropy by its logits, towards the target whose mean is smaller; and what `before`
    /// becomes with these samples.
    template <class Config, class Samples, std::floating_point T>
    static regression_sums<T> regress(Config const& config, Samples& batch, std::size_t i, std::size_t count, bool weighted,
                                      T const* logits, T* gradients, regression_sums<T> const& before = {}) {
        using R = native_row<T>;
        auto const support = support_of<T>(config);
        regression_sums<T> total = before;
        for (std::size_t first = 0; first < count; first += row_width<T>) {
            R const reward = load_row<R>(batch.reward + first), discount = load_row<R>(batch.discount + first);
            R const next[2] = {load_row<R>(batch.target_value[0] + first), load_row<R>(batch.target_value[1] + first)};
            R const target_mean = fma(discount, min(next[0], next[1]), reward);
            vector<R, Atoms> target;
            if constexpr (Target == value_target::distribution) {
                auto const first_is_smaller = next[0] < next[1];
                for (std::size_t j = 0; j < Atoms; ++j) {
                    target[j] = select(first_is_smaller, load_row<R>(batch.kept.probability[0][j] + first),
                                       load_row<R>(batch.kept.probability[1][j] + first));
                }
                target = support.project(target, reward, discount);
            } else {
                target = support.two_hot(target_mean);
            }
            auto const x = load_features<Atoms>(logits + first, Samples::block);
            auto const p = support.of(x);
            R const value = support.mean(p);
            R const weight = weighted ? load_row<R>(batch.weight + first) : R(1);
            if (weighted) {
                store_row(value - support.mean(target), batch.error[i] + first);
            }
            store_features((p - target) * (weight * R(T(1) / static_cast<T>(config.batch))), gradients + first, Samples::block);
            // A target that is no number, or infinite, must not be one within the support.
            R const loss = weight * (support.cross_entropy(target, x) + R(0) * target_mean);
            R const outside = select(support.holds(target_mean), R(0), R(1));
            for (std::size_t l = 0; l < row_width<T> && first + l < count; ++l) {
                total.loss += lane(loss, l);
                total.value += lane(value, l);
                total.outside += lane(outside, l);
            }
        }
        return total;
    }

    /// The values of actions, and their gradients by the logits.
    template <std::size_t Block, class Config, std::floating_point T>
    static void judge(Config const& config, T const* logits, std::size_t count, T* value, T* gradients) {
        auto const support = support_of<T>(config);
        for (std::size_t first = 0; first < count; first += row_width<T>) {
            auto const p = support.of(load_features<Atoms>(logits + first, Block));
            store_row(support.mean(p), value + first);
            store_features(support.mean_gradient(p), gradients + first, Block);
        }
    }

private:
    template <std::floating_point T, class Config>
    static value_support<native_row<T>, Atoms> support_of(Config const& config) {
        return {native_row<T>(config.least_value), native_row<T>(config.greatest_value)};
    }
};

template <class Env, class Hidden, std::size_t Outputs, class T, class Layers, std::size_t Atoms,
          value_target Target>
struct twin_critics<Env, Hidden, Outputs, T, categorical_critic<Layers, Atoms, Target>, scalar_values>
    : twin_critics<Env, Hidden, Outputs, T, Layers, categorical_values<Atoms, Target>> {};

/// Metrics, and how many targets lie where a categorical critic has no atoms. A target may be cut off at one end though its mean
/// is within the support; that is not counted.
template <class Metrics>
struct categorical_metrics : Metrics {
    double outside_support;  ///< the share of targets whose mean is less than the least value or above the greatest
};

/// Calls visit(name, value) for each member in order: the columns of every table of metrics.
template <class Metrics, class Visit>
constexpr void for_each_column(categorical_metrics<Metrics> const& row, Visit&& visit) {
    for_each_column(static_cast<Metrics const&>(row), visit);
    visit("outside_support", row.outside_support);
}

template <class Progress, class Metrics>
void describe(Progress const& p, std::size_t updates, std::size_t actor_updates, categorical_metrics<Metrics>& m) {
    describe(p, updates, actor_updates, static_cast<Metrics&>(m));
    m.outside_support = mean_over(p.outside[0] + p.outside[1], 2 * updates);
}

namespace detail {
template <class Layers, std::size_t Atoms, value_target Target, class Env>
struct layers_of<categorical_critic<Layers, Atoms, Target>, Env> {
    static_assert(sizeof(Env) == 0,
                  "lockstep: a categorical_critic stands in the place of the critics' layers of sac and td3; ppo has none");
    using type = Layers;
};

template <class Metrics, class Layers, std::size_t Atoms, value_target Target>
struct metrics_by_critic<Metrics, categorical_critic<Layers, Atoms, Target>> {
    using type = categorical_metrics<Metrics>;
};
}  // namespace detail

}  // namespace lockstep
