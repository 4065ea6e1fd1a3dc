// SPDX-License-Identifier: MIT
// A policy as one header for C99 and C++11 that needs no library, not even that of C: for a microcontroller, a game, a robot. It
// has its own exp, tanh and square root in single precision, allocates nothing and keeps no state of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/export/c_functions.hpp>
#include <lockstep/io/export/describe_policy.hpp>
#include <lockstep/io/export/layers.hpp>
#include <lockstep/io/export/source_text.hpp>
#include <lockstep/io/export/write_export.hpp>
#include <lockstep/io/storage/crc32.hpp>
#include <lockstep/nn/layer_norm.hpp>

namespace lockstep {

namespace detail {

/// A printer of a policy: its layers as calls, and their weights as arrays.
class c_policy_printer {
public:
    LOCKSTEP_COLD explicit c_policy_printer(exported_policy const& policy) {
        for (std::size_t l = 0; l < policy.layers.size(); ++l) {
            bool const is_last = l + 1 == policy.layers.size();
            from_ = l == 0 ? "observation" : l % 2 == 1 ? "a" : "b";
            to_ = is_last ? "action" : l % 2 == 0 ? "a" : "b";
            scope_ = formatted("layer%zu_", l);
            std::visit(
                [&](auto const& layer) {
                std::size_t& largest = l % 2 == 0 ? even_ : odd_;
                largest = is_last ? largest : std::max(largest, layer.outputs());
                add(layer);
                },
                policy.layers[l]);
        }
    }

    std::string const& weights() const { return weights_; }
    std::string body() const { return formatted("    float a[%zu], b[%zu];\n", even_, odd_) + calls_; }

private:
    LOCKSTEP_COLD void add(exported_normalization const& l) {
        std::string const mean = array("mean", l.mean), scale = array("scale", l.scale);
        each(l.outputs(),
             formatted("@clamp((%s[i] - %s[i]) * %s[i], %.1ff, %.1ff)", from_, mean.c_str(), scale.c_str(), -l.limit, l.limit));
    }
    LOCKSTEP_COLD void add(exported_convolution const& l) {
        std::string const weight = array("weight", l.weight), bias = array("bias", l.bias);
        calls_ += formatted("    @convolution(%s, %s, %zu, %zu, %zu, %zu, %zu, %zu, %s, %s);\n", weight.c_str(), bias.c_str(),
                            l.from.rows, l.from.columns, l.from.channels, l.to.channels, l.size, l.stride, from_, to_);
        activate(l.activation, l.to.size());
        if (l.rest > 0) {
            calls_ += formatted("    for (long i = 0; i < %zu; ++i) {\n        %s[%zu + i] = %s[%zu + i];\n    }\n", l.rest, to_,
                                l.to.size(), from_, l.from.size());
        }
    }
    LOCKSTEP_COLD void add(exported_recurrence const& l) {
        std::string const input_weight = array("input_weight", l.input_weight);
        std::string const input_bias = array("input_bias", l.input_bias);
        std::string const memory_weight = array("memory_weight", l.memory_weight);
        std::string const memory_bias = array("memory_bias", l.memory_bias);
        calls_ += formatted("    @recurrence(%s, %s, %s, %s, %zu, %zu, %s, memory->units, %s);\n", input_weight.c_str(),
                            input_bias.c_str(), memory_weight.c_str(), memory_bias.c_str(), l.inputs, l.units, from_, to_);
    }
    LOCKSTEP_COLD void add(exported_dense const& l) {
        std::string const weight = array("weight", l.weight), bias = array("bias", l.bias);
        calls_ +=
            formatted("    @dense(%s, %s, %zu, %zu, %s, %s);\n", weight.c_str(), bias.c_str(), l.inputs, l.outputs(), from_, to_);
        if (!l.gain.empty()) {
            std::string const gain = array("gain", l.gain), shift = array("shift", l.shift);
            calls_ += formatted("    @layer_norm(%s, %s, %zu, %gf, %s);\n", gain.c_str(), shift.c_str(), l.outputs(),
                                layer_norm_epsilon, to_);
        }
        activate(l.activation, l.outputs());
    }
    LOCKSTEP_COLD void add(exported_action const& l) {
        if (l.how == exported_action::choice::index) {
            calls_ += formatted("    action[0] = 0.0f;\n    for (long i = 1; i < %zu; ++i) {\n"
                                "        action[0] = %s[(long)action[0]] < %s[i] ? (float)i : action[0];\n    }\n",
                                l.inputs, from_, from_);
            return;
        }
        std::string const bounded = l.how == exported_action::choice::squashed ? formatted("@tanh(%s[i])", from_)
                                                                               : formatted("@clamp(%s[i], -1.0f, 1.0f)", from_);
        each(l.size, formatted("%s * %#.9gf + %#.9gf", bounded.c_str(), l.reach, l.centre));
    }

    void activate(std::string const& name, std::size_t count) {
        if (name != "identity") {
            each(count, formatted("@%s(%s[i])", name.c_str(), to_));
        }
    }
    LOCKSTEP_COLD void each(std::size_t count, std::string const& value) {
        calls_ += formatted("    for (long i = 0; i < %zu; ++i) {\n        %s[i] = %s;\n    }\n", count, to_, value.c_str());
    }
    LOCKSTEP_COLD std::string array(char const* name, std::vector<float> const& values) {
        std::string const whole = '@' + scope_ + name;
        weights_ += formatted("static const float %s[%zu] = {\n", whole.c_str(), values.size());
        weights_ += listed_numbers(values, "f") + "};\n";
        return whole;
    }

    std::string weights_, calls_, scope_;
    char const *from_ = "", *to_ = "";
    std::size_t even_ = 1, odd_ = 1;
};

}  // namespace detail

/// Returns the text of the C header of a policy.
LOCKSTEP_COLD inline std::string to_c_header(exported_policy const& policy) {
    detail::c_policy_printer const printer(policy);
    bool const remembers = policy.memory_size > 0;
    std::string const name = policy.name;
    std::string large = name;
    for (char& c : large) {
        c = 'a' <= c && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }

    auto const begin = [&](std::uint32_t checksum) {
        return formatted(
            R"(/* A policy for the environment "%s", written by Lockstep. C99 or C++11, without any library.
 *
 *     float observation[%zu], action[%zu];
 *     %s_act(%sobservation, action);
 *
 * The observation is what the environment shows; the action is within the environment's bounds.%s
 * %s_self_test() is the largest difference from the actions that Lockstep computed: about 1e-6 is the rounding of floats. */
#if defined %s_H && %s_H != 0x%08xu
#error "two policies for %s: their functions have the same names, so include each in a source file of its own"
#endif
#ifndef %s_H
#define %s_H 0x%08xu  /* the policy's checksum */

#define %s_OBSERVATION_SIZE %zu
#define %s_ACTION_SIZE %zu
)",
            policy.environment.c_str(), policy.observation_size, policy.action_size, name.c_str(), remembers ? "&memory, " : "",
            remembers ? "\n * The memory is all zeros at the start of an episode; each call updates it." : "", name.c_str(),
            large.c_str(), large.c_str(), checksum, policy.environment.c_str(), large.c_str(), large.c_str(), checksum,
            large.c_str(), policy.observation_size, large.c_str(), policy.action_size);
    };
    std::string body;
    if (remembers) {
        body += formatted("\ntypedef struct {\n    float units[%zu];\n} @memory;\n", policy.memory_size);
    }
    body += '\n' + printer.weights();
    body += formatted("\nstatic inline void @act(%sconst float *observation, float *action) {\n",
                      remembers ? "@memory *memory, " : "");
    body += printer.body() + "}\n";

    auto const table = [&](char const* title, std::vector<std::vector<float>> const& rows) {
        std::vector<float> all;
        for (auto const& row : rows) {
            all.insert(all.end(), row.begin(), row.end());
        }
        return formatted("static const float @tested_%s[%zu] = {\n", title, all.size()) + listed_numbers(all, "f") + "};\n";
    };
    body += '\n' + table("observations", policy.tested_observations) + table("actions", policy.tested_actions);
    body += formatted(R"(
/* Of actions larger than 1, the difference relative to their size. */
static inline float @self_test(void) {
    float largest = 0.0f;
%s    for (long step = 0; step < %zu; ++step) {
        float action[%zu];
        @act(%s@tested_observations + step * %zu, action);
        for (long i = 0; i < %zu; ++i) {
            const float expected = @tested_actions[step * %zu + i], size = expected < 0.0f ? -expected : expected;
            float difference = action[i] - expected;
            difference = (difference < 0.0f ? -difference : difference) / (size > 1.0f ? size : 1.0f);
            largest = difference <= largest ? largest : difference == difference ? difference : 3.0e38f;
        }
    }
    return largest;
}

#endif
)",
                      remembers ? formatted("    @memory memory;\n    for (long i = 0; i < %zu; ++i) {\n"
                                            "        memory.units[i] = 0.0f;\n    }\n",
                                            policy.memory_size)
                                      .c_str()
                                : "",
                      policy.tested_observations.size(), policy.action_size, remembers ? "&memory, " : "",
                      policy.observation_size, policy.action_size, policy.action_size);
    std::string const text = with_functions(detail::c_functions, body, name + '_', "f");
    crc32 checksum;
    checksum.add(text);
    return begin(checksum.value()) + text;
}

/// Replaces the file at `path` by the policy as a header for C99 and C++11. Throws std::runtime_error, naming the path, if the
/// file cannot be written, or if the policy has a layer that is not known or a number that is not finite. For such a number it
/// also names the tensor. Throws std::invalid_argument if `path` has another format's suffix (check_suffix).
template <trained_policy Policy>
void write_c_header(std::string const& path, Policy const& policy) {
    write_export(path, ".h", policy, to_c_header);
}

}  // namespace lockstep
