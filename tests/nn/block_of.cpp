// SPDX-License-Identifier: MIT
#include <lockstep/nn/block_of.hpp>

#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/mlp.hpp>

namespace ls = lockstep;

template <std::size_t Side>
using seeing = ls::basic_convolutional_mlp<float, ls::relu_activation, ls::image_shape{Side, Side}, Side * Side, 2,
                                           ls::convolutions<ls::filters{16, 4, 2}>, 64>;

TEST_CASE("the larger a network's workspace, the fewer samples go through it together, but a whole group") {
    CHECK(ls::block_of<ls::mlp<ls::relu_activation, 3, 1, 256, 256>> == 256);
    CHECK(ls::block_of<ls::mlp<ls::relu_activation, 3, 1, 256, 256>, 64> == 64);
    CHECK(ls::block_of<seeing<40>> == 64);
    CHECK(ls::block_of<seeing<400>> == ls::sample_group);
}
