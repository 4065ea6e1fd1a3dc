// SPDX-License-Identifier: MIT
#include <lockstep/nn/network.hpp>

#include <cstddef>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <tests/archetype/network.hpp>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/linear.hpp>
#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>
#include <lockstep/nn/renormalized/mlp.hpp>
#include <lockstep/rl/common/nonfinite.hpp>

namespace ls = lockstep;

namespace {

using perceptron = ls::mlp<ls::tanh_activation, 3, 2, 16, 20>;
using normalized = ls::mlp<ls::layer_norm<ls::relu_activation>, 3, 2, 16, 20>;
using renormalized = ls::basic_renormalized_mlp<float, ls::relu_activation, 3, 2, 16, 20>;
using recurrent = ls::basic_recurrent_mlp<float, ls::tanh_activation, 3, 2, 8, 16>;
using convolutional = ls::basic_convolutional_mlp<float, ls::tanh_activation, ls::image_shape{4, 4}, 17, 2,
                                                  ls::convolutions<ls::filters{2, 2}, ls::filters{3, 2}>, 8>;

static_assert(ls::check_trainable_network<archetype::network>());
static_assert(ls::check_trainable_network<perceptron>() && ls::check_trainable_network<normalized>());
static_assert(ls::check_trainable_network<convolutional>());
static_assert(ls::check_trainable_network<ls::basic_mlp<double, ls::relu_activation, 1, 1, 16>>());
static_assert(ls::check_network<ls::linear<3, 2>>() && !ls::trainable_network<ls::linear<3, 2>>);
static_assert(ls::check_network<recurrent>() && !ls::trainable_network<recurrent>);
static_assert(!ls::network<int>);

template <class Network>
std::size_t trained_numbers() {
    std::size_t count = 0;
    std::set<std::size_t> places;
    std::set<std::string> names;
    Network::for_each_tensor([&](std::string const& name, std::vector<std::size_t> const& shape, auto place) {
        CHECK(names.insert(name).second);
        count += ls::element_count(shape);
        for (std::size_t k = 0; k < ls::element_count(shape); ++k) {
            places.insert(place(k));
        }
    });
    CHECK(places.size() == count);
    CHECK(*places.rbegin() < Network::parameter_count);
    return count;
}

}  // namespace

TEST_CASE("the tensors of a network are different places of its parameters, as many as its layers have weights") {
    CHECK(trained_numbers<archetype::network>() == 1);
    CHECK(trained_numbers<ls::linear<3, 2>>() == 4 * 2);
    std::size_t const layers = 4 * 16 + 17 * 20 + 21 * 2;
    CHECK(trained_numbers<perceptron>() == layers);
    CHECK(trained_numbers<normalized>() == layers + 2 * (16 + 20));
    CHECK(trained_numbers<renormalized>() == layers + 2 * (3 + 16 + 20));
    CHECK(trained_numbers<recurrent>() == 3 * 8 * (4 + 9) + 9 * 16 + 17 * 2);
    // 4x4 pixels, two filters of 2x2, then three: 2x2 places of three numbers, and one input after the image.
    CHECK(trained_numbers<convolutional>() == 2 * (4 + 1) + 3 * (2 * 4 + 1) + (12 + 1 + 1) * 8 + 9 * 2);
}

TEST_CASE("a network of another kind is named in errors without more") {
    std::vector<float> const values{std::numeric_limits<float>::infinity()};
    CHECK(ls::nonfinite_layer<archetype::network>("actor", values) == "actor.weight");
}
