// SPDX-License-Identifier: MIT
// A network with batch renormalisation in double and in plain loops, a whole batch at a time, with its optimiser.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>

#include "plain_network.hpp"

namespace support {

/// Parameters lie as in Network.
template <class Network>
struct plain_renormalized {
    static constexpr std::size_t levels = Network::levels;
    static constexpr double epsilon = static_cast<double>(lockstep::batch_renorm_epsilon);
    static constexpr bool relu = std::is_same_v<typename Network::activation, lockstep::relu_activation>;
    using batch = std::vector<numbers>;  ///< by sample

    numbers parameters;
    numbers gradient = numbers(Network::trained_count);
    std::vector<plain_adam> optimizers = std::vector<plain_adam>(Network::trained_count);
    // Of every level: what comes, what it is when normalised, and the statistics of the batch with their corrections.
    std::vector<batch> values = {}, normalized = {};
    std::vector<numbers> mean = {}, variance = {}, r = {}, d = {};

    static double activate(double x) { return relu ? std::max(x, 0.0) : std::tanh(x); }
    static double slope(double h) { return relu ? (h > 0 ? 1 : 0) : 1 - h * h; }
    double renormalized(std::size_t l, std::size_t i, double x) const {
        return parameters[Network::gains(l) + i] * x + parameters[Network::shifts(l) + i];
    }
    double running_deviation(std::size_t l, std::size_t i) const {
        return std::sqrt(parameters[Network::variances(l) + i] + epsilon);
    }

    /// With the statistics of the batch; returns the outputs by sample.
    batch forward(batch x, lockstep::renorm_limits limits) {
        values.clear(), normalized.clear(), mean.clear(), variance.clear(), r.clear(), d.clear();
        double const count = static_cast<double>(x.size()), most_r = static_cast<double>(limits.r),
                     most_d = static_cast<double>(limits.d);
        for (std::size_t l = 0; l < levels; ++l) {
            std::size_t const units = x[0].size();
            numbers m(units), v(units), factor(units), shift(units);
            batch y = x, corrected = x;
            for (std::size_t i = 0; i < units; ++i) {
                for (numbers const& sample : x) {
                    m[i] += sample[i] / count;
                }
                for (numbers const& sample : x) {
                    v[i] += (sample[i] - m[i]) * (sample[i] - m[i]) / count;
                }
                double const sigma = std::sqrt(v[i] + epsilon);
                factor[i] = std::clamp(sigma / running_deviation(l, i), 1 / most_r, most_r);
                shift[i] = std::clamp((m[i] - parameters[Network::means(l) + i]) / running_deviation(l, i), -most_d, most_d);
                for (std::size_t s = 0; s < x.size(); ++s) {
                    y[s][i] = (x[s][i] - m[i]) / sigma;
                    corrected[s][i] = renormalized(l, i, y[s][i] * factor[i] + shift[i]);
                }
            }
            values.push_back(x), normalized.push_back(y), mean.push_back(m), variance.push_back(v), r.push_back(factor),
                d.push_back(shift);
            for (std::size_t s = 0; s < x.size(); ++s) {
                x[s] = layer(l, corrected[s]);
            }
        }
        return x;
    }

    /// Adds the gradient of what is trained; r and d are constants.
    void backward(batch by_output) {
        double const count = static_cast<double>(by_output.size());
        for (std::size_t l = levels; l-- > 0;) {
            batch by_input;
            for (std::size_t s = 0; s < by_output.size(); ++s) {
                for (std::size_t o = 0; l + 1 < levels && o < by_output[s].size(); ++o) {
                    by_output[s][o] *= slope(values[l + 1][s][o]);
                }
                by_input.push_back(back(l, s, by_output[s]));
            }
            for (std::size_t i = 0; i < by_input[0].size(); ++i) {
                double const sigma = std::sqrt(variance[l][i] + epsilon);
                double sum = 0, along = 0;
                for (std::size_t s = 0; s < by_input.size(); ++s) {
                    double const g = by_input[s][i];
                    gradient[Network::gains(l) + i] += g * (normalized[l][s][i] * r[l][i] + d[l][i]);
                    gradient[Network::shifts(l) + i] += g;
                    by_input[s][i] = g * parameters[Network::gains(l) + i] * r[l][i];
                    sum += by_input[s][i] / count;
                    along += by_input[s][i] * normalized[l][s][i] / count;
                }
                for (std::size_t s = 0; s < by_input.size(); ++s) {
                    by_input[s][i] = (by_input[s][i] - sum - normalized[l][s][i] * along) / sigma;
                }
            }
            by_output = by_input;
        }
    }

    /// With the running statistics, one sample: its outputs.
    numbers act(numbers x) {
        values.clear();
        for (std::size_t l = 0; l < levels; ++l) {
            values.push_back({x});
            for (std::size_t i = 0; i < x.size(); ++i) {
                x[i] = renormalized(l, i, (x[i] - parameters[Network::means(l) + i]) / running_deviation(l, i));
            }
            x = layer(l, x);
        }
        return x;
    }

    /// The gradient of a combination of the outputs of `act` with respect to the inputs.
    numbers input_gradient(numbers by_output) const {
        for (std::size_t l = levels; l-- > 0;) {
            numbers by_input(Network::layer_inputs(l));
            for (std::size_t i = 0; i < by_input.size(); ++i) {
                for (std::size_t o = 0; o < by_output.size(); ++o) {
                    by_input[i] += by_output[o] * parameters[Network::weight(l, o, i)];
                }
                by_input[i] *= parameters[Network::gains(l) + i] / running_deviation(l, i) * (l > 0 ? slope(values[l][0][i]) : 1);
            }
            by_output = by_input;
        }
        return by_output;
    }

    /// A step of Adam, after which the gradient is zero; then the running statistics follow those of the batch.
    void descend(double rate, double adam_epsilon, double step, double beta1, double momentum) {
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            parameters[i] -= optimizers[i](gradient[i], rate, adam_epsilon, step, beta1);
        }
        std::fill(gradient.begin(), gradient.end(), 0.0);
        for (std::size_t l = 0; l < levels; ++l) {
            for (std::size_t i = 0; i < mean[l].size(); ++i) {
                double& m = parameters[Network::means(l) + i];
                double& v = parameters[Network::variances(l) + i];
                m = momentum * m + (1 - momentum) * mean[l][i];
                v = momentum * v + (1 - momentum) * variance[l][i];
            }
        }
    }

private:
    numbers layer(std::size_t l, numbers const& x) const {
        numbers y(Network::layer_outputs(l));
        for (std::size_t o = 0; o < y.size(); ++o) {
            y[o] = parameters[Network::bias(l, o)];
            for (std::size_t i = 0; i < x.size(); ++i) {
                y[o] += parameters[Network::weight(l, o, i)] * x[i];
            }
            y[o] = l + 1 < levels ? activate(y[o]) : y[o];
        }
        return y;
    }

    numbers back(std::size_t l, std::size_t s, numbers const& by_sum) {
        numbers by_input(values[l][s].size());
        for (std::size_t o = 0; o < by_sum.size(); ++o) {
            gradient[Network::bias(l, o)] += by_sum[o];
            for (std::size_t i = 0; i < by_input.size(); ++i) {
                double const x = renormalized(l, i, normalized[l][s][i] * r[l][i] + d[l][i]);
                gradient[Network::weight(l, o, i)] += by_sum[o] * x;
                by_input[i] += by_sum[o] * parameters[Network::weight(l, o, i)];
            }
        }
        return by_input;
    }
};

/// Calls check(position) for every parameter that is no padding, statistics included.
template <class Network, class Check>
void for_each_renormalized_parameter(Check check) {
    for_each_parameter<Network>(check);
    for (std::size_t l = 0; l < Network::levels; ++l) {
        for (std::size_t i = 0; i < Network::layer_inputs(l); ++i) {
            for (std::size_t begin : {Network::gains(l), Network::shifts(l), Network::means(l), Network::variances(l)}) {
                check(begin + i);
            }
        }
    }
}

}  // namespace support
