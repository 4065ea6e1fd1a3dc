// SPDX-License-Identifier: MIT
#include <lockstep/nn/renormalized/mlp.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/nn/inference_network.hpp>

#include <tests/support/plain_renormalized.hpp>

namespace ls = lockstep;

namespace {

using support::numbers;

/// A network with gains, shifts and running statistics of all kinds, and a batch of which the outputs' gradient is known.
template <class Network>
struct fixture {
    using T = typename Network::number;
    static constexpr std::size_t samples = 21;
    std::vector<T> parameters = std::vector<T>(Network::parameter_count), gradient = parameters,
                   transposed_weights = std::vector<T>(Network::transposed_count);
    std::vector<T> memory = std::vector<T>(Network::batch::numbers_for(samples));
    typename Network::batch batch{memory.data(), samples};

    fixture() {
        Network::initialize(11, 1.3, 0.7, parameters.data());
        ls::random<double> draw(12, 0, 0);
        for (std::size_t l = 0; l < Network::levels; ++l) {
            for (std::size_t i = 0; i < Network::layer_inputs(l); ++i) {
                parameters[Network::gains(l) + i] = static_cast<T>(draw.uniform(0.5, 1.5));
                parameters[Network::shifts(l) + i] = static_cast<T>(0.3 * draw.normal());
                parameters[Network::means(l) + i] = static_cast<T>(0.3 * draw.normal());
                parameters[Network::variances(l) + i] = static_cast<T>(draw.uniform(0.2, 2.0));
            }
            for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
                parameters[Network::bias(l, o)] = static_cast<T>(0.3 * draw.normal());
            }
        }
        for (std::size_t s = 0; s < samples; ++s) {
            for (std::size_t i = 0; i < Network::input_size; ++i) {
                *batch.level(0).at(s, i) = static_cast<T>(2 * draw.normal() + 1);
            }
            for (std::size_t o = 0; o < Network::output_size; ++o) {
                batch.output_gradients()[o * batch.output_stride() + s] = static_cast<T>(s % 2 == 0 ? draw.normal() : 0);
            }
        }
        Network::transpose_weights(parameters.data(), transposed_weights.data());
    }

    void pass(ls::renorm_limits limits) {
        Network::forward(parameters.data(), batch, limits);
        Network::backward(parameters.data(), transposed_weights.data(), batch, gradient.data());
    }
    T output(std::size_t o, std::size_t s) const { return batch.outputs()[o * batch.output_stride() + s]; }

    /// The outputs, weighed by their gradient.
    double objective(ls::renorm_limits limits) {
        Network::forward(parameters.data(), batch, limits);
        double sum = 0;
        for (std::size_t o = 0; o < Network::output_size; ++o) {
            for (std::size_t s = 0; s < samples; ++s) {
                sum += static_cast<double>(output(o, s) * batch.output_gradients()[o * batch.output_stride() + s]);
            }
        }
        return sum;
    }

    /// The same in plain loops, after both ways.
    support::plain_renormalized<Network> plain(ls::renorm_limits limits, std::vector<numbers>& outputs) {
        support::plain_renormalized<Network> result{numbers(parameters.begin(), parameters.end())};
        std::vector<numbers> x(samples, numbers(Network::input_size)), by(samples, numbers(Network::output_size));
        for (std::size_t s = 0; s < samples; ++s) {
            std::copy_n(batch.level(0).at(s, 0), Network::input_size, x[s].begin());
            for (std::size_t o = 0; o < Network::output_size; ++o) {
                by[s][o] = static_cast<double>(batch.output_gradients()[o * batch.output_stride() + s]);
            }
        }
        outputs = result.forward(x, limits);
        result.backward(by);
        return result;
    }
};

/// Calls check(position) for every weight, bias, gain and shift.
template <class Network, class Check>
void for_each_trained(Check check) {
    support::for_each_renormalized_parameter<Network>([&](std::size_t i) {
        if (i < Network::trained_count) {
            check(i);
        }
    });
}

template <class T, class Activation, std::size_t... Sizes>
using network = ls::basic_renormalized_mlp<T, Activation, Sizes...>;

}  // namespace

TEST_CASE_TEMPLATE("both ways are those of the paper, by plain loops", Network, network<double, ls::tanh_activation, 4, 2, 9, 7>,
                   network<double, ls::relu_activation, 3, 1, 12, 8>, network<double, ls::tanh_activation, 3, 10, 9>,
                   network<float, ls::relu_activation, 5, 1, 48, 20>, network<float, ls::tanh_activation, 5, 9, 20, 33>) {
    double const tolerance = std::is_same_v<typename Network::number, double> ? 1e-12 : 2e-5;
    for (ls::renorm_limits const limits :
         {ls::renorm_limits{}, ls::renorm_limits{.r = 1.2f, .d = 0.3f}, ls::renorm_limits{.r = 3, .d = 5}}) {
        fixture<Network> f;
        std::vector<numbers> outputs;
        auto const expected = f.plain(limits, outputs);
        f.pass(limits);
        for (std::size_t s = 0; s < f.samples; ++s) {
            for (std::size_t o = 0; o < Network::output_size; ++o) {
                CHECK(std::abs(static_cast<double>(f.output(o, s)) - outputs[s][o]) < tolerance * 10);
            }
        }
        double worst = 0, scale = 1;
        for_each_trained<Network>([&](std::size_t i) {
            worst = std::max(worst, std::abs(static_cast<double>(f.gradient[i]) - expected.gradient[i]));
            scale = std::max(scale, std::abs(expected.gradient[i]));
            f.gradient[i] = 0;
        });
        CHECK(worst < tolerance * scale);
        CHECK(std::all_of(f.gradient.begin(), f.gradient.end(), [](auto padding) { return padding == 0; }));
    }
}

TEST_CASE_TEMPLATE("in double, every gradient agrees with central differences", Network,
                   network<double, ls::tanh_activation, 4, 2, 9, 7>, network<double, ls::relu_activation, 3, 1, 12>,
                   network<double, ls::elu_activation, 3, 10, 9>) {
    auto const check = [](fixture<Network>& f, ls::renorm_limits limits) {
        f.pass(limits);
        for_each_trained<Network>([&](std::size_t i) {
            double const step = 1e-5, before = f.parameters[i];
            f.parameters[i] = before + step;
            double const up = f.objective(limits);
            f.parameters[i] = before - step;
            double const down = f.objective(limits);
            f.parameters[i] = before;
            REQUIRE(std::abs(f.gradient[i] - (up - down) / (2 * step)) < 1e-7);
        });
    };
    fixture<Network> normalized;
    check(normalized, {});
    // Running statistics so far off that every r and d is at its limit: a constant, as the gradient takes it.
    fixture<Network> corrected;
    for (std::size_t l = 0; l < Network::levels; ++l) {
        std::fill_n(corrected.parameters.begin() + static_cast<std::ptrdiff_t>(Network::means(l)), Network::layer_inputs(l),
                    -20.0);
        std::fill_n(corrected.parameters.begin() + static_cast<std::ptrdiff_t>(Network::variances(l)), Network::layer_inputs(l),
                    0.0);
    }
    check(corrected, {.r = 1.1f, .d = 0.7f});
}

TEST_CASE_TEMPLATE("in use it is a plain network that renormalises by the running statistics", Network,
                   network<double, ls::tanh_activation, 4, 2, 9, 7>, network<float, ls::relu_activation, 5, 10, 48, 20>) {
    using T = typename Network::number;
    constexpr std::size_t block = 2 * ls::pack_width<T>;
    fixture<Network> f;
    using plain_network = typename Network::plain;
    auto work = std::make_unique<typename plain_network::template workspace<block>>();
    work->prepare();
    for (std::size_t i = 0; i < Network::input_size; ++i) {
        work->inputs[i * block + 1] = *f.batch.level(0).at(1, i);
    }
    for (std::size_t o = 0; o < Network::output_size; ++o) {
        work->output_gradients[o * block + 1] = T(1);
    }
    auto const used = ls::inference_parameters_of<Network, T>(f.parameters.data(), f.transposed_weights.data());
    plain_network::forward(used.parameters, used.transposed_weights, *work, 2);
    plain_network::backward(used.parameters, used.transposed_weights, *work, 2);
    plain_network::input_gradient(used.parameters, *work, 2);
    support::plain_renormalized<Network> plain{numbers(f.parameters.begin(), f.parameters.end())};
    numbers const outputs = plain.act({f.batch.level(0).at(1, 0), f.batch.level(0).at(1, Network::input_size)});
    numbers const by_input = plain.input_gradient(numbers(Network::output_size, 1.0));
    double const tolerance = std::is_same_v<T, double> ? 1e-12 : 1e-4;
    for (std::size_t o = 0; o < Network::output_size; ++o) {
        CHECK(std::abs(static_cast<double>(work->outputs[o * block + 1]) - outputs[o]) < tolerance);
    }
    for (std::size_t i = 0; i < Network::input_size; ++i) {
        CHECK(std::abs(static_cast<double>(work->input_gradients[i * block + 1]) - by_input[i]) < tolerance);
    }
}

TEST_CASE("running statistics follow those of a batch, and a new network has none") {
    using relu = network<double, ls::relu_activation, 3, 1, 12, 8>;
    fixture<relu> f;
    relu::initialize(3, 1, 1, f.parameters.data());
    CHECK(f.parameters[relu::gains(1) + 2] == 1);
    CHECK(f.parameters[relu::variances(2) + 1] == 1);
    CHECK(f.parameters[relu::means(2) + 1] == 0);
    relu::forward(f.parameters.data(), f.batch, {});
    relu::follow(f.batch, 0.75f, f.parameters.data());
    CHECK(f.parameters[relu::means(0)] == doctest::Approx(0.25 * f.batch.statistics(0, relu::batch::mean)[0]));
    CHECK(f.parameters[relu::variances(2) + 1] == doctest::Approx(0.75 + 0.25 * f.batch.statistics(2, relu::batch::variance)[1]));
}
