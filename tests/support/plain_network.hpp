// SPDX-License-Identifier: MIT
// A network in double and in plain loops, with its optimiser: what the kernels of a learner are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace support {

using numbers = std::vector<double>;

inline numbers joined(numbers a, numbers const& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// ReLU between layers whose parameters lie as in Layout.
template <class Layout>
struct plain_network {
    numbers parameters;
    std::vector<numbers> values = {};  ///< of every layer
    numbers gradient = numbers(Layout::parameter_count), first = gradient, second = gradient;

    numbers const& forward(numbers const& x) {
        values = {x};
        for (std::size_t l = 0; l <= Layout::hidden_layers; ++l) {
            numbers y(Layout::layer_outputs(l));
            for (std::size_t o = 0; o < y.size(); ++o) {
                y[o] = parameters[Layout::bias(l, o)];
                for (std::size_t i = 0; i < values[l].size(); ++i) {
                    y[o] += parameters[Layout::weight(l, o, i)] * values[l][i];
                }
                y[o] = l < Layout::hidden_layers ? std::max(y[o], 0.0) : y[o];
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
                by_output[o] *= l < Layout::hidden_layers && values[l + 1][o] <= 0 ? 0 : 1;
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

    /// A step of Adam as in its paper, from the gradient, which is zero after it.
    void descend(double rate, double epsilon, double step) {
        double const beta1 = static_cast<double>(0.9f), beta2 = static_cast<double>(0.999f);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            first[i] = beta1 * first[i] + (1 - beta1) * gradient[i];
            second[i] = beta2 * second[i] + (1 - beta2) * gradient[i] * gradient[i];
            double const m = first[i] / (1 - std::pow(beta1, step)), v = second[i] / (1 - std::pow(beta2, step));
            parameters[i] -= rate * m / (std::sqrt(v) + epsilon);
        }
        std::fill(gradient.begin(), gradient.end(), 0.0);
    }

    void follow(plain_network const& other, double rate) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            parameters[i] = (1 - rate) * parameters[i] + rate * other.parameters[i];
        }
    }
};

/// Calls check(position) for every weight and bias of a layout; the rest is padding.
template <class Layout, class Check>
void for_each_parameter(Check check) {
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
