// SPDX-License-Identifier: MIT
// A kind of layer of one's own: the outputs are weighted sums of the products of all pairs of inputs.
// prints: the pole stands for [45][0-9][0-9] of 500 steps

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

/// Each output is a sum of the products x_i x_j, with a weight for each. One more input is always 1.
template <std::size_t In, std::size_t Out>
struct pairs {
    using number = float;
    using activation = ls::identity_activation;  // the name in files of policies
    template <class World>
    using in = pairs;  // it runs on the processor only

    static constexpr std::size_t products = (In + 1) * (In + 2) / 2;
    static constexpr std::size_t input_size = In, output_size = Out;
    static constexpr std::size_t parameter_count = (Out * products + 15) / 16 * 16;  // whole packs of 16
    static constexpr std::size_t transposed_count = 0, gradient_rows = Out;

    template <std::size_t Block>
    struct workspace {
        static constexpr std::size_t block = Block;
        alignas(64) float inputs[In * Block];
        alignas(64) float outputs[Out * Block];
        alignas(64) float output_gradients[Out * Block];
        alignas(64) float product[products * Block];
        void prepare() {}
    };

    static void initialize(std::uint64_t seed, double, double gain, float* parameters, std::uint32_t network = 0) {
        ls::random<float> random(seed, network, 0);
        auto const deviation = static_cast<float>(gain / std::sqrt(products));
        std::generate_n(parameters, Out * products, [&] { return deviation * random.normal(); });
    }
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        visit("weight", std::vector<std::size_t>{Out, products}, [](std::size_t k) { return k; });
    }
    static void transpose_weights(float const*, float*) {}

    template <std::size_t Block>
    static void forward(float const* parameters, float const*, workspace<Block>& work, std::size_t samples) {
        float* product = work.product;
        for (std::size_t i = 0; i <= In; ++i) {
            for (std::size_t j = i; j <= In; ++j, product += Block) {
                for (std::size_t s = 0; s < samples; ++s) {
                    product[s] = (i < In ? work.inputs[i * Block + s] : 1) * (j < In ? work.inputs[j * Block + s] : 1);
                }
            }
        }
        std::fill_n(work.outputs, Out * Block, 0.0f);
        for (std::size_t k = 0; k < Out * products; ++k) {
            for (std::size_t s = 0; s < samples; ++s) {
                work.outputs[k / products * Block + s] += parameters[k] * work.product[k % products * Block + s];
            }
        }
    }

    /// Nothing lies before the products: their gradient needs no backward pass.
    template <std::size_t Block>
    static void backward(float const*, float const*, workspace<Block>&, std::size_t) {}

    template <std::size_t Block>
    static void gradient(workspace<Block>& work, std::size_t samples, float* gradient, bool accumulate = false,
                         std::size_t begin = 0, std::size_t end = gradient_rows) {
        for (std::size_t k = begin * products; k < end * products; ++k) {
            float sum = accumulate ? gradient[k] : 0;
            for (std::size_t s = 0; s < samples; ++s) {
                sum += work.output_gradients[k / products * Block + s] * work.product[k % products * Block + s];
            }
            gradient[k] = sum;
        }
    }
};
static_assert(ls::check_trainable_network<pairs<4, 2>>());

struct layers_of_pairs {
    template <std::size_t In, std::size_t Out, class T = float>
    using network = pairs<In, Out>;
};

int main() {
    ls::cpu device;
    ls::ppo<ls::envs::cartpole, ls::cpu, layers_of_pairs> learner(device, {.steps = 500'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const result = ls::evaluate(device, learner.policy());
    ls::save("own_layers.policy", learner.policy());
    std::printf("the pole stands for %.0f of 500 steps\n", result.mean_length);
}
