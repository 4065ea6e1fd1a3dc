// SPDX-License-Identifier: MIT
// A network in double and in plain loops, with its optimiser: what the kernels of a learner are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <lockstep/nn/activation.hpp>
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
    numbers gradient = numbers(Layout::parameter_count);
    std::vector<plain_adam> optimizers = std::vector<plain_adam>(Layout::parameter_count);

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

/// Calls check(position) for every weight and bias of a network or its layout, and of the recurrent units before it; the
/// rest is padding.
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
