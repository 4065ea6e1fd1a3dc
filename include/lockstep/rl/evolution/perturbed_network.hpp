// SPDX-License-Identifier: MIT
// A network with different weights in each lane, so that an evolution strategy runs as many policies at once as there are lanes.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>

namespace lockstep {

/// The network Actor, a basic_mlp or basic_linear, with other parameters in each lane. The parameters have no padding between
/// layers, and an order that suits lanes: those of each layer are [inputs + 1][outputs], and the last row is the biases. Every
/// product is a lane-wise multiply-add.
template <class Actor>
struct perturbed_network {
    static_assert(!Actor::normalizes && !recurrent<Actor> && !convolutional<Actor>,
                  "lockstep: evolution strategies take linear_layers, or hidden_layers that are not normalised");
    template <class World>
    using in = perturbed_network<typename Actor::template in<World>>;
    using T = typename Actor::number;
    using W = world_t<T>;
    using R = pack_t<T>;
    using index = index_t<T>;
    using weights = typename W::template pointer<R const>;
    static constexpr std::size_t layers = Actor::hidden_layers + 1;

    /// Returns the index of the first parameter of layer l. begin(layers) is the number of parameters.
    static constexpr std::size_t begin(std::size_t l) {
        std::size_t offset = 0;
        for (std::size_t i = 0; i < l; ++i) {
            offset += (Actor::layer_inputs(i) + 1) * Actor::layer_outputs(i);
        }
        return offset;
    }
    static constexpr std::size_t count = begin(layers);
    /// The number of parameters, rounded up to a multiple of 16, which packs of any width divide.
    static constexpr std::size_t padded_count = (count + sample_group - 1) / sample_group * sample_group;
    static constexpr std::size_t activation_bytes = [] {
        std::size_t numbers = Actor::input_size;
        for (std::size_t l = 0; l < layers; ++l) {
            numbers += Actor::layer_outputs(l);
        }
        return numbers * sizeof(R);
    }();

    /// Returns the outputs for a pack of observations. `of_pack` points to the parameters of the pack, [padded_count].
    static vector<R, Actor::output_size> outputs(weights const& of_pack, vector<R, Actor::input_size> const& observation) {
        indexed_packs_t<R, Actor::input_size> inputs;
        for (std::size_t i = 0; i < Actor::input_size; ++i) {
            inputs[i] = observation[i];
        }
        return from_layer<0>(of_pack, inputs);
    }

    /// Calls f(here, there) for every parameter. `here` is its index in this layout, `there` its index in the layout of Actor.
    template <class F>
    static void for_each_place(F f) {
        for (std::size_t l = 0; l < layers; ++l) {
            std::size_t const inputs = Actor::layer_inputs(l), outputs = Actor::layer_outputs(l);
            for (std::size_t o = 0; o < outputs; ++o) {
                for (std::size_t i = 0; i < inputs; ++i) {
                    f(begin(l) + i * outputs + o, Actor::weight(l, o, i));
                }
                f(begin(l) + inputs * outputs + o, Actor::bias(l, o));
            }
        }
    }

private:
    template <std::size_t L, class Packs>
    static vector<R, Actor::output_size> from_layer(weights const& of_pack, Packs const& inputs) {
        constexpr std::size_t n = Actor::layer_outputs(L), tile = 8;  // sums held in registers at once
        auto const matrix = of_pack + begin(L);
        indexed_packs_t<R, n> sums;
        for (auto const t : W::range(n / tile)) {
            multiply<L, tile>(matrix, t * tile, inputs, sums);
        }
        if constexpr (n % tile > 0) {
            multiply<L, n % tile>(matrix, index(n / tile * tile), inputs, sums);
        }
        if constexpr (L + 1 < layers) {
            for (auto const o : W::range(n)) {
                sums[o] = Actor::activation::value(R(sums[o]));
            }
            return from_layer<L + 1>(of_pack, sums);
        } else {
            vector<R, n> result;
            for (std::size_t o = 0; o < n; ++o) {
                result[o] = sums[o];
            }
            return result;
        }
    }

    /// Computes outputs [first, first + N) of layer L before the activation, and writes them to `to`. The sum of an output begins
    /// with its bias; then weight * input is added in the order of the inputs.
    template <std::size_t L, std::size_t N, class Packs, class Sums>
    static LOCKSTEP_INLINE void multiply(weights const& matrix, index const& first, Packs const& inputs, Sums& to) {
        constexpr std::size_t outputs = Actor::layer_outputs(L), depth = Actor::layer_inputs(L);
        R sums[N];
        for (std::size_t k = 0; k < N; ++k) {
            sums[k] = matrix[first + (depth * outputs + k)];
        }
        for (auto const i : W::range(depth)) {
            R const x = inputs[i];
            for (std::size_t k = 0; k < N; ++k) {
                sums[k] = multiply_add(x, matrix[i * outputs + first + k], sums[k]);
            }
        }
        for (std::size_t k = 0; k < N; ++k) {
            to[first + k] = sums[k];
        }
    }
};

}  // namespace lockstep
