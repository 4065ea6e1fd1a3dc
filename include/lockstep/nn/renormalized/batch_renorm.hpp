// SPDX-License-Identifier: MIT
// Batch renormalisation (Ioffe 2017, "Batch renormalization: towards reducing minibatch dependence in batch-normalized models",
// algorithm 1): the values of a layer are normalised by the mean and the deviation of the batch, corrected towards the running
// mean and deviation. Then each unit multiplies its value by a gain and adds a shift.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// T models renormalizable if batch_renorm takes the activation T: its derivative follows from its value, and it has no
/// layer_norm.
template <class T>
concept renormalizable = activation_function<T> && !differentiates_sum<T> && !normalizes_layer<T>;

/// Takes the place of an activation: hidden_layers<batch_renorm<relu_activation>, 512, 512>. The network then renormalises its
/// inputs, and the values of every hidden layer after the activation (Bhatt et al. 2024, "CrossQ", figure 2).
template <activation_function Activation>
struct batch_renorm : Activation {
    using renormalized_activation = Activation;
};
static_assert(activation_function<batch_renorm<relu_activation>>);

/// Activation models renormalizes if a network with this activation is renormalised.
template <class Activation>
concept renormalizes = requires { typename Activation::renormalized_activation; };

inline constexpr float batch_renorm_epsilon = 1e-3f;  ///< added to the variance

/// Bounds of the correction: its factor is in [1 / r, r], its shift in [-d, d], in units of the running deviation. With r = 1 and
/// d = 0 there is no correction: this is batch normalisation.
template <class S>
struct basic_renorm_limits {
    S r = S(1);
    S d = S(0);

    /// Returns the bounds of CrossQ at a step. In the first `warmup` steps, counted from 1, there is no correction, because the
    /// running statistics still settle. After them r = 3 and d = 5.
    template <class Flag>
    static basic_renorm_limits at(Flag const& step, std::size_t warmup) {
        constexpr std::size_t never = std::numeric_limits<std::uint32_t>::max();
        auto const is_warm = step > static_cast<std::uint32_t>(std::min(warmup, never));
        return {.r = choose(is_warm, S(3), S(1)), .d = choose(is_warm, S(5), S(0))};
    }
};
using renorm_limits = basic_renorm_limits<float>;

/// The renormalisation of `units` units. `units` must be a multiple of `padding`. Each pointer is to [units] numbers. Units of
/// the padding have gain and shift 0.
template <class T>
struct batch_renorm_units {
    using R = pack_t<T>;
    using constants = pointer_t<T const>;
    std::size_t units;
    constants gain;
    constants shift;
    constants mean;      ///< running
    constants variance;  ///< running

    /// Writes `scale` and `offset`, both [units], for inference. With the running statistics, a renormalised value is scale *
    /// value + offset.
    void fold(pointer_t<T> scale, pointer_t<T> offset) const {
        for (auto const pack : world_t<T>::range(units / pack_width<T>)) {
            index_t<T> const i = pack * pack_width<T>;
            R const s = at(gain, i) / deviation(at(variance, i));
            store_pack(s, scale + i);
            store_pack(multiply_add(-at(mean, i), s, at(shift, i)), offset + i);
        }
    }

    /// The statistics of a batch, and where fold() with bounds writes: `scale` and `offset` for these statistics, and the
    /// correction `r` and `d`, which is constant in the backward pass. All pointers are to [units] numbers.
    struct correction {
        constants batch_mean;
        constants batch_variance;
        pointer_t<T> r;
        pointer_t<T> d;
        pointer_t<T> scale;
        pointer_t<T> offset;
    };
    template <class S>
    void fold(basic_renorm_limits<S> const& limits, correction const& to) const {
        for (auto const pack : world_t<T>::range(units / pack_width<T>)) {
            index_t<T> const i = pack * pack_width<T>;
            R const sigma = deviation(at(to.batch_variance, i));
            R const running = deviation(at(variance, i));
            R const r = clamp(sigma / running, R(1) / R(limits.r), R(limits.r));
            R const d = clamp((at(to.batch_mean, i) - at(mean, i)) / running, R(-limits.d), R(limits.d));
            R const s = at(gain, i) * r / sigma;
            store_pack(r, to.r + i);
            store_pack(d, to.d + i);
            store_pack(s, to.scale + i);
            R const shifted = multiply_add(at(gain, i), d, at(shift, i));
            store_pack(multiply_add(-at(to.batch_mean, i), s, shifted), to.offset + i);
        }
    }

    LOCKSTEP_INLINE static R deviation(R const& v) { return sqrt(v + R(batch_renorm_epsilon)); }

private:
    LOCKSTEP_INLINE static R at(constants const& from, index_t<T> const& i) { return load_pack<R>(from + i); }
};

/// Returns `sum` plus the pack of columns from `i` on, summed over the rows of a batch in their order.
template <class T>
LOCKSTEP_INLINE pack_t<T> add_column(strided<T const> const& x, index_t<T> const& rows, index_t<T> const& i, pack_t<T> sum) {
    for (auto const s : world_t<T>::range(rows)) {
        sum = sum + load_pack<pack_t<T>>(x.at(s, i));
    }
    return sum;
}
/// Returns `squares` plus the squares of x - centre for the pack of columns from `i` on, summed over the rows of a batch in their
/// order. `centre` has one number for each of these columns.
template <class T>
LOCKSTEP_INLINE pack_t<T> add_column_squares(strided<T const> const& x, index_t<T> const& rows, index_t<T> const& i,
                                             pack_t<T> const& centre, pack_t<T> squares) {
    for (auto const s : world_t<T>::range(rows)) {
        pack_t<T> const rest = load_pack<pack_t<T>>(x.at(s, i)) - centre;
        squares = multiply_add(rest, rest, squares);
    }
    return squares;
}

/// Writes the mean and the variance of `units` columns of `x`, over its first `rows` rows, to `mean` and `variance`, both
/// [units]. The variance is the mean of the squares of the distances from the mean. Rows are added in their order.
template <class T>
LOCKSTEP_NOINLINE void batch_statistics(strided<T const> x, std::size_t rows, std::size_t units, pointer_t<T> mean,
                                        pointer_t<T> variance) {
    using R = pack_t<T>;
    using scalar = scalar_t<T>;
    R const share(scalar(1) / scalar(rows));
    for (auto const pack : world_t<T>::range(units / pack_width<T>)) {
        index_t<T> const i = pack * pack_width<T>;
        R const centre = add_column<T>(x, rows, i, R(0)) * share;
        R const squares = add_column_squares<T>(x, rows, i, centre, R(0));
        store_pack(centre, mean + i);
        store_pack(squares * share, variance + i);
    }
}

/// Computes what batch_statistics computes, for ranks that each have some rows of a batch of `samples` rows. One rank after
/// another adds its rows to `mean`, which has the sum of the ranks before. The last sum is divided by `samples`. Then `variance`
/// is computed likewise from the squares of the distances from the mean.
template <class T>
struct shared_batch_statistics {
    using R = pack_t<T>;
    std::size_t samples;  ///< of the whole batch
    std::size_t units;
    pointer_t<T> mean;      ///< [units]
    pointer_t<T> variance;  ///< [units]

    /// Adds the rows of this rank to `mean`: the first `rows` rows of `x`. The first rank passes `begins`, so that its sum starts
    /// at zero.
    void add(strided<T const> const& x, index_t<T> const& rows, bool begins) const {
        for_each([&](index_t<T> const& i) {
            store_pack(add_column<T>(x, rows, i, begins ? R(0) : load_pack<R>(mean + i)), mean + i);
        });
    }
    /// Adds the squares of the distances of the rows of this rank from `mean` to `variance`, as add() adds rows. Call it
    /// after divide(mean).
    void add_squares(strided<T const> const& x, index_t<T> const& rows, bool begins) const {
        for_each([&](index_t<T> const& i) {
            R const before = begins ? R(0) : load_pack<R>(variance + i);
            store_pack(add_column_squares<T>(x, rows, i, load_pack<R>(mean + i), before), variance + i);
        });
    }
    /// Divides `sums`, which is `mean` or `variance`, by `samples`.
    void divide(pointer_t<T> const& sums) const {
        R const share(scalar_t<T>(1) / scalar_t<T>(samples));
        for_each([&](index_t<T> const& i) { store_pack(load_pack<R>(sums + i) * share, sums + i); });
    }

private:
    template <class Body>
    void for_each(Body body) const {
        for (auto const pack : world_t<T>::range(units / pack_width<T>)) {
            body(pack * pack_width<T>);
        }
    }
};

}  // namespace lockstep
