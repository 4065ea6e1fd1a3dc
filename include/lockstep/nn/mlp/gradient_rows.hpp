// SPDX-License-Identifier: MIT
// Where the rows of a perceptron's gradient are, for code that divides the gradient among threads or ranks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <lockstep/nn/convolutional_mlp.hpp>

namespace lockstep {

/// Network has the layout of an mlp (nn/mlp.hpp): the rows of its gradient follow one another without gaps, in the order of the
/// parameters.
template <class Network>
concept has_gradient_rows = !convolutional<Network> && requires {
    Network::gradient_rows;
    Network::matrix(0);
    Network::gains(0);
};

/// The number of rows of a network's gradient. The gradient_parts of a network with convolutions (nn/convolutional_mlp.hpp) are
/// called rows here, too.
template <class Network>
inline constexpr std::size_t gradient_row_count = Network::gradient_rows;
template <convolutional Network>
inline constexpr std::size_t gradient_row_count<Network> = Network::gradient_parts;

/// Returns where each row of the gradient begins among the parameters. The last number is where the last row ends.
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
    add(Network::output_size, Network::stride(Network::last));
    for (std::size_t l = 0; Network::normalizes && l < Network::hidden_layers; ++l) {
        add(2, Network::width(l));  // gains and biases
    }
    begins[row] = begin;
    return begins;
}

template <convolutional Network>
constexpr std::array<std::size_t, gradient_row_count<Network> + 1> gradient_row_begins() {
    std::array<std::size_t, gradient_row_count<Network> + 1> begins{};
    constexpr auto of_head = gradient_row_begins<typename Network::head>();
    std::copy(of_head.begin(), of_head.end(), begins.begin());
    std::size_t row = of_head.size() - 1;
    [&]<std::size_t... L>(std::index_sequence<L...>) {
        auto const add = [&](auto convolution, std::size_t begin) {
            for (std::size_t part = 0; part < convolution.gradient_parts; ++part) {
                begins[row++] = begin + convolution.part_begin(part);
            }
        };
        (add(typename Network::template convolution<L>(), Network::convolution_begin(L)), ...);
    }(std::make_index_sequence<Network::convolution_count>());
    begins[row] = Network::parameter_count;
    return begins;
}

/// Writes rows [begin, end) of a network's gradient to `gradient`, or adds them there with `accumulate`, as the network's
/// gradient() does. Rows are counted as in gradient_row_begins.
template <class Network, class Workspace, class Index, class Numbers>
void gradient_of_rows(Workspace& work, Index const& samples, Numbers const& gradient, bool accumulate, Index const& begin,
                      Index const& end) {
    if constexpr (convolutional<Network>) {
        Network::gradient_of_parts(work, samples, gradient, accumulate, begin, end);
    } else {
        Network::gradient(work, samples, gradient, accumulate, begin, end);
    }
}

/// Returns the row of the gradient in which parameter `number` is.
template <class Network>
std::size_t gradient_row_of(std::size_t number) {
    static constexpr auto begins = gradient_row_begins<Network>();
    static_assert(begins.back() == Network::parameter_count);
    return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), number) - begins.begin()) - 1;
}

}  // namespace lockstep
