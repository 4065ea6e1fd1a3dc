// SPDX-License-Identifier: MIT
// The network with the fewest promises: what check_trainable_network asks for and no more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace archetype {

/// Two inputs and one output, which is weight * (the sum of the inputs).
struct network {
    using number = float;
    struct activation {
        static constexpr std::string_view name = "none";
    };
    template <class World>
    using in = network;
    static constexpr std::size_t input_size = 2, output_size = 1, parameter_count = 16, transposed_count = 0, gradient_rows = 1;

    template <std::size_t Block>
    struct workspace {
        static constexpr std::size_t block = Block;
        float inputs[2 * Block], outputs[Block], output_gradients[Block];
        void prepare() {}
    };

    static void initialize(std::uint64_t seed, double, double, float* parameters, std::uint32_t = 0) {
        parameters[0] = 1 / static_cast<float>(1 + seed);
    }
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        visit("weight", std::vector<std::size_t>{1}, [](std::size_t k) { return k; });
    }
    static void transpose_weights(float const*, float*) {}
    template <std::size_t Block>
    static void forward(float const* parameters, float const*, workspace<Block>& work, std::size_t samples) {
        for (std::size_t s = 0; s < samples; ++s) {
            work.outputs[s] = parameters[0] * (work.inputs[s] + work.inputs[Block + s]);
        }
    }
    template <std::size_t Block>
    static void backward(float const*, float const*, workspace<Block>&, std::size_t) {}
    template <std::size_t Block>
    static void gradient(workspace<Block>& work, std::size_t samples, float* gradient, bool accumulate = false, std::size_t = 0,
                         std::size_t = 1) {
        float sum = accumulate ? gradient[0] : 0;
        for (std::size_t s = 0; s < samples; ++s) {
            sum += work.output_gradients[s] * (work.inputs[s] + work.inputs[Block + s]);
        }
        gradient[0] = sum;
    }
};

}  // namespace archetype
