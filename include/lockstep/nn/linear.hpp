// SPDX-License-Identifier: MIT
// A network without hidden layers: each output is a weighted sum of the inputs and a bias. Evolution strategies search such
// policies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/mlp/layout.hpp>
#include <lockstep/nn/network.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// A network with In inputs, Out outputs and no gradients: for learners that need none. Parameters are [Out][In + 1], and the
/// last column has the biases. The members have the meaning of those of basic_mlp.
template <class T, std::size_t In, std::size_t Out>
struct basic_linear {
    template <class World>
    using in = basic_linear<number_for_t<World>, In, Out>;
    using number = T;
    using activation = identity_activation;  ///< its name is in a policy's file
    using index = index_t<T>;
    using constants = pointer_t<T const>;
    static constexpr std::size_t input_size = In, output_size = Out, hidden_layers = 0;
    static constexpr std::size_t parameter_count = padded<T>((In + 1) * Out);
    static constexpr std::size_t transposed_count = 0;
    static constexpr bool normalizes = false;

    static constexpr std::size_t layer_inputs(std::size_t) { return In; }
    static constexpr std::size_t layer_outputs(std::size_t) { return Out; }
    static constexpr std::size_t weight(std::size_t, std::size_t output, std::size_t input) { return output * (In + 1) + input; }
    static constexpr std::size_t bias(std::size_t, std::size_t output) { return weight(0, output, In); }

    template <std::size_t Block>
    struct workspace {
        static constexpr std::size_t block = Block;
        alignas(64) array_t<T, In * Block> inputs;    ///< [In][Block]
        alignas(64) array_t<T, Out * Block> outputs;  ///< [Out][Block]
        void prepare() {}
    };

    /// Writes zeros: one layer needs no random weights to break a symmetry, and the search usually starts at a policy that does
    /// nothing.
    static void initialize(std::uint64_t, double, double, scalar_t<T>* parameters, std::uint32_t = 0)
        requires(world_t<T>::is_native)
    {
        std::fill_n(parameters, parameter_count, scalar_t<T>(0));
    }
    /// Calls visit(name, shape, place) for each tensor (nn/network.hpp).
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        visit_layer<basic_linear>(0, visit);
    }
    static void transpose_weights(constants, pointer_t<T>, index const& = 0, std::size_t = 1) {}

    /// Computes work.outputs = network(work.inputs) for the first `samples` samples of the block. Products are added in the order
    /// of the inputs.
    template <std::size_t Block>
    static void forward(constants parameters, constants, workspace<Block>& work, index const& samples) {
        using R = pack_t<T>;
        for (auto const r : packs_of_samples<T>(samples)) {
            index const s = r * pack_width<T>;
            for (std::size_t o = 0; o < Out; ++o) {
                R sum(parameters[bias(0, o)]);
                for (auto const i : world_t<T>::range(In)) {
                    sum = multiply_add(load_pack<R>(work.inputs + (i * Block + s)), R(parameters[i + weight(0, o, 0)]), sum);
                }
                store_pack(sum, work.outputs + (s + o * Block));
            }
        }
    }
};

template <std::size_t In, std::size_t Out>
using linear = basic_linear<float, In, Out>;

}  // namespace lockstep
