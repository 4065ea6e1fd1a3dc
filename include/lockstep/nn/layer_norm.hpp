// SPDX-License-Identifier: MIT
// Layer normalisation (Ba, Kiros and Hinton 2016): the sums of a hidden layer, normalised by their mean and deviation within a
// sample, then times a gain and plus a bias of each unit, before the activation.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// Takes the place of an activation: hidden_layers<layer_norm<relu_activation>, 256, 256>. The sums of each hidden layer are then
/// normalised before the activation.
template <activation_function Activation>
struct layer_norm : Activation {
    static constexpr bool normalizes_layer = true;

private:
    static constexpr std::string_view prefix = "layer_norm ";
    static constexpr auto text = [] {
        std::array<char, prefix.size() + std::string_view(Activation::name).size()> joined{};
        auto const end = std::copy(prefix.begin(), prefix.end(), joined.begin());
        std::copy_n(std::string_view(Activation::name).begin(), std::string_view(Activation::name).size(), end);
        return joined;
    }();

public:
    static constexpr std::string_view name{text.data(), text.size()};
};
static_assert(activation_function<layer_norm<relu_activation>>);

/// True if a network with this activation normalises its hidden layers.
template <class Activation>
inline constexpr bool normalizes_layer = requires { requires Activation::normalizes_layer; };

inline constexpr double layer_norm_epsilon = 1e-5;  ///< added to the variance

/// The layer normalisation of one sample, in a layer with `units` units. The sums of the sample are padded with zeros to whole
/// packs of lanes. Each pointer is to [padded(units)] numbers.
template <class T>
struct layer_norm_sample {
    using R = pack_t<T>;
    using scalar = scalar_t<T>;
    using numbers = pointer_t<T>;
    using constants = pointer_t<T const>;
    std::size_t units;

    /// Replaces `sums` by gain * normalized + bias. Writes `normalized` and returns 1 / deviation, both for backward().
    scalar forward(numbers sums, constants gain, constants bias, numbers normalized) const {
        scalar const mean = total([&](std::size_t i, R const& sum) { return sum + load_pack<R>(sums + i); }) / scalar(units);
        for (std::size_t i = 0; i < end(); i += pack_width<T>) {
            store_pack(load_pack<R>(sums + i) - R(mean), normalized + i);
        }
        clear_padding(normalized);
        scalar const squares = total([&](std::size_t i, R const& sum) {
            return multiply_add(load_pack<R>(normalized + i), load_pack<R>(normalized + i), sum);
        });
        scalar const scale = scalar(1) / sqrt(squares / scalar(units) + scalar(layer_norm_epsilon));
        for (std::size_t i = 0; i < end(); i += pack_width<T>) {
            R const x = load_pack<R>(normalized + i) * R(scale);
            store_pack(x, normalized + i);
            store_pack(multiply_add(load_pack<R>(gain + i), x, load_pack<R>(bias + i)), sums + i);
        }
        return scale;
    }

    /// Replaces the gradient with respect to the result of forward() by the gradient with respect to the sums. `scale` is what
    /// forward() returned.
    void backward(numbers gradient, constants gain, constants normalized, scalar const& scale) const {
        auto const scaled = [&](std::size_t i) { return load_pack<R>(gradient + i) * load_pack<R>(gain + i); };
        scalar const mean = total([&](std::size_t i, R const& sum) { return sum + scaled(i); }) / scalar(units);
        scalar const along = total([&](std::size_t i, R const& sum) {
            return multiply_add(scaled(i), load_pack<R>(normalized + i), sum);
        }) / scalar(units);
        for (std::size_t i = 0; i < end(); i += pack_width<T>) {
            R const rest = multiply_add(-R(along), load_pack<R>(normalized + i), scaled(i) - R(mean));
            store_pack(R(scale) * rest, gradient + i);
        }
        clear_padding(gradient);
    }

private:
    std::size_t end() const { return padded<T>(units); }
    void clear_padding(numbers row) const {
        world_t<T>::barrier();
        for (std::size_t i = units; i < end(); ++i) {
            row[i] = scalar(0);
        }
        world_t<T>::barrier();
    }

    /// Returns an ordered_sum over the units. add(i, sum) returns the partial sums `sum` plus the pack of units that begins at i.
    template <class Add>
    scalar total(Add add) const {
        ordered_sum<R> sum;
        for (std::size_t i = 0; i < end(); i += pack_width<T>) {
            R& partial = sum.partial(i / pack_width<T>);
            partial = add(i, partial);
        }
        return sum.total();
    }
};

/// Writes the gradient with respect to the gains of a layer with `width` units to `to`, [width], or adds it there with
/// `accumulate`. It is the sum over the samples of `gradients` times `normalized`, both [samples][width]. `gradients` are with
/// respect to the result of forward().
template <class T>
void layer_norm_gain_gradient(strided<T> const& gradients, strided<T> const& normalized, index_t<T> const& samples,
                              std::size_t width, bool accumulate, pointer_t<T> const& to) {
    using R = pack_t<T>;
    for (std::size_t i = 0; i < width; i += pack_width<T>) {
        R sum = accumulate ? load_pack<R>(to + i) : R(0);
        for (auto const s : world_t<T>::range(samples)) {
            sum = multiply_add(load_pack<R>(gradients.at(s, i)), load_pack<R>(normalized.at(s, i)), sum);
        }
        store_pack(sum, to + i);
    }
}
/// Writes the gradient with respect to the biases to `to`, [width], or adds it there with `accumulate`. It is the sum of
/// `gradients` over the samples.
template <class T>
void layer_norm_bias_gradient(strided<T> const& gradients, index_t<T> const& samples, std::size_t width, bool accumulate,
                              pointer_t<T> const& to) {
    using R = pack_t<T>;
    for (std::size_t i = 0; i < width; i += pack_width<T>) {
        R sum = accumulate ? load_pack<R>(to + i) : R(0);
        for (auto const s : world_t<T>::range(samples)) {
            sum = sum + load_pack<R>(gradients.at(s, i));
        }
        store_pack(sum, to + i);
    }
}

}  // namespace lockstep
