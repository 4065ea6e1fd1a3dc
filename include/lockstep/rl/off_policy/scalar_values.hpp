// SPDX-License-Identifier: MIT
// The values of a critic whose output is the value itself: the loss, and its gradient with respect to the output.
// rl/off_policy/categorical_critic.hpp has those of a critic whose value is a distribution.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// Sums over the samples of a regression.
template <class S>
struct regression_sums {
    S loss, value;
    S outside;  ///< how many targets are outside of a categorical critic's support
};

/// The terms of regression_sums: of each sum one term for each of up to Block samples.
template <class T, std::size_t Block>
struct regression_record {
    alignas(64) array_t<T, Block> loss;
    alignas(64) array_t<T, Block> value;
    alignas(64) array_t<T, Block> outside;

    /// Returns `before` plus the terms of the first `count` samples, added in their order.
    template <class Sums>
    Sums added_to(Sums const& before, index_t<T> const& count) {
        Sums total = before;
        for (auto const s : world_t<T>::range(count)) {
            total.loss += *(loss + s);
            total.value += *(value + s);
            total.outside += *(outside + s);
        }
        return total;
    }
};

/// A base of Values: the regression of a critic's outputs towards targets. Values::compare computes the gradients and the terms
/// of the sums.
template <class Values>
struct regression {
    /// Writes the gradient of critic `i`'s mean loss with respect to `outputs` to `gradients`, for the first `count` samples of
    /// `batch`. Returns `before` plus the sums over these samples. td_target(batch, first) returns a function for the pack of
    /// samples that begins at `first`. This function computes the Bellman targets from the value of the next actions, the smaller
    /// one of both critics. If samples are `weighted`, the loss of each sample is multiplied by its weight.
    template <class Config, class Target, class Samples, class Index, class Constants, class Numbers,
              class Sums = regression_sums<scalar_t<number_at_t<Constants>>>>
    static Sums regress(Config const& config, Target const& td_target, Samples& batch, Index const& i, Index const& count,
                        bool weighted, Constants outputs, Numbers gradients, Sums const& before = {}) {
        using T = number_at_t<Constants>;
        regression_record<T, Samples::block> record;
        Values::compare(config, td_target, batch, i, count, weighted, outputs, gradients, record);
        world_t<T>::barrier();
        Sums const sums = record.added_to(before, count);
        world_t<T>::barrier();  // before the next samples overwrite these records
        return sums;
    }
};

/// The values of a critic whose output is the value. The loss is half the squared error. Outputs have the layout of a
/// workspace: [1][block].
struct scalar_values : regression<scalar_values> {
    static constexpr std::size_t outputs = 1;

    /// Nothing is kept of the next action beside its value.
    template <class T, std::size_t Block>
    struct kept {};

    /// Writes `values`, which target network `i` gives the next actions, to batch.target_value[i].
    template <class Config, class Constants, class Index, class Samples>
    static void estimate(Config const&, Constants values, Index const&, Index const& i, Samples& batch) {
        copy_packs<number_at_t<Constants>>(values, batch.target_value[i] + 0, Samples::block);
    }

    /// Writes the gradient of critic `i`'s mean loss with respect to `values` to `gradients`, and the terms of the sums to
    /// `record`. If samples are `weighted`, also writes their errors to batch.error[i].
    template <class Config, class Target, class Samples, class Index, class Constants, class Numbers, class Record>
    static void compare(Config const& config, Target const& td_target, Samples& batch, Index const& i, Index const& count,
                        bool weighted, Constants values, Numbers gradients, Record& record) {
        using T = number_at_t<Constants>;
        using R = pack_t<T>;
        using scalar = scalar_t<T>;
        R const share(scalar(1) / scalar(config.batch));
        for (auto const pack : packs_of_samples<T>(count)) {
            Index const first = pack * pack_width<T>;
            R const next = min(load_pack<R>(batch.target_value[0] + first), load_pack<R>(batch.target_value[1] + first));
            R const value = load_pack<R>(values + first);
            R const error = value - td_target(batch, first)(next);
            R weight(1);
            if (weighted) {
                weight = load_pack<R>(batch.weight + first);
                store_pack(error, batch.error[i] + first);
            }
            store_pack(error * weight * share, gradients + first);
            store_pack(R(0.5) * weight * error * error, record.loss + first);
            store_pack(value, record.value + first);
            store_pack(R(0), record.outside + first);
        }
    }

    /// Writes the values of actions to `value`, and their gradients with respect to the outputs, which are 1, to `gradients`.
    template <std::size_t Block, class Config, class Constants, class Index, class Numbers>
    static void differentiate(Config const&, Constants values, Index const&, Numbers value, Numbers gradients) {
        using T = number_at_t<Constants>;
        copy_packs<T>(values, value, Block);
        for (std::size_t first = 0; first < Block; first += pack_width<T>) {
            store_pack(pack_t<T>(1), gradients + first);
        }
    }
};

}  // namespace lockstep
