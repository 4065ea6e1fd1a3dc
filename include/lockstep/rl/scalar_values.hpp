// SPDX-License-Identifier: MIT
// What a critic's output stands for, if it is the value itself: how its targets follow from it, how it is regressed and how it
// judges. For a value that is a distribution see rl/categorical_critic.hpp.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/nn/multiply.hpp>

namespace lockstep {

/// Sums over the samples of a regression.
template <std::floating_point T>
struct regression_sums {
    T loss, value;
    T outside;  ///< how many targets the critic has no values for

    regression_sums& operator+=(regression_sums const& other) {
        loss += other.loss;
        value += other.value;
        outside += other.outside;
        return *this;
    }
};

/// A critic's output is the value, regressed by half its squared error. Outputs are [1][block], as a workspace has them.
struct scalar_values {
    static constexpr std::size_t outputs = 1;

    /// Nothing of the next action's value but the value.
    template <class T, std::size_t Block>
    struct kept {};

    /// Target `i` of the next actions.
    template <class Config, class Samples, std::floating_point T>
    static void estimate(Config const&, T const* values, std::size_t, std::size_t i, Samples& batch) {
        std::copy_n(values, Samples::block, batch.target_value[i]);
    }

    /// The gradient of critic `i`'s mean loss by its values, towards the reward and the smaller target.
    template <class Config, class Samples, std::floating_point T>
    static regression_sums<T> regress(Config const& config, Samples& batch, std::size_t i, std::size_t count, bool weighted,
                                      T const* values, T* gradients) {
        using R = native_row<T>;
        regression_sums<T> total{};
        for (std::size_t first = 0; first < count; first += row_width<T>) {
            R const next = min(load_row<R>(batch.target_value[0] + first), load_row<R>(batch.target_value[1] + first));
            R const value = load_row<R>(values + first);
            R const error = value - fma(load_row<R>(batch.discount + first), next, load_row<R>(batch.reward + first));
            R const weight = weighted ? load_row<R>(batch.weight + first) : R(1);
            if (weighted) {
                store_row(error, batch.error[i] + first);
            }
            store_row(error * weight * R(T(1) / static_cast<T>(config.batch)), gradients + first);
            R const loss = R(T(0.5)) * weight * error * error;
            for (std::size_t l = 0; l < row_width<T> && first + l < count; ++l) {
                total.loss += lane(loss, l);
                total.value += lane(value, l);
            }
        }
        return total;
    }

    /// The values of actions, and their gradients by the outputs.
    template <class Config, std::floating_point T, std::size_t Block>
    static void judge(Config const&, T const* values, std::size_t, T (&value)[Block], T* gradients) {
        std::copy_n(values, Block, value);
        std::fill_n(gradients, Block, T(1));
    }
};

}  // namespace lockstep
