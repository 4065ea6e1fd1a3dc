// SPDX-License-Identifier: MIT
#include <lockstep/nn/mlp/workspace.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>

#include <doctest/doctest.h>

#include <lockstep/nn/mlp/layout.hpp>

namespace ls = lockstep;

namespace {

using layout = ls::mlp_layout<3, 2, 24, 16>;
template <class Activation, std::size_t Block>
using workspace = ls::mlp_workspace<layout, Activation, Block>;
constexpr std::size_t block = 2 * ls::pack_width<float>;

// Only what an activation needs takes room.
static_assert(sizeof(workspace<ls::relu_activation, block>) < sizeof(workspace<ls::silu_activation, block>));
static_assert(sizeof(workspace<ls::silu_activation, block>) < sizeof(workspace<ls::layer_norm<ls::silu_activation>, block>));

}  // namespace

TEST_CASE("before the first forward, a one stands after the inputs of each sample, and after its units in each layer") {
    auto const work = std::make_unique<workspace<ls::relu_activation, block>>();
    std::fill(std::begin(work->inputs), std::end(work->inputs), -1.0f);
    std::fill(std::begin(work->activations), std::end(work->activations), -1.0f);
    work->prepare();
    CHECK(std::count(std::begin(work->inputs), std::end(work->inputs), -1.0f) == 3 * block);
    for (std::size_t s = 0; s < block; ++s) {
        CHECK(work->inputs[3 * block + s] == 1);
        for (std::size_t l = 0; l < 2; ++l) {
            float const* const units = work->hidden(l).at(s, 0);
            CHECK(std::count(units, units + layout::width(l), -1.0f) == static_cast<std::ptrdiff_t>(layout::width(l)));
            CHECK(units[layout::width(l)] == 1);
            CHECK(std::count(units + layout::width(l) + 1, units + layout::stride(l), 0.0f) ==
                  static_cast<std::ptrdiff_t>(ls::padding<float>) - 1);
        }
    }
}

TEST_CASE("layers lie one after the other, sample by sample, and what is kept beside them likewise") {
    auto const work = std::make_unique<workspace<ls::silu_activation, block>>();
    float const* at = work->activations;
    for (std::size_t l = 0; l < 2; ++l) {
        for (std::size_t s = 0; s < block; ++s) {
            CHECK(work->hidden(l).at(s, 0) == at);
            CHECK(work->hidden_gradients(l).at(s, 0) - work->gradients == at - work->activations);
            CHECK(static_cast<std::ptrdiff_t>(work->beside(l, s)) == at - work->activations);
            at += layout::stride(l);
        }
    }
    CHECK(at == std::end(work->activations));
}
