// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/perturbed_network.hpp>

#include <cstddef>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/nn/linear.hpp>
#include <lockstep/nn/mlp.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace ls = lockstep;

namespace {
using R = ls::native_lanes;
using deep = ls::basic_mlp<float, ls::tanh_activation, 5, 9, 11, 20>;
}  // namespace

TEST_CASE_TEMPLATE("each lane is a network of its own weights", Actor, deep, ls::linear<17, 6>) {
    using network = ls::perturbed_network<Actor>;
    std::vector<R> weights(network::padded_count);
    for (std::size_t p = 0; p < network::count; ++p) {
        for (std::size_t l = 0; l < R::width; ++l) {
            weights[p].set(l, 0.05f * static_cast<float>((7 * p + 3 * l) % 23) - 0.5f);
        }
    }
    ls::vector<R, Actor::input_size> input;
    for (std::size_t i = 0; i < Actor::input_size; ++i) {
        for (std::size_t l = 0; l < R::width; ++l) {
            input[i].set(l, 0.3f * static_cast<float>((i + l) % 5) - 0.6f);
        }
    }
    auto const outputs = network::outputs(weights.data(), input);
    for (std::size_t l = 0; l < R::width; ++l) {
        std::vector<float> parameters(Actor::parameter_count), of_lane;
        network::for_each_place([&](std::size_t here, std::size_t there) { parameters[there] = weights[here][l]; });
        for (R const& x : input) {
            of_lane.push_back(x[l]);
        }
        auto const expected = ls::forward_on_host<Actor>(parameters, of_lane);
        for (std::size_t o = 0; o < Actor::output_size; ++o) {
            CHECK(outputs[o][l] == doctest::Approx(expected[o]).epsilon(1e-5));
        }
    }
}

TEST_CASE("parameters have one place each, without padding") {
    using network = ls::perturbed_network<deep>;
    std::set<std::size_t> here, there;
    network::for_each_place([&](std::size_t a, std::size_t b) {
        here.insert(a);
        there.insert(b);
    });
    CHECK(network::count == 6 * 11 + 12 * 20 + 21 * 9);
    CHECK(here.size() == network::count);
    CHECK(*here.rbegin() == network::count - 1);
    CHECK(there.size() == network::count);
    CHECK(*there.rbegin() < deep::parameter_count);
}
