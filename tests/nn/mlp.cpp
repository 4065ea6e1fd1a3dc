// SPDX-License-Identifier: MIT
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/mlp.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// f(layer, output, input, position) for every weight; the input after the last one is the bias.
template <class Network, class F>
void each_weight(F f) {
    for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
        for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i <= Network::layer_inputs(l); ++i) {
                bool const bias = i == Network::layer_inputs(l);
                f(l, static_cast<Index>(o), static_cast<Index>(i), bias ? Network::bias(l, o) : Network::weight(l, o, i));
            }
        }
    }
}

/// The matrices of a flat array: [outputs][inputs + 1] for each layer, the last column the biases.
template <class Network>
std::vector<MatrixXd> matrices(std::vector<typename Network::number> const& flat) {
    std::vector<MatrixXd> result;
    for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
        result.emplace_back(Network::layer_outputs(l), Network::layer_inputs(l) + 1);
    }
    each_weight<Network>([&](std::size_t l, Index o, Index i, std::size_t at) { result[l](o, i) = flat[at]; });
    return result;
}

/// The same network in double, one column a sample.
struct reference {
    MatrixXd outputs;
    MatrixXd input_gradients;
    std::vector<MatrixXd> weight_gradients;

    reference(std::vector<MatrixXd> const& weights, MatrixXd const& inputs, MatrixXd const& output_gradients,
              double (*value)(double const&), double (*derivative)(double const&))
        : weight_gradients(weights) {
        std::vector<MatrixXd> h = {inputs};
        for (std::size_t l = 0; l < weights.size(); ++l) {
            Index const n = weights[l].cols() - 1;
            MatrixXd const sums = weights[l].leftCols(n).lazyProduct(h[l]).colwise() + weights[l].col(n);
            h.push_back(l + 1 < weights.size() ? sums.unaryExpr(value) : sums);
        }
        outputs = h.back();
        MatrixXd gradient = output_gradients;
        for (std::size_t l = weights.size(); l-- > 0;) {
            Index const n = weights[l].cols() - 1;
            weight_gradients[l] << gradient.lazyProduct(h[l].transpose()), gradient.rowwise().sum();
            gradient = weights[l].leftCols(n).transpose().lazyProduct(gradient).eval();
            if (l > 0) {
                gradient.array() *= h[l].unaryExpr(derivative).array();
            }
        }
        input_gradients = gradient;
    }
};

template <class Network, std::size_t Block>
struct fixture {
    using workspace = typename Network::template workspace<Block>;
    using numbers = std::vector<typename Network::number>;
    numbers parameters = numbers(Network::parameter_count);
    numbers transposed_weights = numbers(Network::transposed_count);
    numbers gradient = numbers(Network::parameter_count);
    std::unique_ptr<workspace> work = std::make_unique<workspace>();

    fixture() {
        Network::initialize(11, 1.3, 0.7, parameters.data());
        ls::random<float> draw(12, 0, 0);
        for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
            for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
                parameters[Network::bias(l, o)] = draw.uniform(-0.5f, 0.5f);
            }
        }
        Network::transpose_weights(parameters.data(), transposed_weights.data());
        work->prepare();
        for (std::size_t i = 0; i < Network::input_size * Block; ++i) {
            work->inputs[i] = draw.uniform(-2, 2);
        }
        for (std::size_t i = 0; i < Network::output_size * Block; ++i) {
            work->output_gradients[i] = draw.uniform(-1, 1);
        }
    }

    void pass(std::size_t samples) {
        Network::forward(parameters.data(), transposed_weights.data(), *work, samples);
        Network::backward(parameters.data(), transposed_weights.data(), *work, samples);
        Network::input_gradient(parameters.data(), *work, samples);
    }

    /// Samples [first, first + samples) of another fixture, as this one's first samples.
    void take(fixture const& from, std::size_t first, std::size_t samples) {
        for (std::size_t i = 0; i < Network::input_size; ++i) {
            std::copy_n(from.work->inputs + i * Block + first, samples, work->inputs + i * Block);
        }
        for (std::size_t o = 0; o < Network::output_size; ++o) {
            std::copy_n(from.work->output_gradients + o * Block + first, samples, work->output_gradients + o * Block);
        }
    }
};

template <class T>
MatrixXd feature_major(T const* from, std::size_t features, std::size_t samples, std::size_t block) {
    MatrixXd result(features, samples);
    for (std::size_t i = 0; i < features; ++i) {
        for (std::size_t s = 0; s < samples; ++s) {
            result(static_cast<Index>(i), static_cast<Index>(s)) = from[i * block + s];
        }
    }
    return result;
}

double difference(MatrixXd const& a, MatrixXd const& b) {
    return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff());
}

template <std::size_t In, std::size_t Out, std::size_t... Hidden>
using tanh_mlp = ls::mlp<ls::tanh_activation, In, Out, Hidden...>;
template <std::size_t In, std::size_t Out, std::size_t... Hidden>
using relu_mlp = ls::mlp<ls::relu_activation, In, Out, Hidden...>;
template <class Activation, std::size_t In, std::size_t Out, std::size_t... Hidden>
using reference_mlp = ls::basic_mlp<double, Activation, In, Out, Hidden...>;

}  // namespace

TEST_CASE_TEMPLATE("a network agrees with the same in double", Network, tanh_mlp<17, 6, 64, 64>, tanh_mlp<17, 1, 64, 64>,
                   relu_mlp<3, 1, 64, 64>, relu_mlp<23, 1, 256, 256>, tanh_mlp<5, 17, 48>, tanh_mlp<4, 8, 32, 64, 16>,
                   relu_mlp<2, 9, 80, 64>, tanh_mlp<1, 2, 5, 50>, ls::mlp<ls::identity_activation, 7, 3, 20>) {
    constexpr std::size_t block = 64;
    for (std::size_t samples : {1, 3, 16, 37, 64}) {
        CAPTURE(samples);
        fixture<Network, block> actual;
        actual.pass(samples);
        Network::gradient(*actual.work, samples, actual.gradient.data());

        using activation = typename Network::activation;
        reference const expected(matrices<Network>(actual.parameters),
                                 feature_major(actual.work->inputs, Network::input_size, samples, block),
                                 feature_major(actual.work->output_gradients, Network::output_size, samples, block),
                                 activation::template value<double>, activation::template derivative<double>);
        CHECK(difference(feature_major(actual.work->outputs, Network::output_size, samples, block), expected.outputs) < 2e-6);
        CHECK(difference(feature_major(actual.work->input_gradients, Network::input_size, samples, block),
                         expected.input_gradients) < 2e-6);
        auto const gradients = matrices<Network>(actual.gradient);
        for (std::size_t l = 0; l < gradients.size(); ++l) {
            CHECK(difference(gradients[l], expected.weight_gradients[l]) < 4e-6);
        }
        each_weight<Network>([&](std::size_t, Index, Index, std::size_t at) { actual.gradient[at] = 0; });
        CHECK(std::all_of(actual.gradient.begin(), actual.gradient.end(), [](auto padding) { return padding == 0; }));
    }
}

TEST_CASE_TEMPLATE("blocks of samples give the bits of one large block", Network, tanh_mlp<17, 6, 64, 64>, relu_mlp<5, 9, 48>,
                   ls::mlp<ls::layer_norm<ls::silu_activation>, 5, 9, 48>) {
    constexpr std::size_t block = 64;
    fixture<Network, block> whole;
    whole.pass(block);
    Network::gradient(*whole.work, block, whole.gradient.data());
    for (std::size_t middle : {1, 16, 23, 63}) {
        CAPTURE(middle);
        fixture<Network, block> part;
        for (auto [first, samples] : {std::pair(std::size_t(0), middle), std::pair(middle, block - middle)}) {
            part.take(whole, first, samples);
            part.pass(samples);
            Network::gradient(*part.work, samples, part.gradient.data(), first != 0);
            CHECK(feature_major(part.work->outputs, Network::output_size, samples, block) ==
                  feature_major(whole.work->outputs + first, Network::output_size, samples, block));
            CHECK(feature_major(part.work->input_gradients, Network::input_size, samples, block) ==
                  feature_major(whole.work->input_gradients + first, Network::input_size, samples, block));
        }
        CHECK(part.gradient == whole.gradient);
    }
}

TEST_CASE_TEMPLATE("ranges of rows give the bits of the whole gradient", Network, tanh_mlp<17, 6, 64, 64>, relu_mlp<5, 9, 48>,
                   ls::mlp<ls::layer_norm<ls::relu_activation>, 5, 9, 48>) {
    constexpr std::size_t block = 32;
    fixture<Network, block> whole;
    whole.pass(block);
    Network::gradient(*whole.work, block, whole.gradient.data());
    for (std::size_t middle = 0; middle <= Network::gradient_rows; middle += 5) {
        std::vector<float> parts(Network::parameter_count, 0.0f);
        Network::gradient(*whole.work, block, parts.data(), false, middle, Network::gradient_rows);
        Network::gradient(*whole.work, block, parts.data(), false, 0, middle);
        CHECK(parts == whole.gradient);
    }
}

TEST_CASE("the block's size does not change a bit") {
    using network = tanh_mlp<17, 6, 64, 64>;
    fixture<network, 256> large;
    fixture<network, 16> small;
    for (std::size_t i = 0; i < network::input_size; ++i) {
        std::copy_n(small.work->inputs + i * 16, 16, large.work->inputs + i * 256 + 100);
    }
    large.pass(256);
    small.pass(16);
    CHECK(feature_major(large.work->outputs + 100, 6, 16, 256) == feature_major(small.work->outputs, 6, 16, 16));
}

TEST_CASE_TEMPLATE("in double, every gradient agrees with central differences", Network,
                   reference_mlp<ls::tanh_activation, 4, 2, 16, 16>, reference_mlp<ls::relu_activation, 3, 1, 12, 7>,
                   reference_mlp<ls::tanh_activation, 3, 10, 9>, reference_mlp<ls::identity_activation, 2, 3, 5>,
                   reference_mlp<ls::elu_activation, 3, 2, 6>, reference_mlp<ls::silu_activation, 3, 2, 6, 5>,
                   reference_mlp<ls::gelu_activation, 3, 2, 6>, reference_mlp<ls::layer_norm<ls::tanh_activation>, 4, 2, 9, 7>,
                   reference_mlp<ls::layer_norm<ls::silu_activation>, 3, 1, 8>) {
    constexpr std::size_t samples = 16;
    fixture<Network, samples> f;
    f.pass(samples);
    Network::gradient(*f.work, samples, f.gradient.data());
    auto const objective = [&] {
        Network::transpose_weights(f.parameters.data(), f.transposed_weights.data());
        Network::forward(f.parameters.data(), f.transposed_weights.data(), *f.work, samples);
        return feature_major(f.work->outputs, Network::output_size, samples, samples)
            .cwiseProduct(feature_major(f.work->output_gradients, Network::output_size, samples, samples))
            .sum();
    };
    auto const check = [&](double& x, double gradient) {
        double const step = 1e-5, before = x;
        x = before + step;
        double const up = objective();
        x = before - step;
        double const down = objective();
        x = before;
        REQUIRE(std::abs(gradient - (up - down) / (2 * step)) < 1e-7);
    };
    each_weight<Network>([&](std::size_t, Index, Index, std::size_t at) { check(f.parameters[at], f.gradient[at]); });
    for (std::size_t l = 0; Network::normalizes && l < Network::hidden_layers; ++l) {
        for (std::size_t i = 0; i < Network::hidden_sizes[l]; ++i) {
            check(f.parameters[Network::gains(l) + i], f.gradient[Network::gains(l) + i]);
            check(f.parameters[Network::shifts(l) + i], f.gradient[Network::shifts(l) + i]);
        }
    }
    for (std::size_t i = 0; i < Network::input_size * samples; ++i) {
        check(f.work->inputs[i], f.work->input_gradients[i]);
    }
}

TEST_CASE_TEMPLATE("floats agree with doubles where more than values is kept", Activation, ls::silu_activation,
                   ls::gelu_activation, ls::layer_norm<ls::relu_activation>, ls::layer_norm<ls::gelu_activation>) {
    constexpr std::size_t samples = 32;
    using single = ls::mlp<Activation, 5, 2, 48, 21>;
    using reference = reference_mlp<Activation, 5, 2, 48, 21>;
    fixture<single, samples> f;
    fixture<reference, samples> d;
    std::copy_n(f.work->inputs, 5 * samples, d.work->inputs);
    std::copy_n(f.work->output_gradients, 2 * samples, d.work->output_gradients);
    for (std::size_t l = 0; l <= single::hidden_layers; ++l) {
        for (std::size_t o = 0; o < single::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i < single::layer_inputs(l); ++i) {
                d.parameters[reference::weight(l, o, i)] = static_cast<double>(f.parameters[single::weight(l, o, i)]);
            }
            d.parameters[reference::bias(l, o)] = static_cast<double>(f.parameters[single::bias(l, o)]);
        }
    }
    reference::transpose_weights(d.parameters.data(), d.transposed_weights.data());
    f.pass(samples);
    d.pass(samples);
    single::gradient(*f.work, samples, f.gradient.data());
    reference::gradient(*d.work, samples, d.gradient.data());
    CHECK(difference(feature_major(f.work->outputs, 2, samples, samples), feature_major(d.work->outputs, 2, samples, samples)) <
          5e-6);
    CHECK(difference(feature_major(f.work->input_gradients, 5, samples, samples),
                     feature_major(d.work->input_gradients, 5, samples, samples)) < 2e-5);
    auto const ours = matrices<single>(f.gradient), theirs = matrices<reference>(d.gradient);
    for (std::size_t l = 0; l < ours.size(); ++l) {
        CHECK(difference(ours[l], theirs[l]) < 2e-5);
    }
}

TEST_CASE("a step over a layer's range trains that layer alone") {
    using network = tanh_mlp<5, 2, 32, 16>;
    fixture<network, 16> f;
    f.pass(16);
    network::gradient(*f.work, 16, f.gradient.data());
    auto const before = f.parameters;
    std::vector<float> first(network::parameter_count), second(network::parameter_count);
    std::size_t const begin = network::matrix(network::hidden_layers), end = network::layer_end(network::hidden_layers);
    ls::adam_update({}, 1, 1, end - begin, f.gradient.data() + begin, f.parameters.data() + begin, first.data(), second.data());
    each_weight<network>([&](std::size_t l, Index, Index, std::size_t at) {
        CHECK((f.parameters[at] != before[at]) == (l == network::hidden_layers && f.gradient[at] != 0));
    });
}

TEST_CASE("initialize makes layers orthogonal and biases zero") {
    using network = tanh_mlp<17, 6, 64, 64>;
    std::vector<float> parameters(network::parameter_count, 5.0f);
    network::initialize(1, 1.5, 0.01, parameters.data());
    auto const layers = matrices<network>(parameters);
    auto const square = [](MatrixXd const& m) { return MatrixXd(m.lazyProduct(m.transpose())); };
    CHECK(difference(square(layers[0].leftCols(17).transpose()), 2.25 * MatrixXd::Identity(17, 17)) < 1e-6);
    CHECK(difference(square(layers[1].leftCols(64)), 2.25 * MatrixXd::Identity(64, 64)) < 1e-6);
    CHECK(difference(square(layers[2].leftCols(64)) * 1e4, MatrixXd::Identity(6, 6)) < 1e-6);
    for (std::size_t l = 0; l < 3; ++l) {
        CHECK(layers[l].rightCols(1).isZero(0));
    }
    std::vector<float> other(network::parameter_count);
    network::initialize(2, 1.5, 0.01, other.data());
    CHECK(other != parameters);
}
