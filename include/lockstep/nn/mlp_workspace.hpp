// SPDX-License-Identifier: MIT
// What a multilayer perceptron works on: the numbers of a block of samples. Inputs and outputs are feature-major, samples in
// lanes, as environments and losses have them; hidden activations are sample-major, units in lanes, with a column of ones
// behind them, so that a bias is one weight more.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/multiply.hpp>

namespace lockstep {

/// N numbers that only some networks keep.
template <class T, std::size_t N>
struct kept_numbers {
    alignas(64) T data[N];
};
template <class T>
struct kept_numbers<T, 0> {};

/// Of Block samples of a network whose Layout is a basic_mlp_layout.
template <class Layout, activation_function Activation, std::size_t Block>
    requires(Block % row_width<typename Layout::number> == 0)
struct mlp_workspace {
    using T = typename Layout::number;
    static constexpr std::size_t block = Block;
    static constexpr std::size_t output_rows = Layout::few_outputs ? Layout::output_size : padded<T>(Layout::output_size);
    static constexpr std::size_t hidden_numbers = Layout::rows_before(Layout::hidden_layers) * Block;
    static constexpr bool normalizes = normalizes_layer<Activation>;

    alignas(64) T inputs[(Layout::input_size + 1) * Block];       ///< [In][Block], then ones
    alignas(64) T outputs[output_rows * Block];                   ///< [Out][Block]
    alignas(64) T output_gradients[Layout::output_size * Block];  ///< [Out][Block]
    alignas(64) T input_gradients[Layout::input_size * Block];    ///< [In][Block]
    alignas(64) T activations[hidden_numbers];                    ///< by layer [Block][row(l)]
    alignas(64) T gradients[hidden_numbers];                      ///< with respect to sums before the activation
    [[no_unique_address]] kept_numbers<T, differentiates_sum<Activation> ? hidden_numbers : 0> sums;
    [[no_unique_address]] kept_numbers<T, normalizes ? hidden_numbers : 0> normalized;
    [[no_unique_address]] kept_numbers<T, normalizes ? hidden_numbers : 0> normalized_gradients;
    [[no_unique_address]] kept_numbers<T, normalizes ? Layout::hidden_layers * Block : 0> inverse_deviations;

    /// Writes the ones. Once, before the first forward.
    void prepare() {
        std::fill_n(inputs + Layout::input_size * Block, Block, T(1));
        for (std::size_t l = 0; l < Layout::hidden_layers; ++l) {
            for (std::size_t s = 0; s < Block; ++s) {
                T* const behind = hidden(l).at(s, Layout::width(l));
                std::fill_n(behind, padding<T>, T(0));
                *behind = T(1);
            }
        }
    }

    /// Layer l, [Block][width(l)], and in `hidden` the ones.
    strided<T> hidden(std::size_t l) { return {activations + Layout::rows_before(l) * Block, Layout::row(l)}; }
    strided<T> hidden_gradients(std::size_t l) { return {gradients + Layout::rows_before(l) * Block, Layout::row(l)}; }
    /// Where a number of layer l of sample s lies in an array that is kept beside.
    static std::size_t beside(std::size_t l, std::size_t s) { return Layout::rows_before(l) * Block + s * Layout::row(l); }
};

}  // namespace lockstep
