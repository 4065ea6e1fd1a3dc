// SPDX-License-Identifier: MIT
// With both ways of a whole network it is compared with plain loops and differences in renormalized_mlp.cpp.
#include <lockstep/nn/renormalized/weights.hpp>

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

namespace ls = lockstep;

using weights = ls::renormalized_weights<ls::renormalized_layout<double, 3, 2, 5, 4>>;

TEST_CASE("a folded layer makes of x what the layer makes of scale x + offset") {
    ls::random<double> draw(1, 0, 0);
    std::vector<double> parameters(weights::parameter_count), folded(weights::plain::parameter_count);
    for (double& p : parameters) {
        p = draw.normal();
    }
    for (std::size_t l = 0; l < weights::levels; ++l) {
        std::vector<double> scale(weights::units(l)), offset(weights::units(l)), x(weights::units(l));
        for (std::size_t i = 0; i < x.size(); ++i) {
            scale[i] = draw.normal(), offset[i] = draw.normal(), x[i] = draw.normal();
        }
        weights::fold(l, scale.data(), offset.data(), parameters.data(), folded.data());
        for (std::size_t o = 0; o < weights::layer_outputs(l); ++o) {
            double expected = parameters[weights::bias(l, o)], actual = folded[weights::bias(l, o)];
            for (std::size_t i = 0; i < weights::layer_inputs(l); ++i) {
                expected += parameters[weights::weight(l, o, i)] * (scale[i] * x[i] + offset[i]);
                actual += folded[weights::weight(l, o, i)] * x[i];
            }
            CHECK(actual == doctest::Approx(expected));
        }
    }
}

TEST_CASE("sums over the units of a layer have a stated order, whatever the width of the lanes") {
    using layers = ls::renormalized_weights<ls::renormalized_layout<float, 3, 2, 37, 90>>;
    std::size_t const top = 2, width = layers::width(1);
    ls::random<float> draw(1, 0, 0);
    auto const drawn = [&](std::size_t count) {
        std::vector<float> numbers(count);
        for (float& x : numbers) {
            x = draw.normal();
        }
        return numbers;
    };
    auto const parameters = drawn(layers::parameter_count), scale = drawn(width), offset = drawn(width);
    auto const dot = [&](std::size_t count, float const* a, float const* b) {
        ls::ordered_sum<float> sum;
        for (std::size_t i = 0; i < count; ++i) {
            sum.partial(i) = ls::multiply_add(a[i], b[i], sum.partial(i));
        }
        return sum.total();
    };
    std::vector<float> folded(layers::plain::parameter_count);
    layers::fold(top, scale.data(), offset.data(), parameters.data(), folded.data());
    for (std::size_t o = 0; o < 2; ++o) {
        std::size_t const bias = layers::bias(top, o);
        CHECK(folded[bias] == parameters[bias] + dot(width, parameters.data() + layers::weight(top, o, 0), offset.data()));
    }

    auto gradient = drawn(layers::parameter_count), numbers = drawn(layers::batch::numbers_for(6));
    auto const by_bias = gradient.data() + layers::bias(1, 0);
    layers::unfold(1, parameters.data(), {numbers.data(), 6}, gradient.data());
    for (std::size_t i = 0; i < 37; ++i) {
        CHECK(gradient[layers::shifts(1) + i] == dot(width, parameters.data() + layers::weight(1, 0, i), by_bias));
    }
}

TEST_CASE("the gradient of a folded layer is one of its weights and of the shifts before it") {
    ls::random<double> draw(1, 0, 0);
    std::vector<double> parameters(weights::parameter_count), gradient(weights::parameter_count),
        numbers(weights::batch::numbers_for(6));
    for (double& p : parameters) {
        p = draw.normal();
    }
    weights::batch const b{numbers.data(), 6};
    for (std::size_t l = 0; l < weights::levels; ++l) {
        for (std::size_t i = 0; i < weights::units(l); ++i) {
            b.statistics(l, weights::batch::scale)[i] = draw.normal();
            b.statistics(l, weights::batch::offset)[i] = draw.normal();
        }
        for (std::size_t o = 0; o < weights::layer_outputs(l); ++o) {
            gradient[weights::bias(l, o)] = 1 + static_cast<double>(o);
            for (std::size_t i = 0; i < weights::layer_inputs(l); ++i) {
                gradient[weights::weight(l, o, i)] = 10 * static_cast<double>(i);
            }
        }
        weights::unfold(l, parameters.data(), b, gradient.data());
        for (std::size_t i = 0; i < weights::layer_inputs(l); ++i) {
            double const scale = b.statistics(l, weights::batch::scale)[i], offset = b.statistics(l, weights::batch::offset)[i];
            double by_shift = 0;
            for (std::size_t o = 0; o < weights::layer_outputs(l); ++o) {
                double const by_bias = 1 + static_cast<double>(o);
                CHECK(gradient[weights::bias(l, o)] == by_bias);
                CHECK(gradient[weights::weight(l, o, i)] ==
                      doctest::Approx(10 * static_cast<double>(i) * scale + by_bias * offset));
                by_shift += parameters[weights::weight(l, o, i)] * by_bias;
            }
            CHECK(gradient[weights::shifts(l) + i] == doctest::Approx(by_shift));
        }
    }
}
