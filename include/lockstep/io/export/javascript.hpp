// SPDX-License-Identifier: MIT
// A policy as a module of JavaScript without dependencies, for browsers and Node. Its weights are in the file, as base64.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/export/describe_policy.hpp>
#include <lockstep/io/export/layers.hpp>
#include <lockstep/io/export/source_text.hpp>
#include <lockstep/io/export/write_export.hpp>
#include <lockstep/io/text/base64.hpp>
#include <lockstep/nn/layer_norm.hpp>

namespace lockstep {

namespace detail {

inline constexpr std::array<printed_function, 14> javascript_functions = {{
    {"floats", R"(
// The floats in a text of base64.
const @floats = (text) => new Float32Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
)"},
    {"clamp", R"(
const @clamp = (x, limit) => Math.min(Math.max(x, -limit), limit);
)"},
    {"tanh", R"(
// As Lockstep computes it: within 4.5e-7.
function @tanh(x) {
    x = @clamp(x, 8);
    const z = x * x;
    return TANH;
}
)"},
    {"logistic", R"(
const @logistic = (x) => 0.5 + 0.5 * @tanh(0.5 * x);
)"},
    {"relu", R"(
const @relu = (x) => Math.max(x, 0);
)"},
    {"elu", R"(
const @elu = (x) => (x > 0 ? x : Math.expm1(x));
)"},
    {"silu", R"(
const @silu = (x) => x * @logistic(x);
)"},
    {"gelu_tanh", R"(
const @gelu_tanh = (x) => 0.5 * x * (1 + @tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
)"},
    {"normalize", R"(
const @normalize = (mean, scale, limit, x) => mean.map((m, i) =>
    @clamp(Math.fround(Math.fround(Math.fround(x[i]) - m) * scale[i]), limit));
)"},
    {"dense", R"(
// weight: [bias.length][x.length]. As in Lockstep, each product and each sum is rounded to a float.
const @dense = (weight, bias, x) => bias.map((start, o) => {
    let sum = start;
    for (let i = 0; i < x.length; ++i) {
        sum = Math.fround(sum + Math.fround(weight[o * x.length + i] * x[i]));
    }
    return sum;
});
)"},
    {"layer_norm", R"(
function @layer_norm(gain, shift, epsilon, x) {
    const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
    const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
    return x.map((value, i) => (gain[i] * (value - mean)) / Math.sqrt(variance + epsilon) + shift[i]);
}
)"},
    {"convolution", R"(
// weight: [filters][channels][size][size]; images: [row][column][channel]
function @convolution(weight, bias, [rows, columns, channels], size, stride, x) {
    const result = [];
    for (let row = 0; row + size <= rows; row += stride) {
        for (let column = 0; column + size <= columns; column += stride) {
            bias.forEach((start, filter) => {
                let sum = start;
                for (let i = 0; i < size; ++i) {
                    for (let j = 0; j < size; ++j) {
                        const pixel = ((row + i) * columns + column + j) * channels;
                        for (let channel = 0; channel < channels; ++channel) {
                            const w = weight[((filter * channels + channel) * size + i) * size + j];
                            sum = Math.fround(sum + Math.fround(w * x[pixel + channel]));
                        }
                    }
                }
                result.push(sum);
            });
        }
    }
    return Float32Array.from(result);
}
)"},
    {"recurrence", R"(
// Gated recurrent units; rows of the weights in the order reset, update, candidate. Returns the memory of the next step.
function @recurrence(input_weight, input_bias, memory_weight, memory_bias, memory, x) {
    const sums = @dense(input_weight, input_bias, x), recalled = @dense(memory_weight, memory_bias, memory), n = memory.length;
    const sigmoid = (x) => 1 / (1 + Math.exp(-x));
    return memory.map((before, u) => {
        const reset = sigmoid(sums[u] + recalled[u]), update = sigmoid(sums[n + u] + recalled[n + u]);
        const candidate = Math.tanh(sums[2 * n + u] + reset * recalled[2 * n + u]);
        return candidate + update * (before - candidate);
    });
}
)"},
    {"largest", R"(
// The index of the largest number, the first of several.
const @largest = (x) => x.reduce((best, value, i) => (x[best] < value ? i : best), 0);
)"},
}};

/// A printer of a policy. It prints each layer as a call whose result replaces x, and collects the weights of all layers.
class javascript_printer {
public:
    LOCKSTEP_COLD explicit javascript_printer(exported_policy const& policy) {
        for (exported_layer const& layer : policy.layers) {
            std::visit([this](auto const& l) { add(l); }, layer);
        }
    }
    std::vector<float> const& weights() const { return weights_; }
    std::string const& calls() const { return calls_; }

private:
    LOCKSTEP_COLD void add(exported_normalization const& l) {
        std::string const mean = tensor(l.mean), scale = tensor(l.scale);
        call(formatted("@normalize(%s, %s, %g, observation)", mean.c_str(), scale.c_str(), l.limit));
    }
    LOCKSTEP_COLD void add(exported_convolution const& l) {
        std::string const weight = tensor(l.weight), bias = tensor(l.bias);
        if (l.rest > 0) {
            calls_ += formatted("        const rest%zu = x.subarray(%zu);\n", weights_.size(), l.from.size());
        }
        call(formatted("@convolution(%s, %s, [%zu, %zu, %zu], %zu, %zu, x)", weight.c_str(), bias.c_str(), l.from.rows,
                       l.from.columns, l.from.channels, l.size, l.stride));
        activate(l.activation);
        if (l.rest > 0) {
            call(formatted("Float32Array.of(...x, ...rest%zu)", weights_.size()));
        }
    }
    LOCKSTEP_COLD void add(exported_recurrence const& l) {
        std::string const input_weight = tensor(l.input_weight), input_bias = tensor(l.input_bias);
        std::string const memory_weight = tensor(l.memory_weight), memory_bias = tensor(l.memory_bias);
        call(formatted("this.memory = @recurrence(%s, %s, %s, %s, this.memory, x)", input_weight.c_str(), input_bias.c_str(),
                       memory_weight.c_str(), memory_bias.c_str()));
    }
    LOCKSTEP_COLD void add(exported_dense const& l) {
        std::string const weight = tensor(l.weight), bias = tensor(l.bias);
        call(formatted("@dense(%s, %s, x)", weight.c_str(), bias.c_str()));
        if (!l.gain.empty()) {
            std::string const gain = tensor(l.gain), shift = tensor(l.shift);
            call(formatted("@layer_norm(%s, %s, %g, x)", gain.c_str(), shift.c_str(), layer_norm_epsilon));
        }
        activate(l.activation);
    }
    LOCKSTEP_COLD void add(exported_action const& l) {
        if (l.how == exported_action::choice::index) {
            call("[@largest(x)]");
            return;
        }
        std::string const bounded = l.how == exported_action::choice::squashed ? "@tanh(value)" : "@clamp(value, 1)";
        call(formatted("x.subarray(0, %zu).map((value) => %s * %.17g + %.17g)", l.size, bounded.c_str(), l.reach, l.centre));
    }

    void activate(std::string const& name) {
        if (name != "identity") {
            call("x.map(@" + name + ")");
        }
    }
    void call(std::string const& value) { calls_ += formatted("        x = %s;\n", value.c_str()); }
    std::string tensor(std::vector<float> const& values) {
        std::size_t const begin = weights_.size();
        weights_.insert(weights_.end(), values.begin(), values.end());
        return formatted("weights.subarray(%zu, %zu)", begin, weights_.size());
    }

    std::vector<float> weights_;
    std::string calls_;
};

}  // namespace detail

/// Returns the text of the module of a policy. The module's class is named after the environment: HalfCheetahPolicy.
LOCKSTEP_COLD inline std::string to_javascript(exported_policy const& policy) {
    detail::javascript_printer const printer(policy);
    std::string name;
    bool begins = true;
    for (char const c : policy.name) {
        if (c != '_') {
            name += begins && 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        }
        begins = c == '_';
    }
    bool const remembers = policy.memory_size > 0;
    auto const rows = [](std::vector<std::vector<float>> const& table) {
        std::string text;
        for (auto const& row : table) {
            text += "[\n" + listed_numbers(row, "") + "], ";
        }
        return text.substr(0, text.size() - 2);
    };
    std::string body = "\nconst weights = @floats(\"" + base64(std::as_bytes(std::span(printer.weights()))) + "\");\n";
    body += formatted("const tested = {\n  observations: [%s],\n  actions: [%s]};\n", rows(policy.tested_observations).c_str(),
                      rows(policy.tested_actions).c_str());
    body += formatted("\nexport class %s {\n    static observationSize = %zu;\n    static actionSize = %zu;\n", name.c_str(),
                      policy.observation_size, policy.action_size);
    if (remembers) {
        body += formatted("    memory = new Float32Array(%zu);\n", policy.memory_size);
    }
    body += formatted(R"(
    // To be called at the start of each episode.
    reset() {%s}

    // The action for an observation, an array of %zu numbers: within the environment's bounds, an array of %zu.
    act(observation) {
        if (observation.length !== %zu) {
            throw new RangeError(`an observation has %zu numbers, not ${observation.length}`);
        }
        let x;
%s        return Array.from(x);
    }
)",
                      remembers ? "\n        this.memory.fill(0);\n    " : "", policy.observation_size, policy.action_size,
                      policy.observation_size, policy.observation_size, printer.calls().c_str());
    body += formatted(R"(
    // The largest difference from the actions that Lockstep computed, of actions larger than 1 relative to their size: about 1e-6
    // is the rounding of floats.
    static selfTest() {
        const policy = new %s();
        return Math.max(...tested.observations.flatMap((observation, step) => policy.act(observation).map((value, i) => {
            const expected = tested.actions[step][i];
            return Math.abs(value - expected) / Math.max(1, Math.abs(expected));
        })));
    }
}
export default %s;
)",
                      name.c_str(), name.c_str());
    return formatted("// A policy for the environment \"%s\", written by Lockstep. A module for browsers and Node:\n"
                     "//     import { %s } from \"./file.mjs\";\n"
                     "//     const policy = new %s();\n"
                     "//     const action = policy.act(observation);\n",
                     policy.environment.c_str(), name.c_str(), name.c_str()) +
           with_functions(detail::javascript_functions, body, "", "");
}

/// Replaces the file at `path` by the policy as a module of JavaScript. Throws std::runtime_error, naming the path, if the file
/// cannot be written, or if the policy has a layer that is not known or a number that is not finite. For such a number it also
/// names the tensor. Throws std::invalid_argument if `path` has another format's suffix (check_suffix).
template <trained_policy Policy>
void write_javascript(std::string const& path, Policy const& policy) {
    write_export(path, ".js", policy, to_javascript);
}

}  // namespace lockstep
