// SPDX-License-Identifier: MIT
#include <lockstep/nn/frozen_mlp.hpp>

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/mlp.hpp>

namespace ls = lockstep;

namespace {

constexpr std::size_t block = 48;

template <class Network>
std::vector<float> gradient_of(std::vector<float> const& parameters, bool twice, std::size_t parts) {
    std::vector<float> transposed(Network::transposed_count), gradient(Network::parameter_count, 7.0f);
    Network::transpose_weights(parameters.data(), transposed.data());
    static typename Network::template workspace<block> work;
    work.prepare();
    for (std::size_t i = 0; i < Network::input_size * block; ++i) {
        work.inputs[i] = 0.01f * static_cast<float>(i * 37 % 101) - 0.5f;
    }
    Network::forward(parameters.data(), transposed.data(), work, block);
    for (std::size_t i = 0; i < Network::output_size * block; ++i) {
        work.output_gradients[i] = 0.02f * static_cast<float>(i * 53 % 89) - 0.9f;
    }
    Network::backward(parameters.data(), transposed.data(), work, block);
    constexpr std::size_t rows = Network::gradient_rows;
    for (std::size_t part = 0; part < parts; ++part) {
        Network::gradient(work, block, gradient.data(), false, rows * part / parts, rows * (part + 1) / parts);
    }
    if (twice) {
        Network::gradient(work, block, gradient.data(), true);
    }
    return gradient;
}

template <class Network, std::size_t Frozen>
void check() {
    using frozen = ls::basic_frozen_mlp<Network, Frozen>;
    static_assert(ls::check_trainable_network<frozen>());
    std::vector<float> parameters(Network::parameter_count);
    Network::initialize(3, 1.4, 1.0, parameters.data(), 0);
    std::vector<bool> is_frozen(Network::parameter_count);
    for (std::size_t i = 0; i < Network::matrix(Frozen); ++i) {
        is_frozen[i] = true;
    }
    for (std::size_t l = 0; Network::normalizes && l < Frozen; ++l) {
        for (std::size_t i = Network::gains(l); i < Network::gains(l + 1); ++i) {
            is_frozen[i] = true;
        }
    }
    for (bool const twice : {false, true}) {
        for (std::size_t const parts : {1, 3, 50}) {
            auto const all = gradient_of<Network>(parameters, twice, parts), some = gradient_of<frozen>(parameters, twice, parts);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < all.size(); ++i) {
                wrong += some[i] != (is_frozen[i] ? 0.0f : all[i]);
            }
            CHECK(wrong == 0);
        }
    }
}

}  // namespace

TEST_CASE("the gradient is zero for frozen layers, and has the same bits for others") {
    using few = ls::mlp<ls::tanh_activation, 5, 2, 32, 48>;
    check<few, 1>();
    check<few, 2>();
    check<ls::mlp<ls::silu_activation, 3, 7, 16, 32, 16>, 2>();
    check<ls::mlp<ls::layer_norm<ls::elu_activation>, 5, 2, 32, 16>, 1>();
    check<ls::mlp<ls::layer_norm<ls::elu_activation>, 5, 2, 32, 16>, 2>();
}
