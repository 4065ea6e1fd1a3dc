// SPDX-License-Identifier: MIT
// The memory of a multilayer perceptron for a block of samples. Inputs and outputs are feature-major, with samples in lanes, as
// environments and losses have them. Hidden activations are sample-major, with units in lanes. Ones follow the inputs and the
// activations of each sample, so that a bias is one more weight.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/world.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// N numbers that only some networks keep. With N = 0 it is empty.
template <class T, std::size_t N>
struct kept_numbers {
    alignas(64) array_t<T, N> data;
};
template <class T>
struct kept_numbers<T, 0> {};

/// The memory for Block samples. Layout is the network's basic_mlp_layout.
template <class Layout, activation_function Activation, std::size_t Block>
    requires(Block % pack_width<typename Layout::number> == 0)
struct mlp_workspace {
    using T = typename Layout::number;
    static constexpr std::size_t block = Block;
    static constexpr std::size_t output_rows = Layout::few_outputs ? Layout::output_size : padded<T>(Layout::output_size);
    static constexpr std::size_t hidden_numbers = Layout::strides_before(Layout::hidden_layers) * Block;
    static constexpr bool normalizes = normalizes_layer<Activation>;

    alignas(64) array_t<T, (Layout::input_size + 1) * Block> inputs;       ///< [In][Block], then [Block] ones
    alignas(64) array_t<T, output_rows * Block> outputs;                   ///< [Out][Block]
    alignas(64) array_t<T, Layout::output_size * Block> output_gradients;  ///< [Out][Block]
    alignas(64) array_t<T, Layout::input_size * Block> input_gradients;    ///< [In][Block]
    alignas(64) array_t<T, hidden_numbers> activations;                    ///< for each layer l: [Block][stride(l)]
    alignas(64) array_t<T, hidden_numbers> gradients;                      ///< for the sums of each layer l: [Block][stride(l)]
    /// `sums` has the arguments of the activations, if their derivatives need them. Layer normalisation keeps the normalised
    /// sums, the gradients with respect to its results, and 1 / deviation. inverse_deviations is [hidden_layers][Block]; the
    /// other three have the shape of `activations`.
    [[no_unique_address]] kept_numbers<T, differentiates_sum<Activation> ? hidden_numbers : 0> sums;
    [[no_unique_address]] kept_numbers<T, normalizes ? hidden_numbers : 0> normalized;
    [[no_unique_address]] kept_numbers<T, normalizes ? hidden_numbers : 0> normalized_gradients;
    [[no_unique_address]] kept_numbers<T, normalizes ? Layout::hidden_layers * Block : 0> inverse_deviations;

    /// Writes the ones after the inputs and after the activations. Call it once, before the first forward.
    void prepare() {
        using R = pack_t<T>;
        for (std::size_t s = 0; s < Block; s += pack_width<T>) {
            store_pack(R(1), inputs + (Layout::input_size * Block + s));
        }
        for (std::size_t l = 0; l < Layout::hidden_layers; ++l) {
            for (auto const s : world_t<T>::range(Block)) {
                auto const ones = hidden(l).at(s, Layout::width(l));
                for (std::size_t i = 0; i < padding<T>; i += pack_width<T>) {
                    store_pack(R(0), ones + i);
                }
                world_t<T>::barrier();
                *ones = scalar_t<T>(1);
            }
        }
        world_t<T>::barrier();
    }

    /// These functions return the activations of hidden layer l, and the gradients with respect to its sums: [Block][width(l)].
    /// In hidden(l) a column of ones follows.
    strided<T> hidden(std::size_t l) { return {activations + Layout::strides_before(l) * Block, Layout::stride(l)}; }
    strided<T> hidden_gradients(std::size_t l) { return {gradients + Layout::strides_before(l) * Block, Layout::stride(l)}; }
    /// Returns where the numbers of layer l of sample s begin in `sums`, `normalized` or `normalized_gradients`.
    static index_t<T> beside(std::size_t l, index_t<T> const& s) {
        return s * Layout::stride(l) + Layout::strides_before(l) * Block;
    }
    /// Returns the numbers of layer l in one of these arrays, `kept`: [Block][stride(l)].
    static strided<T> in_layer(std::size_t l, kept_numbers<T, hidden_numbers>& kept) {
        return {kept.data + Layout::strides_before(l) * Block, Layout::stride(l)};
    }
};

}  // namespace lockstep
