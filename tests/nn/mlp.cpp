// SPDX-License-Identifier: MIT
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

/// The same network in double, one matrix a layer, one column a sample.
template <class Network>
struct reference {
    std::vector<MatrixXd> weights;  // [outputs][inputs + 1], the last column the biases
    std::vector<MatrixXd> values;   // [inputs][samples] of each layer; the last are the outputs
    std::vector<MatrixXd> weight_gradients;
    MatrixXd input_gradients;

    template <class F>
    static void each_weight(F f) {
        for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
            for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
                for (std::size_t i = 0; i <= Network::layer_inputs(l); ++i) {
                    f(l, static_cast<Index>(o), static_cast<Index>(i), i < Network::layer_inputs(l) ? Network::weight(l, o, i) : Network::bias(l, o));
                }
            }
        }
    }

    explicit reference(std::vector<float> const& parameters) {
        for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
            weights.emplace_back(Network::layer_outputs(l), Network::layer_inputs(l) + 1);
        }
        each_weight([&](std::size_t l, Index o, Index i, std::size_t at) { weights[l](o, i) = parameters[at]; });
    }

    void run(MatrixXd const& inputs, MatrixXd const& output_gradients) {
        using activation = typename Network::activation;
        values = {inputs};
        for (std::size_t l = 0; l < weights.size(); ++l) {
            Index const n = weights[l].cols() - 1;
            MatrixXd y = (weights[l].leftCols(n).lazyProduct(values[l])).colwise() + weights[l].col(n);
            if (l + 1 < weights.size()) {
                y = y.unaryExpr([](double x) { return activation::value(x); }).eval();
            }
            values.push_back(y);
        }
        weight_gradients.resize(weights.size());
        MatrixXd gradient = output_gradients;
        for (std::size_t l = weights.size(); l-- > 0;) {
            Index const n = weights[l].cols() - 1;
            weight_gradients[l].resize(weights[l].rows(), n + 1);
            weight_gradients[l] << gradient.lazyProduct(values[l].transpose()), gradient.rowwise().sum();
            gradient = weights[l].leftCols(n).transpose().lazyProduct(gradient).eval();
            if (l > 0) {
                gradient = gradient.cwiseProduct(values[l].unaryExpr([](double h) { return activation::derivative(h); })).eval();
            }
        }
        input_gradients = gradient;
    }
};

template <class Network, std::size_t Block>
struct fixture {
    using workspace = typename Network::template workspace<Block>;
    std::vector<float> parameters = std::vector<float>(Network::parameter_count);
    std::vector<float> derived = std::vector<float>(Network::derived_count);
    std::vector<float> gradient = std::vector<float>(Network::parameter_count, 0.0f);
    std::unique_ptr<workspace> work = std::make_unique<workspace>();

    fixture() {
        Network::initialize(11, 1.3, 0.7, parameters.data());
        ls::random<float> draw(12, 0, 0);
        for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
            for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
                parameters[Network::bias(l, o)] = draw.uniform(-0.5f, 0.5f);
            }
        }
        Network::derive(parameters.data(), derived.data());
        work->prepare();
        for (std::size_t i = 0; i < Network::input_size * Block; ++i) {
            work->inputs[i] = draw.uniform(-2, 2);
        }
        for (std::size_t i = 0; i < Network::output_size * Block; ++i) {
            work->output_gradients[i] = draw.uniform(-1, 1);
        }
    }

    void pass(std::size_t samples) {
        Network::forward(parameters.data(), derived.data(), *work, samples);
        Network::backward(parameters.data(), derived.data(), *work, samples);
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

template <std::size_t Block>
MatrixXd feature_major(float const* from, std::size_t features, std::size_t samples) {
    MatrixXd result(features, samples);
    for (std::size_t i = 0; i < features; ++i) {
        for (std::size_t s = 0; s < samples; ++s) {
            result(static_cast<Index>(i), static_cast<Index>(s)) = from[i * Block + s];
        }
    }
    return result;
}

double difference(MatrixXd const& a, MatrixXd const& b) { return (a - b).cwiseAbs().maxCoeff() / std::max(1.0, b.cwiseAbs().maxCoeff()); }

template <std::size_t In, std::size_t Out, std::size_t... Hidden>
using tanh_mlp = ls::mlp<ls::tanh_activation, In, Out, Hidden...>;
template <std::size_t In, std::size_t Out, std::size_t... Hidden>
using relu_mlp = ls::mlp<ls::relu_activation, In, Out, Hidden...>;

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

        reference<Network> expected(actual.parameters);
        expected.run(feature_major<block>(actual.work->inputs, Network::input_size, samples),
                     feature_major<block>(actual.work->output_gradients, Network::output_size, samples));
        CHECK(difference(feature_major<block>(actual.work->outputs, Network::output_size, samples), expected.values.back()) < 2e-6);
        CHECK(difference(feature_major<block>(actual.work->input_gradients, Network::input_size, samples), expected.input_gradients) < 2e-6);

        std::vector<MatrixXd> gradients = expected.weight_gradients;
        std::vector<float> padding = actual.gradient;
        reference<Network>::each_weight([&](std::size_t l, Index o, Index i, std::size_t at) {
            gradients[l](o, i) = actual.gradient[at];
            padding[at] = 0;
        });
        for (std::size_t l = 0; l < gradients.size(); ++l) {
            CHECK(difference(gradients[l], expected.weight_gradients[l]) < 4e-6);
        }
        CHECK(std::all_of(padding.begin(), padding.end(), [](float x) { return x == 0; }));
    }
}

TEST_CASE_TEMPLATE("blocks of samples give the bits of one large block", Network, tanh_mlp<17, 6, 64, 64>, relu_mlp<5, 9, 48>) {
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
            CHECK(feature_major<block>(part.work->outputs, Network::output_size, samples) ==
                  feature_major<block>(whole.work->outputs + first, Network::output_size, samples));
            CHECK(feature_major<block>(part.work->input_gradients, Network::input_size, samples) ==
                  feature_major<block>(whole.work->input_gradients + first, Network::input_size, samples));
        }
        CHECK(part.gradient == whole.gradient);
    }
}

TEST_CASE_TEMPLATE("ranges of rows give the bits of the whole gradient", Network, tanh_mlp<17, 6, 64, 64>, relu_mlp<5, 9, 48>) {
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
    CHECK(feature_major<256>(large.work->outputs + 100, 6, 16) == feature_major<16>(small.work->outputs, 6, 16));
}

TEST_CASE("the gradient agrees with central differences") {
    using network = tanh_mlp<4, 2, 16, 16>;
    constexpr std::size_t samples = 16;
    fixture<network, samples> f;
    f.pass(samples);
    network::gradient(*f.work, samples, f.gradient.data());
    auto const objective = [&] {
        network::derive(f.parameters.data(), f.derived.data());
        network::forward(f.parameters.data(), f.derived.data(), *f.work, samples);
        return feature_major<samples>(f.work->outputs, 2, samples).cwiseProduct(feature_major<samples>(f.work->output_gradients, 2, samples)).sum();
    };
    reference<network>::each_weight([&](std::size_t, Index, Index, std::size_t at) {
        float const step = 1.0f / 64;
        float const before = f.parameters[at];
        f.parameters[at] = before + step;
        double const up = objective();
        f.parameters[at] = before - step;
        double const down = objective();
        f.parameters[at] = before;
        REQUIRE(f.gradient[at] == doctest::Approx((up - down) / (2 * static_cast<double>(step))).epsilon(2e-3).scale(1));
    });
}

TEST_CASE("initialize makes layers orthogonal and biases zero") {
    using network = tanh_mlp<17, 6, 64, 64>;
    std::vector<float> parameters(network::parameter_count, 5.0f);
    network::initialize(1, 1.5, 0.01, parameters.data());
    reference<network> const layers(parameters);
    auto const square = [](MatrixXd const& m) { return MatrixXd(m.lazyProduct(m.transpose())); };
    CHECK(difference(square(layers.weights[0].leftCols(17).transpose()), 2.25 * MatrixXd::Identity(17, 17)) < 1e-6);
    CHECK(difference(square(layers.weights[1].leftCols(64)), 2.25 * MatrixXd::Identity(64, 64)) < 1e-6);
    CHECK(difference(square(layers.weights[2].leftCols(64)) * 1e4, MatrixXd::Identity(6, 6)) < 1e-6);
    for (std::size_t l = 0; l < 3; ++l) {
        CHECK(layers.weights[l].rightCols(1).isZero(0));
    }
    std::vector<float> other(network::parameter_count);
    network::initialize(2, 1.5, 0.01, other.data());
    CHECK(other != parameters);
}
