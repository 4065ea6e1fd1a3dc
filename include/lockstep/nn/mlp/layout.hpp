// SPDX-License-Identifier: MIT
// Where the weights of a multilayer perceptron and the activations of a sample are in memory.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// The layout of a network with In inputs, Out outputs, and hidden layers of the given widths between them. Layers count from 0;
/// layer hidden_layers is the output layer. A width that is no multiple of `padding` is padded with units whose weights are zero
/// and stay zero.
///
/// Parameters are one flat array. Hidden layer l has [inputs_of(l) + 1][width(l)]; the last row has the biases. The output layer
/// has [Out][stride(last)]; column width(last) has the biases, and the columns after it are zero.
template <class T, std::size_t In, std::size_t Out, std::size_t... Hidden>
    requires(In > 0 && Out > 0 && sizeof...(Hidden) > 0)
struct basic_mlp_layout {
    using number = T;
    static constexpr std::size_t input_size = In;
    static constexpr std::size_t output_size = Out;
    static constexpr std::size_t hidden_layers = sizeof...(Hidden);
    static constexpr std::array<std::size_t, hidden_layers> hidden_sizes = {Hidden...};
    static constexpr std::size_t last = hidden_layers - 1;
    /// With few outputs, dot products cost less than products padded to a pack.
    static constexpr bool few_outputs = Out <= 8;

    /// Returns the number of units of hidden layer l, with padding.
    static constexpr std::size_t width(std::size_t l) { return padded<T>(hidden_sizes[l]); }
    /// Returns the distance from one sample's activations in hidden layer l to the next sample's: `width` activations, a one, and
    /// padding. It is longer than `width`, because a distance that is a power of two would let samples share a few sets of the
    /// cache.
    static constexpr std::size_t stride(std::size_t l) { return width(l) + padding<T>; }
    /// Returns the sum of the strides of the hidden layers before l.
    static constexpr std::size_t strides_before(std::size_t l) {
        std::size_t numbers = 0;
        for (std::size_t i = 0; i < l; ++i) {
            numbers += stride(i);
        }
        return numbers;
    }
    /// Returns the number of inputs of layer l, with padding. The matrix of a hidden layer has as many rows, and then the biases.
    static constexpr std::size_t inputs_of(std::size_t l) { return l == 0 ? In : width(l - 1); }
    /// Returns where layer l's matrix begins among the parameters. Layer hidden_layers is the output layer.
    static constexpr std::size_t matrix(std::size_t l) {
        std::size_t offset = 0;
        for (std::size_t i = 0; i < l; ++i) {
            offset += (inputs_of(i) + 1) * width(i);
        }
        return offset;
    }
    /// The number of rows of all matrices together, into which a gradient can be divided.
    static constexpr std::size_t gradient_rows = [] {
        std::size_t rows = Out;
        for (std::size_t l = 0; l < hidden_layers; ++l) {
            rows += inputs_of(l) + 1;
        }
        return rows;
    }();
    static constexpr std::size_t parameter_count = matrix(hidden_layers) + Out * stride(hidden_layers - 1);

    /// These functions return the numbers of inputs and outputs of layer l without padding, and where a weight and a bias of the
    /// layer are among the parameters.
    static constexpr std::size_t layer_inputs(std::size_t l) { return l == 0 ? In : hidden_sizes[l - 1]; }
    static constexpr std::size_t layer_outputs(std::size_t l) { return l < hidden_layers ? hidden_sizes[l] : Out; }
    static constexpr std::size_t weight(std::size_t l, std::size_t output, std::size_t input) {
        return l < hidden_layers ? matrix(l) + input * width(l) + output : matrix(l) + output * stride(last) + input;
    }
    static constexpr std::size_t bias(std::size_t l, std::size_t output) { return weight(l, output, inputs_of(l)); }

    /// Returns where the parameters of layer l end: they are [matrix(l), layer_end(l)). A step over this range does not change
    /// other layers. The gains and biases of a normalised layer are not in this range: they come after all layers (nn/mlp.hpp).
    static constexpr std::size_t layer_end(std::size_t l) { return l < hidden_layers ? matrix(l + 1) : parameter_count; }

    /// Returns where the transposed copy of the matrix of layer l begins among the transposed weights. l must be above 0.
    static constexpr std::size_t transposed(std::size_t l) {
        std::size_t offset = 0;
        for (std::size_t i = 1; i < l; ++i) {
            offset += width(i) * width(i - 1);
        }
        return offset;
    }
    /// How many numbers the transposed weights have. backward needs transposed copies of the hidden layers after the first one.
    /// With more than 8 outputs forward needs a copy of the output layer, too.
    static constexpr std::size_t transposed_count =
        transposed(hidden_layers) + (few_outputs ? 0 : (width(last) + 1) * padded<T>(Out));
};

template <std::size_t In, std::size_t Out, std::size_t... Hidden>
using mlp_layout = basic_mlp_layout<float, In, Out, Hidden...>;

}  // namespace lockstep
