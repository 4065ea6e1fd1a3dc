// SPDX-License-Identifier: MIT
// A perceptron whose first layers stay as they are: a backward pass ends above them, and their gradient is zero and costs no
// product. Adam does not move a parameter whose gradients are all zero, so frozen parameters keep their bits.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/mlp/gradient_rows.hpp>
#include <lockstep/nn/network.hpp>

namespace lockstep {

/// Network (an mlp) with its first Frozen layers frozen; its hidden layers count from 0, and the output layer comes after them.
/// The gains and biases of a normalised layer (nn/layer_norm.hpp) are frozen with it. There is no input_gradient: what needs the
/// gradient by the inputs goes through `plain`.
template <has_gradient_rows Network, std::size_t Frozen>
    requires(0 < Frozen && Frozen <= Network::hidden_layers)
struct basic_frozen_mlp : Network {
    using plain = Network;  ///< with the same parameters
    static constexpr std::size_t frozen_layers = Frozen;
    template <class World>
    using in = basic_frozen_mlp<typename Network::template in<World>, Frozen>;
    using T = typename Network::number;
    using R = row_t<T>;
    using world = world_t<T>;
    using index = index_t<T>;
    template <std::size_t Block>
    using workspace = typename Network::template workspace<Block>;

    template <std::size_t Block>
    static void input_gradient(pointer_t<T const>, workspace<Block>&, index const&) = delete;

    template <std::size_t Block>
    static void backward(pointer_t<T const> parameters, pointer_t<T const> transposed_weights, workspace<Block>& work,
                         index const& samples) {
        Network::backward(parameters, transposed_weights, work, samples, Frozen);
    }

    /// As Network's, but zero for frozen layers.
    template <std::size_t Block>
    static void gradient(workspace<Block>& work, index const& samples, pointer_t<T> gradient, bool accumulate = false,
                         index const& begin = 0, index const& end = Network::gradient_rows) {
        for (std::size_t l = 0; !accumulate && l < Frozen; ++l) {
            clear(gradient, begin, end, first_row(l), first_row(l + 1));
            if constexpr (Network::normalizes) {
                clear(gradient, begin, end, first_norm_row(l), first_norm_row(l + 1));
            }
        }
        auto const add = [&](std::size_t first, std::size_t last) {
            Network::gradient(work, samples, gradient, accumulate, within(begin, first, last), within(end, first, last));
        };
        add(first_row(Frozen), norm_rows);
        if constexpr (Network::normalizes && Frozen < Network::hidden_layers) {
            add(first_norm_row(Frozen), first_norm_row(Network::hidden_layers));
        }
    }

private:
    static constexpr auto begins = gradient_row_begins<Network>();

    /// The rows of layer l of the gradient begin here. Those of the output layer are followed by those of the norms.
    static constexpr std::size_t first_row(std::size_t l) {
        std::size_t row = 0;
        for (std::size_t i = 0; i < l; ++i) {
            row += Network::inputs_of(i) + 1;
        }
        return row;
    }
    static constexpr std::size_t norm_rows = first_row(Network::hidden_layers) + Network::output_size;
    /// Those of the norm of layer l: its scale and its shift.
    static constexpr std::size_t first_norm_row(std::size_t l) { return norm_rows + 2 * l; }

    static index within(index const& row, std::size_t first, std::size_t last) {
        return choose(row < first, index(first), min(row, index(last)));
    }

    /// Writes zeros to the rows of [first, last) that are in [begin, end). All have the same size.
    static void clear(pointer_t<T> const& gradient, index const& begin, index const& end, std::size_t first, std::size_t last) {
        std::size_t const columns = begins[first + 1] - begins[first];
        index const from = within(begin, first, last);
        for (auto const n : world::range(within(end, first, last) - from)) {
            for (auto const i : world::range(columns / row_width<T>)) {
                store_row(R(0), gradient + ((from + n - first) * columns + i * row_width<T> + begins[first]));
            }
        }
    }
};

}  // namespace lockstep
