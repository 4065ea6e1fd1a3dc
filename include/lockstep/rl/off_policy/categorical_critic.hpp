// SPDX-License-Identifier: MIT
// Critics of SAC and TD3 whose value of an action is a distribution (C51: Bellemare, Dabney and Munos 2017, "A distributional
// perspective on reinforcement learning"). Their loss is the cross entropy. The mean of the distribution counts as the value: by
// it the smaller target is chosen and the actor is improved. Every other option works with these critics.
//
// least_value and greatest_value are the bounds of the critic's values. With scale_rewards they are bounds of scaled returns.
// SAC's values include the entropy.
//
//     using layers = ls::hidden_layers<ls::relu_activation, 256, 256>;
//     using learner = ls::sac<env, ls::cpu, layers, ls::categorical_critic<layers, 101>>;
//     learner learning(device, {.least_value = -50, .greatest_value = 500});
#pragma once

#include <cstddef>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/value_support.hpp>
#include <lockstep/rl/off_policy/metrics.hpp>
#include <lockstep/rl/off_policy/scalar_values.hpp>
#include <lockstep/rl/off_policy/twin_critics.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

/// The target of a categorical critic: the distribution of reward + discount * next value, or only the mean of this distribution,
/// shared by the two atoms beside it ("two-hot": Farebrother et al. 2024, "Stop regressing").
enum class value_target { distribution, mean };

/// Takes the place of a critic's layers. The critic has these Layers. Its outputs are the logits of Atoms values at equal
/// distances, from config.least_value to config.greatest_value.
template <class Layers, std::size_t Atoms = 51, value_target Target = value_target::distribution>
struct categorical_critic;

/// The values of a categorical critic and their loss. The critic's outputs are logits, with the layout of a
/// workspace: [Atoms][block].
template <std::size_t Atoms, value_target Kind>
struct categorical_values : regression<categorical_values<Atoms, Kind>> {
    static_assert(Atoms > 1, "lockstep: a categorical_critic needs at least two atoms");
    static constexpr std::size_t outputs = Atoms;

    /// The distributions that both target networks predict for the next actions. Those of target 0 come first.
    template <class T, std::size_t Block>
    struct kept {
        alignas(64) feature_packs<T, 2 * Atoms, Block> probability;
    };

    /// Writes the distributions that target network `i` predicts for the next actions to batch.kept, and the means of these
    /// distributions to batch.target_value[i]. `logits` are the outputs of this network.
    template <class Config, class Constants, class Index, class Samples>
    static void estimate(Config const& config, Constants logits, Index const& count, Index const& i, Samples& batch) {
        using T = number_at_t<Constants>;
        using R = pack_t<T>;
        auto const support = support_of<R>(config);
        for (auto const pack : packs_of_samples<T>(count)) {
            Index const first = pack * pack_width<T>;
            auto const x = load_indexed<R, Atoms>(logits + first, Samples::block);
            auto const p = support.of(x);
            store_indexed<R, Atoms>(p, batch.kept.probability[i * Atoms] + first, Samples::block);
            store_pack(support.mean(p), batch.target_value[i] + first);
        }
    }

    /// Writes the gradient of critic `i`'s mean cross entropy with respect to `logits` to `gradients`, and the terms of the sums
    /// to `record`. Of the targets of both critics the one with the smaller mean counts. If samples are `weighted`, also writes
    /// their errors to batch.error[i].
    template <class Config, class Target, class Samples, class Index, class Constants, class Numbers, class Record>
    static void compare(Config const& config, Target const& td_target, Samples& batch, Index const& i, Index const& count,
                        bool weighted, Constants logits, Numbers gradients, Record& record) {
        using T = number_at_t<Constants>;
        using R = pack_t<T>;
        using scalar = scalar_t<T>;
        auto const support = support_of<R>(config);
        R const share(scalar(1) / scalar(config.batch));
        for (auto const pack : packs_of_samples<T>(count)) {
            Index const first = pack * pack_width<T>;
            auto const target_of = td_target(batch, first);
            R const next[2] = {load_pack<R>(batch.target_value[0] + first), load_pack<R>(batch.target_value[1] + first)};
            R const target_mean = target_of(min(next[0], next[1]));
            [[maybe_unused]] indexed_packs_t<R, Atoms> smaller;
            auto const target = [&] {
                if constexpr (Kind == value_target::distribution) {
                    auto const first_is_smaller = next[0] < next[1];
                    for (auto const j : world_t<T>::range(Atoms)) {
                        smaller[j] = select(first_is_smaller, load_pack<R>(batch.kept.probability[j] + first),
                                            load_pack<R>(batch.kept.probability[j + Atoms] + first));
                    }
                    return support.project(smaller, target_of);
                } else {
                    return support.two_hot(target_mean);
                }
            }();
            auto const x = load_indexed<R, Atoms>(logits + first, Samples::block);
            auto const p = support.of(x);
            R const value = support.mean(p);
            R weight(1);
            if (weighted) {
                weight = load_pack<R>(batch.weight + first);
                store_pack(value - support.mean(target), batch.error[i] + first);
            }
            R const by_difference = weight * share;
            for (auto const j : world_t<T>::range(Atoms)) {
                store_pack((p[j] - target[j]) * by_difference, gradients + (first + j * Samples::block));
            }
            // With an infinite or NaN target the loss becomes NaN: such a target must not count as one inside the support.
            store_pack(weight * (support.cross_entropy(target, x) + R(0) * target_mean), record.loss + first);
            store_pack(value, record.value + first);
            store_pack(select(support.holds(target_mean), R(0), R(1)), record.outside + first);
        }
    }

    /// Writes the values of actions to `value`, and their gradients with respect to `logits` to `gradients`.
    template <std::size_t Block, class Config, class Constants, class Index, class Numbers>
    static void differentiate(Config const& config, Constants logits, Index const& count, Numbers value, Numbers gradients) {
        using T = number_at_t<Constants>;
        using R = pack_t<T>;
        auto const support = support_of<R>(config);
        for (auto const pack : packs_of_samples<T>(count)) {
            Index const first = pack * pack_width<T>;
            auto const x = load_indexed<R, Atoms>(logits + first, Block);
            auto const p = support.of(x);
            store_pack(support.mean(p), value + first);
            store_indexed<R, Atoms>(support.mean_gradient(p), gradients + first, Block);
        }
    }

private:
    template <class R, class Config>
    static value_support<R, Atoms> support_of(Config const& config) {
        return {R(config.least_value), R(config.greatest_value)};
    }
};

template <class Env, class Hidden, std::size_t Outputs, class T, class Layers, std::size_t Atoms,
          value_target Target>
struct twin_critics<Env, Hidden, Outputs, T, categorical_critic<Layers, Atoms, Target>, scalar_values>
    : twin_critics<Env, Hidden, Outputs, T, Layers, categorical_values<Atoms, Target>> {};

/// The members of Metrics, and the share of targets outside of the support. A target is outside if its mean is outside. It is not
/// outside if only an end of its distribution is cut off.
template <class Metrics>
struct categorical_metrics : Metrics {
    double outside_support;  ///< the share of targets whose mean is less than the least value or above the greatest
};

/// Calls visit(name, value) for each number in order. These are the columns of every table of metrics.
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

template <class Layers, std::size_t Atoms, value_target Target, class Env>
struct checked_layers<categorical_critic<Layers, Atoms, Target>, Env> {
    static_assert(holds(sizeof(Env) == 0),
                  "lockstep: a categorical_critic stands in the place of the critics' layers of sac and td3; ppo has none");
};

namespace detail {
template <class Metrics, class Layers, std::size_t Atoms, value_target Target>
struct metrics_by_critic<Metrics, categorical_critic<Layers, Atoms, Target>> {
    using type = categorical_metrics<Metrics>;
};
}  // namespace detail

}  // namespace lockstep
