// SPDX-License-Identifier: MIT
#include <lockstep/nn/mlp/gradient_rows.hpp>

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/mlp.hpp>

namespace ls = lockstep;

namespace {

constexpr ls::image_shape image{.rows = 5, .columns = 4, .channels = 2};
using filters = ls::convolutions<ls::filters{3, 2}, ls::filters{17, 3}>;
using looking = ls::basic_convolutional_mlp<float, ls::tanh_activation, image, image.size() + 3, 2, filters, 20>;

}  // namespace

TEST_CASE_TEMPLATE("a row of the gradient is written where it is said to lie", network,
                   ls::mlp<ls::relu_activation, 3, 2, 20, 33>, ls::mlp<ls::layer_norm<ls::tanh_activation>, 5, 12, 16, 48>,
                   looking) {
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
    std::vector<float> whole(network::parameter_count);
    network::gradient(work, block, whole.data());
    for (std::size_t row = 0; row + 1 < begins.size(); ++row) {
        std::vector<float> gradient(network::parameter_count, untouched);
        ls::gradient_of_rows<network>(work, block, gradient.data(), false, row, row + 1);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            bool const is_within = begins[row] <= i && i < begins[row + 1];
            wrong += (gradient[i] != untouched) != is_within ? 1 : 0;
            wrong += is_within && (ls::gradient_row_of<network>(i) != row || gradient[i] != whole[i]) ? 1 : 0;
        }
        CHECK(wrong == 0);
    }
}
