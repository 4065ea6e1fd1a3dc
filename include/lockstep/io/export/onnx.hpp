// SPDX-License-Identifier: MIT
// A policy as a model of ONNX (onnx.ai): input "observation" [batch, observation_size] as the environment shows it, output
// "action" [batch, action_size] within the environment's bounds, both floats. The normaliser and the bounds are in the model. A
// discrete action is given by its index. A policy with a memory has a further input "memory" [batch, memory_size], which must be
// zeros at the start of an episode, and an output "next_memory", the memory of the next step.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/io/export/describe_policy.hpp>
#include <lockstep/io/export/layers.hpp>
#include <lockstep/io/export/write_export.hpp>
#include <lockstep/io/storage/protobuf.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/version.hpp>

namespace lockstep {

inline constexpr int onnx_opset = 17;  ///< of ONNX 1.12, the first with LayerNormalization

namespace detail {

/// The graph of a policy, layer by layer. Numbers of fields and types are those of onnx.proto3.
class onnx_graph {
public:
    LOCKSTEP_COLD explicit onnx_graph(exported_policy const& policy) : memory_size_(policy.memory_size) {
        for (exported_layer const& layer : policy.layers) {
            scope_ = formatted("layer%zu_", layers_++);
            std::visit([this](auto const& l) { add(l); }, layer);
        }
        graph_.text(2, policy.name);
        graph_.message(11, value("observation", policy.observation_size));
        if (memory_size_ > 0) {
            graph_.message(11, value("memory", memory_size_));
        }
        graph_.message(12, value("action", policy.action_size));
        if (memory_size_ > 0) {
            graph_.message(12, value("next_memory", memory_size_));
        }
    }
    protobuf const& graph() const { return graph_; }

private:
    enum class element : std::int64_t { number = 1, integer = 7 };

    LOCKSTEP_COLD void add(exported_normalization const& l) {
        std::string const centred = node("Sub", {x_, tensor("mean", l.mean)});
        std::string const scaled = node("Mul", {centred, tensor("scale", l.scale)});
        x_ = clip(scaled, l.limit);
    }

    LOCKSTEP_COLD void add(exported_convolution const& l) {
        auto const size = [](std::size_t n) { return static_cast<std::int64_t>(n); };
        std::string const rest = l.rest > 0 ? columns(l.from.size(), l.from.size() + l.rest) : "";
        std::string const pixels = l.rest > 0 ? columns(0, l.from.size()) : x_;
        std::string const rows =
            node("Reshape", {pixels, integers("image", {-1, size(l.from.rows), size(l.from.columns), size(l.from.channels)})});
        std::string const image = node("Transpose", {rows}, attribute("perm", {0, 3, 1, 2}));
        std::string const weight = tensor("weight", l.weight, {l.to.channels, l.from.channels, l.size, l.size});
        x_ = node("Conv", {image, weight, tensor("bias", l.bias)}, attribute("strides", {size(l.stride), size(l.stride)}));
        activate(l.activation);
        x_ = node("Transpose", {x_}, attribute("perm", {0, 2, 3, 1}));
        x_ = node("Reshape", {x_, integers("list", {-1, size(l.to.size())})});
        if (l.rest > 0) {
            x_ = node("Concat", {x_, rest}, attribute("axis", 1));
        }
    }

    // ONNX has the rows of the gates in the order update, reset, candidate, and a memory for each direction of each layer.
    LOCKSTEP_COLD void add(exported_recurrence const& l) {
        auto const in_order = [](std::vector<float> const& rows) {
            std::ptrdiff_t const gate = static_cast<std::ptrdiff_t>(rows.size() / 3);
            std::vector<float> result(rows.begin() + gate, rows.begin() + 2 * gate);
            result.insert(result.end(), rows.begin(), rows.begin() + gate);
            result.insert(result.end(), rows.begin() + 2 * gate, rows.end());
            return result;
        };
        std::vector<float> bias = in_order(l.input_bias);
        for (float const b : in_order(l.memory_bias)) {
            bias.push_back(b);
        }
        std::string const first = integers("first_axis", {0});
        std::string const step = node("Unsqueeze", {x_, first}), memory = node("Unsqueeze", {"memory", first});
        std::string const by_input = tensor("input_weight", in_order(l.input_weight), {1, 3 * l.units, l.inputs});
        std::string const by_memory = tensor("memory_weight", in_order(l.memory_weight), {1, 3 * l.units, l.units});
        std::string const biases = tensor("bias", bias, {1, 6 * l.units});
        protobuf attributes = attribute("hidden_size", l.units);
        attributes.append(attribute("linear_before_reset", 1));
        std::string const after = scope_ + "after";
        node("GRU", {step, by_input, by_memory, biases, "", memory}, attributes, {"", after});
        node("Squeeze", {after, first}, {}, {"next_memory"});
        x_ = "next_memory";
    }

    LOCKSTEP_COLD void add(exported_dense const& l) {
        std::string const weight = tensor("weight", l.weight, {l.outputs(), l.inputs});
        x_ = node("Gemm", {x_, weight, tensor("bias", l.bias)}, attribute("transB", 1));
        if (!l.gain.empty()) {
            x_ = node("LayerNormalization", {x_, tensor("gain", l.gain), tensor("shift", l.shift)},
                      attribute("epsilon", static_cast<float>(layer_norm_epsilon)));
        }
        activate(l.activation);
    }

    LOCKSTEP_COLD void add(exported_action const& l) {
        if (l.how == exported_action::choice::index) {
            protobuf attributes = attribute("axis", 1);
            std::string const index = node("ArgMax", {x_}, attributes.append(attribute("keepdims", 1)));
            node("Cast", {index}, attribute("to", static_cast<std::int64_t>(element::number)), {"action"});
            return;
        }
        if (l.size < l.inputs) {
            x_ = columns(0, l.size);
        }
        x_ = times(l.how == exported_action::choice::squashed ? tanh(x_) : clip(x_, 1), l.reach);
        node("Add", {x_, constant("centre", l.centre)}, {}, {"action"});
    }

    LOCKSTEP_COLD void activate(std::string_view name) {
        if (name == "tanh") {
            x_ = tanh(x_);
        } else if (name == "relu") {
            x_ = node("Relu", {x_});
        } else if (name == "elu") {
            x_ = node("Elu", {x_});
        } else if (name == "silu") {
            x_ = node("Mul", {x_, plus(times(tanh(times(x_, 0.5)), 0.5), 0.5)});
        } else if (name == "gelu_tanh") {
            std::string const bent = node("Mul", {x_, plus(times(node("Mul", {x_, x_}), gelu_activation::cubic), 1)});
            std::string const gate = plus(tanh(times(bent, gelu_activation::root)), 1);
            x_ = node("Mul", {times(x_, 0.5), gate});
        }
    }

    // The library's approximation of tanh, within 4.5e-7. With the operation Tanh, the actions of a trained policy would differ
    // by 4e-6.
    LOCKSTEP_COLD std::string tanh(std::string const& from) {
        std::string const y = clip(from, tanh_rational::limit), z = node("Mul", {y, y});
        auto const polynomial = [&](std::span<double const> c) {
            std::string sum = plus(times(z, c.back()), c[c.size() - 2]);
            for (std::size_t k = c.size() - 2; k-- > 0;) {
                sum = plus(node("Mul", {sum, z}), c[k]);
            }
            return sum;
        };
        std::string const numerator = node("Mul", {y, polynomial(tanh_rational::numerator)});
        return node("Div", {numerator, polynomial(tanh_rational::denominator)});
    }

    std::string times(std::string const& from, double factor) { return node("Mul", {from, constant("factor", factor)}); }
    std::string plus(std::string const& from, double summand) { return node("Add", {from, constant("summand", summand)}); }
    std::string clip(std::string const& from, double limit) {
        return node("Clip", {from, constant("low", -limit), constant("high", limit)});
    }
    std::string columns(std::size_t begin, std::size_t end) {
        return node("Slice", {x_, integers("", {static_cast<std::int64_t>(begin)}),
                              integers("", {static_cast<std::int64_t>(end)}), integers("axis", {1})});
    }

    /// Adds a node and returns the name of its first output. If `outputs` is empty, the node has one output with a new name.
    LOCKSTEP_COLD std::string node(std::string const& type, std::vector<std::string> const& inputs,
                                   protobuf const& attributes = {}, std::vector<std::string> outputs = {}) {
        if (outputs.empty()) {
            outputs.push_back(fresh(type));
        }
        protobuf node;
        for (std::string const& input : inputs) {
            node.text(1, input);
        }
        for (std::string const& output : outputs) {
            node.text(2, output);
        }
        node.text(3, fresh("node_" + type)).text(4, type).append(attributes);
        graph_.message(1, node);
        return outputs[0];
    }

    static protobuf attribute(std::string_view name, std::integral auto value) {
        return protobuf().message(5, protobuf().text(1, name).integer(3, static_cast<std::int64_t>(value)).integer(20, 2));
    }
    static protobuf attribute(std::string_view name, float value) {
        return protobuf().message(5, protobuf().text(1, name).number(2, value).integer(20, 1));
    }
    static protobuf attribute(std::string_view name, std::initializer_list<std::int64_t> values) {
        protobuf content;
        content.text(1, name);
        for (std::int64_t const value : values) {
            content.integer(8, value);
        }
        return protobuf().message(5, content.integer(20, 7));
    }

    std::string tensor(std::string_view name, std::vector<float> const& values) { return tensor(name, values, {values.size()}); }
    std::string tensor(std::string_view name, std::vector<float> const& values, std::vector<std::size_t> const& shape) {
        return initializer<std::uint32_t>(name, element::number, values, shape);
    }
    std::string constant(std::string_view name, double value) {
        return initializer<std::uint32_t>(name, element::number, std::vector{static_cast<float>(value)}, {});
    }
    std::string integers(std::string_view name, std::vector<std::int64_t> const& values) {
        return initializer<std::uint64_t>(name, element::integer, values, {values.size()});
    }
    template <class Bits, class T>
    LOCKSTEP_COLD std::string initializer(std::string_view name, element type, std::vector<T> const& values,
                                          std::vector<std::size_t> const& shape) {
        std::string bytes;
        for (T const value : values) {
            append_little_endian(bytes, std::bit_cast<Bits>(value));
        }
        protobuf content;
        for (std::size_t const extent : shape) {
            content.integer(1, static_cast<std::int64_t>(extent));
        }
        std::string const unique = fresh(name);
        graph_.message(5, content.integer(2, static_cast<std::int64_t>(type)).text(8, unique).text(9, bytes));
        return unique;
    }

    std::string fresh(std::string_view name) { return scope_ + std::string(name) + formatted("_%zu", names_++); }

    static protobuf value(std::string_view name, std::size_t size) {
        protobuf const batch = protobuf().message(1, protobuf().text(2, "batch"));
        protobuf const shape = protobuf(batch).message(1, protobuf().integer(1, static_cast<std::int64_t>(size)));
        protobuf const type = protobuf().integer(1, static_cast<std::int64_t>(element::number)).message(2, shape);
        return protobuf().text(1, name).message(2, protobuf().message(1, type));
    }

    protobuf graph_;
    std::size_t memory_size_, layers_ = 0, names_ = 0;
    std::string scope_, x_ = "observation";
};

}  // namespace detail

/// Returns the bytes of a policy as a model of ONNX.
LOCKSTEP_COLD inline std::string to_onnx(exported_policy const& policy) {
    auto const note = [](std::string_view key, std::string_view value) { return protobuf().text(1, key).text(2, value); };
    protobuf model;
    model.integer(1, 8).text(2, "lockstep");  // the version of the format that opset 17 came with
    model.text(3, formatted("%d.%d.%d", LOCKSTEP_VERSION_MAJOR, LOCKSTEP_VERSION_MINOR, LOCKSTEP_VERSION_PATCH));
    model.message(7, detail::onnx_graph(policy).graph());
    model.message(8, protobuf().text(1, "").integer(2, onnx_opset));
    return model.message(14, note("environment", policy.environment)).bytes();
}

/// Replaces the file at `path` by the policy as a model of ONNX, with opset 17. Throws std::runtime_error, naming the path, if
/// the file cannot be written, or if the policy has a layer that is not known or a number that is not finite. For such a number
/// it also names the tensor. Throws std::invalid_argument if `path` has another format's suffix (check_suffix).
template <trained_policy Policy>
void write_onnx(std::string const& path, Policy const& policy) {
    write_export(path, ".onnx", policy, to_onnx);
}

}  // namespace lockstep
