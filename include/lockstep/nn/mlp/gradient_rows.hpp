// SPDX-License-Identifier: MIT
// Where the rows of a perceptron's gradient lie, for those who take it apart.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <lockstep/nn/convolutional_mlp.hpp>

namespace lockstep {

/// Network has the layout of an mlp (nn/mlp.hpp): its gradient_rows lie one after another, without gaps, as its parameters do.
template <class Network>
concept has_gradient_rows = !convolutional<Network> && requires {
    Network::gradient_rows;
    Network::matrix(0);
    Network::gains(0);
};

/// Where each row of the gradient begins among the parameters, and behind them where the last one ends.
template <has_gradient_rows Network>
constexpr std::array<std::size_t, Network::gradient_rows + 1> gradient_row_begins() {
    std::array<std::size_t, Network::gradient_rows + 1> begins{};
    std::size_t row = 0, begin = 0;
    auto const add = [&](std::size_t rows, std::size_t columns) {
        for (std::size_t i = 0; i < rows; ++i) {
            begins[row++] = begin;
            begin += columns;
        }
    };
    for (std::size_t l = 0; l < Network::hidden_layers; ++l) {
        add(Network::inputs_of(l) + 1, Network::width(l));
    }
    add(Network::output_size, Network::row(Network::last));
    for (std::size_t l = 0; Network::normalizes && l < Network::hidden_layers; ++l) {
        add(2, Network::width(l));  // gains and biases
    }
    begins[row] = begin;
    return begins;
}

/// The row that holds number `number` of the gradient.
template <has_gradient_rows Network>
std::size_t gradient_row_of(std::size_t number) {
    static constexpr auto begins = gradient_row_begins<Network>();
    static_assert(begins.back() == Network::parameter_count);
    return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), number) - begins.begin()) - 1;
}

}  // namespace lockstep
