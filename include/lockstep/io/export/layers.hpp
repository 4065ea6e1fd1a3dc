// SPDX-License-Identifier: MIT
// A policy as a list of layers that any language can run. The printers in this folder print them.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/core/image_shape.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// The normalisation of an observation: to[i] = clamp((from[i] - mean[i]) * scale[i], -limit, limit).
struct exported_normalization {
    static constexpr double limit = normalizer<1>::limit;
    std::vector<float> mean, scale;
    std::size_t outputs() const { return mean.size(); }
};

/// A convolution of the first from.size() numbers, without padding, and its activation. The `rest` numbers after these stay as
/// they are. `weight` has the shape [to.channels][from.channels][size][size].
struct exported_convolution {
    image_shape from, to;
    std::size_t size, stride, rest;
    std::vector<float> weight, bias;
    std::string activation;
    std::size_t outputs() const { return to.size() + rest; }
};

/// Gated recurrent units. Their memory is also their output. The shape of input_weight is [3 * units][inputs], that of
/// memory_weight is [3 * units][units], both with rows in the order reset, update, candidate.
struct exported_recurrence {
    std::size_t inputs, units;
    std::vector<float> input_weight, input_bias, memory_weight, memory_bias;
    std::size_t outputs() const { return units; }
};

/// A product with weight [outputs][inputs], a sum with the bias, layer normalisation if there is a gain, then the activation.
struct exported_dense {
    std::size_t inputs;
    std::vector<float> weight, bias, gain, shift;
    std::string activation;
    std::size_t outputs() const { return bias.size(); }
};

/// The environment's action. It is computed from the first `size` numbers of the last layer: they are clipped to [-1, 1] or
/// squashed by tanh, then multiplied by `reach`, and `centre` is added. With choice::index it is the index of the largest of all
/// `inputs` numbers, the first of several equal ones.
struct exported_action {
    enum class choice { clipped, squashed, index } how;
    std::size_t inputs, size;
    double centre, reach;
    std::size_t outputs() const { return size; }
};

using exported_layer =
    std::variant<exported_normalization, exported_convolution, exported_recurrence, exported_dense, exported_action>;

struct exported_policy {
    std::string environment;  ///< its name
    std::string name;         ///< an identifier of most languages, such as half_cheetah_policy
    std::size_t observation_size, action_size, memory_size = 0;
    std::vector<exported_layer> layers = {};
    /// Random observations, [steps][observation_size], and the library's actions for them, [steps][action_size]. A policy with a
    /// memory remembers from one step to the next, as in an episode.
    std::vector<std::vector<float>> tested_observations = {}, tested_actions = {};
};

/// Returns an identifier for the policy of an environment: half_cheetah_policy for "half_cheetah". A character that no identifier
/// may have becomes "_".
LOCKSTEP_COLD inline std::string exported_name(std::string name) {
    auto const is_digit = [](char c) { return '0' <= c && c <= '9'; };
    for (char& c : name) {
        c = is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ? c : '_';
    }
    bool const begins = !name.empty() && name[0] != '_' && !is_digit(name[0]);
    return (begins ? name : "a" + name) + "_policy";
}

}  // namespace lockstep
