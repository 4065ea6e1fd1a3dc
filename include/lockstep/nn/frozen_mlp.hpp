// SPDX-License-Identifier: MIT
// A perceptron whose first layers are not trained. The backward pass ends above these layers, and their gradient is set to zero
// without a product. Adam without weight decay does not change a parameter whose gradients have all been zero, so frozen
// parameters keep their bits.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/mlp/gradient_rows.hpp>
#include <lockstep/nn/network.hpp>

namespace lockstep {

/// Network, an mlp, whose first Frozen layers are frozen. Layers count from 0; the output layer comes after the hidden layers.
/// The gains and biases of a normalised layer (nn/layer_norm.hpp) are frozen with it. There is no input_gradient: code that needs
/// the gradient with respect to the inputs uses `plain`.
template <has_gradient_rows Network, std::size_t Frozen>
    requires(0 < Frozen && Frozen <= Network::hidden_layers)
struct basic_frozen_mlp : Network {
    using plain = Network;  ///< the network without frozen layers, with the same parameters
    static constexpr std::size_t frozen_layers = Frozen;
    template <class World>
    using in = basic_frozen_mlp<typename Network::template in<World>, Frozen>;
    using T = typename Network::number;
    using R = pack_t<T>;
    using world = world_t<T>;
    using index = index_t<T>;
    template <std::size_t Block>
    using workspace = typename Network::template workspace<Block>;

    template <std::size_t Block>
    static void input_gradient(pointer_t<T const>, workspace<Block>&, index const&) = delete;

    /// Computes work.gradients of the layers that are not frozen, from work.output_gradients. Call it after `forward` of the
    /// same samples.
    template <std::size_t Block>
    static void backward(pointer_t<T const> parameters, pointer_t<T const> transposed_weights, workspace<Block>& work,
                         index const& samples) {
        Network::backward(parameters, transposed_weights, work, samples, Frozen);
    }

    /// Computes the gradient as Network does, but writes zeros to the rows of frozen layers. With `accumulate` these rows stay as
    /// they are.
    template <std::size_t Block>
    static void gradient(workspace<Block>& work, index const& samples, pointer_t<T> gradient, bool accumulate = false,
                         index const& begin = 0, index const& end = Network::gradient_rows) {
        auto const add = [&](rows const& learning) {
            Network::gradient(work, samples, gradient, accumulate, nearest(begin, learning), nearest(end, learning));
        };
        if (!accumulate) {
            for (std::size_t l = 0; l < Frozen; ++l) {
                clear(gradient, rows_of_layer(l), begin, end);
                if constexpr (Network::normalizes) {
                    clear(gradient, rows_of_norm(l), begin, end);
                }
            }
        }
        add({rows_of_layer(Frozen).first, output_rows.last});
        if constexpr (Network::normalizes && Frozen < Network::hidden_layers) {
            add({rows_of_norm(Frozen).first, Network::gradient_rows});
        }
    }

private:
    /// The rows [first, last) of the gradient. The rows of the layers come first, then those of the norms.
    struct rows {
        std::size_t first, last;
    };
    /// Returns the rows of layer l: one for each input and one for the biases. The output layer has a row for each output.
    static constexpr rows rows_of_layer(std::size_t l) {
        std::size_t first = 0;
        for (std::size_t before = 0; before < l; ++before) {
            first += Network::inputs_of(before) + 1;
        }
        return {first, first + (l < Network::hidden_layers ? Network::inputs_of(l) + 1 : Network::output_size)};
    }
    static constexpr rows output_rows = rows_of_layer(Network::hidden_layers);
    /// Returns the two rows of the norm of layer l, its gains and its biases.
    static constexpr rows rows_of_norm(std::size_t l) { return {output_rows.last + 2 * l, output_rows.last + 2 * l + 2}; }

    /// Returns `row` clamped to the rows of `in`: in.first if `row` is before them, in.last if it is after them.
    static index nearest(index const& row, rows const& in) {
        return choose(row < in.first, index(in.first), min(row, index(in.last)));
    }

    /// Writes zeros to those of the rows [begin, end) that are in `layer`. The rows of a layer have one size and no gaps.
    static void clear(pointer_t<T> const& gradient, rows const& layer, index const& begin, index const& end) {
        static constexpr auto row_begins = gradient_row_begins<Network>();
        std::size_t const size = row_begins[layer.first + 1] - row_begins[layer.first];
        index const first = nearest(begin, layer), last = nearest(end, layer);
        index const from = (first - layer.first) * size + row_begins[layer.first];
        for (auto const i : world::range((last - first) * (size / pack_width<T>))) {
            store_pack(R(0), gradient + (from + i * pack_width<T>));
        }
    }
};

}  // namespace lockstep
