// SPDX-License-Identifier: MIT
#include <lockstep/nn/linear.hpp>

#include <cstddef>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {
using network = ls::linear<3, 2>;
constexpr std::size_t block = 2 * ls::pack_width<float>;
}  // namespace

TEST_CASE("outputs of a linear network are weighted sums and biases") {
    std::vector<float> parameters(network::parameter_count);
    network::initialize(1, 1, 1, parameters.data());
    CHECK(parameters == std::vector<float>(network::parameter_count));
    for (std::size_t o = 0; o < 2; ++o) {
        for (std::size_t i = 0; i < 3; ++i) {
            parameters[network::weight(0, o, i)] = static_cast<float>(10 * o + i + 1);
        }
        parameters[network::bias(0, o)] = static_cast<float>(o) - 0.5f;
    }
    auto const work = std::make_unique<network::workspace<block>>();
    work->prepare();
    for (std::size_t i = 0; i < 3 * block; ++i) {
        work->inputs[i] = static_cast<float>(i % 7) - 2;
    }
    network::forward(parameters.data(), nullptr, *work, block);
    for (std::size_t s = 0; s < block; ++s) {
        auto const x = [&](std::size_t i) { return work->inputs[i * block + s]; };
        CHECK(work->outputs[s] == 1 * x(0) + 2 * x(1) + 3 * x(2) - 0.5f);
        CHECK(work->outputs[block + s] == 11 * x(0) + 12 * x(1) + 13 * x(2) + 0.5f);
    }
}
