// SPDX-License-Identifier: MIT
// A network in double and in plain loops, with its optimiser: what the kernels of a learner are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/recurrent_mlp.hpp>

namespace support {

using numbers = std::vector<double>;

inline numbers joined(numbers a, numbers const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// One number under Adam, as in its paper.
struct plain_adam {
    double first = 0, second = 0;

    /// What is subtracted in step number `step`.
    double operator()(double gradient, double rate, double epsilon, double step, double beta1 = static_cast<double>(0.9f)) {
        double const beta2 = static_cast<double>(0.999f);
        first = beta1 * first + (1 - beta1) * gradient;
        second = beta2 * second + (1 - beta2) * gradient * gradient;
        return rate * first / (1 - std::pow(beta1, step)) / (std::sqrt(second / (1 - std::pow(beta2, step))) + epsilon);
    }
};

/// A step of Adam of every parameter along the gradient times `scale`; the gradient is zero after it.
inline void descend(numbers& parameters, numbers& gradient, std::vector<plain_adam>& optimizers, double rate, double epsilon,
                    double step, double scale) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        parameters[i] -= optimizers[i](scale * gradient[i], rate, epsilon, step);
    }
    std::fill(gradient.begin(), gradient.end(), 0.0);
}

/// The multilayer perceptron Network, with ReLU or tanh between its layers; parameters lie as in it.
template <class Network>
struct plain_network {
    using Layout = typename Network::layout;
    static constexpr bool relu = std::is_same_v<typename Network::activation, lockstep::relu_activation>;
    numbers parameters;
    std::vector<numbers> values = {};  ///< of every layer
    numbers gradient = numbers(parameters.size());
    std::vector<plain_adam> optimizers = std::vector<plain_adam>(parameters.size());

    plain_network(numbers all) : parameters(std::move(all)) {}

    numbers const& forward(numbers const& x) {
        values = {x};
        for (std::size_t l = 0; l <= Layout::hidden_layers; ++l) {
            numbers y(Layout::layer_outputs(l));
            for (std::size_t o = 0; o < y.size(); ++o) {
                y[o] = parameters[Layout::bias(l, o)];
                for (std::size_t i = 0; i < values[l].size(); ++i) {
                    y[o] += parameters[Layout::weight(l, o, i)] * values[l][i];
                }
                y[o] = l == Layout::hidden_layers ? y[o] : relu ? std::max(y[o], 0.0) : std::tanh(y[o]);
            }
            values.push_back(y);
        }
        return values.back();
    }

    /// Adds to the parameters' gradient, and returns that of the inputs.
    numbers backward(numbers by_output) {
        for (std::size_t l = Layout::hidden_layers + 1; l-- > 0;) {
            numbers by_input(values[l].size());
            for (std::size_t o = 0; o < by_output.size(); ++o) {
                double const h = values[l + 1][o];
                by_output[o] *= l == Layout::hidden_layers ? 1 : relu ? (h > 0 ? 1 : 0) : 1 - h * h;
                gradient[Layout::bias(l, o)] += by_output[o];
                for (std::size_t i = 0; i < by_input.size(); ++i) {
                    gradient[Layout::weight(l, o, i)] += by_output[o] * values[l][i];
                    by_input[i] += by_output[o] * parameters[Layout::weight(l, o, i)];
                }
            }
            by_output = by_input;
        }
        return by_output;
    }

    void descend(double rate, double epsilon, double step, double scale = 1) {
        support::descend(parameters, gradient, optimizers, rate, epsilon, step, scale);
    }

    void follow(plain_network const& other, double rate) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            parameters[i] = (1 - rate) * parameters[i] + rate * other.parameters[i];
        }
    }
};

/// visit(layer, where its parameters begin) for each convolution of a network.
template <class Network, class Visit>
void for_each_convolution(Visit visit) {
    [&]<std::size_t... L>(std::index_sequence<L...>) {
        (visit(typename Network::template convolution<L>(), Network::convolution_begin(L)), ...);
    }(std::make_index_sequence<Network::convolution_count>());
}

/// A network whose inputs begin with an image.
template <lockstep::convolutional Network>
struct plain_network<Network> : plain_network<typename Network::head> {
    using head = plain_network<typename Network::head>;
    using head::head;
    std::vector<numbers> images = {};  ///< that each convolution sees, and what comes out of the last

    numbers const& forward(numbers const& x) {
        images = {x};
        for_each_convolution<Network>([&]<class Layer>(Layer, std::size_t begin) {
            numbers made(Layer::output.size());
            for_each_term<Layer>([&](std::size_t out, std::size_t weight, std::size_t in) {
                made[out] += this->parameters[begin + weight] * (in == bias ? 1 : images.back()[in]);
            });
            std::transform(made.begin(), made.end(), made.begin(),
                           [](double y) { return head::relu ? std::max(y, 0.0) : std::tanh(y); });
            images.push_back(made);
        });
        numbers seen = images.back();
        seen.insert(seen.end(), x.begin() + static_cast<std::ptrdiff_t>(image_size), x.end());
        return head::forward(seen);
    }

    numbers backward(numbers const& by_output) {
        numbers const by_seen = head::backward(by_output);
        auto const end_of_image = by_seen.begin() + static_cast<std::ptrdiff_t>(Network::features);
        numbers by(by_seen.begin(), end_of_image);
        back<Network::convolution_count>(by);
        by.insert(by.end(), end_of_image, by_seen.end());
        return by;
    }

private:
    static constexpr std::size_t bias = ~std::size_t(0);
    static constexpr std::size_t image_size = Network::template convolution<0>::image.size();

    /// From what comes out of the first L convolutions back to the image.
    template <std::size_t L>
    void back(numbers& by) {
        if constexpr (L > 0) {
            using layer = typename Network::template convolution<L - 1>;
            for (std::size_t i = 0; i < by.size(); ++i) {
                double const h = images[L][i];
                by[i] *= head::relu ? (h > 0 ? 1 : 0) : 1 - h * h;
            }
            numbers by_input(layer::image.size());
            for_each_term<layer>([&](std::size_t out, std::size_t weight, std::size_t in) {
                std::size_t const at = Network::convolution_begin(L - 1) + weight;
                this->gradient[at] += by[out] * (in == bias ? 1 : images[L - 1][in]);
                if (in != bias) {
                    by_input[in] += by[out] * this->parameters[at];
                }
            });
            by = by_input;
            back<L - 1>(by);
        }
    }

    /// term(number of the output, parameter, number of the image or `bias`) for every product of a convolution.
    template <class Layer, class Term>
    static void for_each_term(Term term) {
        constexpr auto kernel = Layer::kernel;
        for (std::size_t place = 0; place < Layer::output.size(); ++place) {
            std::size_t const filter = place % kernel.count, column = place / kernel.count % Layer::output.columns;
            std::size_t const row = place / kernel.count / Layer::output.columns;
            term(place, Layer::bias(filter), bias);
            for (std::size_t r = 0; r < kernel.size; ++r) {
                for (std::size_t c = 0; c < kernel.size; ++c) {
                    for (std::size_t channel = 0; channel < Layer::image.channels; ++channel) {
                        term(place, Layer::weight(filter, r, c, channel),
                             Layer::image.place(row * kernel.stride + r, column * kernel.stride + c, channel));
                    }
                }
            }
        }
    }
};

/// Calls check(position) for every weight and bias of a network or its layout, and of the convolutions or recurrent units
/// before it; the rest is padding.
template <class Layout, class Check>
void for_each_parameter(Check check) {
    if constexpr (lockstep::recurrent<Layout>) {
        using gru = typename Layout::gru;
        for (auto const gate : {lockstep::gru_gate::candidate, lockstep::gru_gate::reset, lockstep::gru_gate::update}) {
            for (std::size_t u = 0; u < gru::units; ++u) {
                for (std::size_t i = 0; i <= gru::input_size; ++i) {
                    check(Layout::gru_begin + gru::input_weight(gate, u, i));
                }
                for (std::size_t i = 0; i <= gru::units; ++i) {
                    check(Layout::gru_begin + gru::memory_weight(gate, u, i));
                }
            }
        }
    }
    if constexpr (lockstep::convolutional<Layout>) {
        for_each_convolution<Layout>([&]<class Layer>(Layer, std::size_t begin) {
            for (std::size_t i = 0; i < (Layer::patch + 1) * Layer::kernel.count; ++i) {
                check(begin + i / Layer::kernel.count * Layer::padded_count + i % Layer::kernel.count);
            }
        });
    }
    for (std::size_t l = 0; l <= Layout::hidden_layers; ++l) {
        for (std::size_t o = 0; o < Layout::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i < Layout::layer_inputs(l); ++i) {
                check(Layout::weight(l, o, i));
            }
            check(Layout::bias(l, o));
        }
    }
}

}  // namespace support
