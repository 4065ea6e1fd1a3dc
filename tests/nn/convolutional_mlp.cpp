// SPDX-License-Identifier: MIT
#include <lockstep/nn/convolutional_mlp.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

namespace ls = lockstep;

namespace {

constexpr ls::image_shape image{.rows = 7, .columns = 6, .channels = 2};
template <class T, class Activation, class Convolutions>
using network_of = ls::basic_convolutional_mlp<T, Activation, image, image.size() + 3, 2, Convolutions, 9>;
using one = ls::convolutions<ls::filters{5, 3}>;
using two = ls::convolutions<ls::filters{3, 3, 2}, ls::filters{7, 2}>;
using three = ls::convolutions<ls::filters{4, 2}, ls::filters{2, 3, 3}, ls::filters{3, 1}>;

static_assert(ls::convolutional<network_of<float, ls::tanh_activation, one>>);
static_assert(!ls::convolutional<ls::mlp<ls::tanh_activation, 2, 1, 4>>);

template <class Network, std::size_t Block>
struct fixture {
    using T = typename Network::number;
    using workspace = typename Network::template workspace<Block>;
    std::vector<T> parameters = std::vector<T>(Network::parameter_count),
                   transposed_weights = std::vector<T>(Network::transposed_count + 1),
                   gradient = std::vector<T>(Network::parameter_count, T(7));
    std::unique_ptr<workspace> work = std::make_unique<workspace>();

    fixture() {
        Network::initialize(3, 1.2, 0.8, parameters.data());
        ls::random<float> draw(4, 0, 0);
        for (T& p : parameters) {
            p += p == T(0) ? T(0) : static_cast<T>(draw.uniform(-0.1f, 0.1f));
        }
        for_each_bias([&](std::size_t at) { parameters[at] = static_cast<T>(draw.uniform(-0.5f, 0.5f)); });
        Network::transpose_weights(parameters.data(), transposed_weights.data());
        work->prepare();
        std::generate_n(work->inputs, Network::input_size * Block, [&] { return static_cast<T>(draw.normal()); });
        std::generate_n(work->output_gradients, 2 * Block, [&] { return static_cast<T>(draw.normal()); });
    }
    template <class F>
    static void for_each_bias(F f) {
        for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
            for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
                f(Network::bias(l, o));
            }
        }
        [&]<std::size_t... L>(std::index_sequence<L...>) {
            auto const each = [&]<class Layer>(Layer, std::size_t begin) {
                for (std::size_t filter = 0; filter < Layer::kernel.count; ++filter) {
                    f(begin + Layer::bias(filter));
                }
            };
            (each(typename Network::template convolution<L>(), Network::convolution_begin(L)), ...);
        }(std::make_index_sequence<Network::convolution_count>());
    }
    double objective() {
        Network::forward(parameters.data(), transposed_weights.data(), *work, Block);
        double sum = 0;
        for (std::size_t i = 0; i < 2 * Block; ++i) {
            sum += static_cast<double>(work->outputs[i]) * static_cast<double>(work->output_gradients[i]);
        }
        return sum;
    }
    void pass(bool accumulate = false) {
        Network::forward(parameters.data(), transposed_weights.data(), *work, Block);
        Network::backward(parameters.data(), transposed_weights.data(), *work, Block);
        Network::gradient(*work, Block, gradient.data(), accumulate);
        Network::input_gradient(parameters.data(), *work, Block);
    }
    std::vector<T> sample(std::size_t s) const {
        std::vector<T> result;
        for (std::size_t i = 0; i < Network::input_size; ++i) {
            result.push_back(work->inputs[i * Block + s]);
        }
        return result;
    }
};

}  // namespace

TEST_CASE_TEMPLATE("outputs are those of plain loops over the pixels", Network, network_of<float, ls::tanh_activation, one>,
                   network_of<float, ls::relu_activation, two>, network_of<float, ls::silu_activation, three>,
                   network_of<double, ls::gelu_activation, two>) {
    constexpr std::size_t block = 2 * ls::native_width;
    fixture<Network, block> f;
    f.objective();
    for (std::size_t s = 0; s < block; ++s) {
        auto const given = Network::look(f.parameters.data(), f.sample(s));
        REQUIRE(given.size() == Network::head::input_size);
        for (std::size_t i = 0; i < given.size(); ++i) {
            CHECK(f.work->of_head::inputs[i * block + s] == doctest::Approx(given[i]).epsilon(1e-5));
        }
        CHECK(given.back() == f.sample(s).back());
        for (std::size_t o = 0; o < 2; ++o) {
            auto sum = f.parameters[Network::bias(1, o)];
            for (std::size_t h = 0; h < 9; ++h) {
                auto hidden = f.parameters[Network::bias(0, h)];
                for (std::size_t i = 0; i < given.size(); ++i) {
                    hidden += f.parameters[Network::weight(0, h, i)] * given[i];
                }
                sum += f.parameters[Network::weight(1, o, h)] * Network::activation::value(hidden);
            }
            CHECK(f.work->outputs[o * block + s] == doctest::Approx(sum).epsilon(1e-4));
        }
    }
}

TEST_CASE_TEMPLATE("in double, every gradient agrees with central differences", Network,
                   network_of<double, ls::tanh_activation, one>,
                   network_of<double, ls::relu_activation, two>, network_of<double, ls::silu_activation, three>,
                   network_of<double, ls::layer_norm<ls::gelu_activation>, two>) {
    constexpr std::size_t block = 3;
    fixture<Network, block> f;
    f.pass();
    std::size_t counted = 0;
    auto const check = [&](double& x, double gradient) {
        double const step = 1e-5, before = x;
        x = before + step;
        Network::transpose_weights(f.parameters.data(), f.transposed_weights.data());
        double const up = f.objective();
        x = before - step;
        Network::transpose_weights(f.parameters.data(), f.transposed_weights.data());
        double const down = f.objective();
        x = before;
        REQUIRE(std::abs(gradient - (up - down) / (2 * step)) < 1e-7);
        counted += gradient != 0;
    };
    for (std::size_t i = 0; i < Network::parameter_count; ++i) {
        check(f.parameters[i], f.gradient[i]);
    }
    CHECK(counted > Network::parameter_count / 2);
    for (std::size_t i = 0; i < Network::input_size * block; ++i) {
        check(f.work->inputs[i], f.work->input_gradients[i]);
    }
}

TEST_CASE_TEMPLATE("floats in lanes have the gradients of doubles, which add up", Convolutions, one, two, three) {
    using single = network_of<float, ls::tanh_activation, Convolutions>;
    using exact = network_of<double, ls::tanh_activation, Convolutions>;
    constexpr std::size_t block = 2 * ls::native_width;
    fixture<single, block> f;
    fixture<exact, block> d;
    std::copy_n(f.work->inputs, single::input_size * block, d.work->inputs);
    std::copy_n(f.work->output_gradients, 2 * block, d.work->output_gradients);
    auto const each = [&](auto check) {
        for (std::size_t l = 0; l <= single::hidden_layers; ++l) {
            for (std::size_t o = 0; o < single::layer_outputs(l); ++o) {
                for (std::size_t i = 0; i < single::layer_inputs(l); ++i) {
                    check(single::weight(l, o, i), exact::weight(l, o, i));
                }
                check(single::bias(l, o), exact::bias(l, o));
            }
        }
        [&]<std::size_t... L>(std::index_sequence<L...>) {
            auto const filters = [&]<class Layer>(Layer, std::size_t ours, std::size_t theirs) {
                for (std::size_t i = 0; i < (Layer::patch + 1) * Layer::kernel.count; ++i) {
                    std::size_t const number = i / Layer::kernel.count, filter = i % Layer::kernel.count;
                    check(ours + number * Layer::padded_count + filter, theirs + number * Layer::kernel.count + filter);
                }
            };
            (filters(typename single::template convolution<L>(), single::convolution_begin(L), exact::convolution_begin(L)), ...);
        }(std::make_index_sequence<single::convolution_count>());
    };
    each([&](std::size_t ours, std::size_t theirs) { d.parameters[theirs] = static_cast<double>(f.parameters[ours]); });
    exact::transpose_weights(d.parameters.data(), d.transposed_weights.data());
    f.pass();
    d.pass();
    double sum = 0, all = 0;
    each([&](std::size_t ours, std::size_t theirs) {
        CHECK(f.gradient[ours] == doctest::Approx(d.gradient[theirs]).epsilon(1e-4));
        sum += std::abs(static_cast<double>(f.gradient[ours]));
    });
    for (float const g : f.gradient) {
        all += std::abs(static_cast<double>(g));
    }
    CHECK(all == doctest::Approx(sum));  // the padding is zero
    auto const once = f.gradient;
    f.pass(true);
    for (std::size_t i = 0; i < once.size(); ++i) {
        CHECK(f.gradient[i] == doctest::Approx(2 * once[i]).epsilon(1e-4));
    }
}
