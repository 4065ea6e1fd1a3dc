// SPDX-License-Identifier: MIT
#include <lockstep/nn/mlp/gradient_rows.hpp>

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/mlp.hpp>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("a row of the gradient is written where it is said to lie", network,
                   ls::mlp<ls::relu_activation, 3, 2, 20, 33>, ls::mlp<ls::layer_norm<ls::tanh_activation>, 5, 12, 16, 48>) {
    constexpr auto begins = ls::gradient_row_begins<network>();
    constexpr std::size_t block = 16;
    typename network::template workspace<block> work;
    work.prepare();
    std::vector<float> parameters(network::parameter_count), transposed(network::transposed_count + 1);
    network::initialize(1, 1, 1, parameters.data());
    network::transpose_weights(parameters.data(), transposed.data());
    for (std::size_t i = 0; i < network::input_size * block; ++i) {
        work.inputs[i] = static_cast<float>(i % 7) - 2.5f;
    }
    network::forward(parameters.data(), transposed.data(), work, block);
    for (std::size_t i = 0; i < network::output_size * block; ++i) {
        work.output_gradients[i] = 1.0f + static_cast<float>(i % 3);
    }
    network::backward(parameters.data(), transposed.data(), work, block);
    constexpr float untouched = 1e9f;
    for (std::size_t row = 0; row < network::gradient_rows; ++row) {
        std::vector<float> gradient(network::parameter_count, untouched);
        network::gradient(work, block, gradient.data(), false, row, row + 1);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            bool const is_within = begins[row] <= i && i < begins[row + 1];
            wrong += (gradient[i] != untouched) != is_within ? 1 : 0;
            wrong += is_within && ls::gradient_row_of<network>(i) != row ? 1 : 0;
        }
        CHECK(wrong == 0);
    }
}
