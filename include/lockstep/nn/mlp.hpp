// SPDX-License-Identifier: MIT
// A multilayer perceptron whose sizes are known at compile time: forward, backward and the parameters' gradient for a
// block of samples. Functions are static and work on raw floats, so a kernel of any launch can call them; nothing is
// allocated. Inputs and outputs are feature-major, samples in lanes, as environments and losses have them; hidden
// activations are sample-major, units in lanes, with a column of ones behind them, so that a bias is one weight more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/dot.hpp>
#include <lockstep/nn/mlp_layout.hpp>
#include <lockstep/nn/multiply.hpp>
#include <lockstep/nn/orthogonal.hpp>
#include <lockstep/nn/transpose.hpp>

namespace lockstep {

/// In inputs, Out linear outputs, and between them hidden layers of the given widths; parameters lie as in mlp_layout.
template <activation_function Activation, std::size_t In, std::size_t Out, std::size_t... Hidden>
struct mlp : mlp_layout<In, Out, Hidden...> {
    using activation = Activation;
    using layout = mlp_layout<In, Out, Hidden...>;
    using layout::few_outputs, layout::gradient_rows, layout::hidden_layers, layout::inputs_of, layout::last, layout::matrix, layout::row,
        layout::rows_before, layout::transposed, layout::width;

    /// What one thread needs for Block samples: an aggregate to put on a kernel's stack.
    template <std::size_t Block>
        requires(Block % simd_width == 0)
    struct workspace {
        static constexpr std::size_t block = Block;
        alignas(64) float inputs[(In + 1) * Block];                                 ///< [In][Block], then ones
        alignas(64) float outputs[(few_outputs ? Out : padded(Out)) * Block];       ///< [Out][Block]
        alignas(64) float output_gradients[Out * Block];                            ///< [Out][Block]
        alignas(64) float input_gradients[In * Block];                              ///< [In][Block]
        alignas(64) float activations[rows_before(hidden_layers) * Block];           ///< by layer [Block][row(l)]
        alignas(64) float gradients[rows_before(hidden_layers) * Block];             ///< with respect to sums before the activation

        /// Writes the ones. Once, before the first forward.
        void prepare() {
            std::fill_n(inputs + In * Block, Block, 1.0f);
            for (std::size_t l = 0; l < hidden_layers; ++l) {
                for (std::size_t s = 0; s < Block; ++s) {
                    float* const behind = activations_of(l) + s * row(l) + width(l);
                    std::fill_n(behind, simd_width, 0.0f);
                    *behind = 1.0f;
                }
            }
        }

        float* activations_of(std::size_t l) { return activations + rows_before(l) * Block; }
        float* gradients_of(std::size_t l) { return gradients + rows_before(l) * Block; }
    };

    /// Orthogonal weights of these gains and zero biases, to parameter_count floats on the host.
    static void initialize(std::uint64_t seed, double hidden_gain, double output_gain, float* parameters) {
        std::fill_n(parameters, layout::parameter_count, 0.0f);
        for (std::size_t l = 0; l <= hidden_layers; ++l) {
            std::size_t const outputs = layout::layer_outputs(l);
            std::size_t const inputs = layout::layer_inputs(l);
            auto const weights = orthogonal(outputs, inputs, l < hidden_layers ? hidden_gain : output_gain, seed, static_cast<std::uint32_t>(l));
            for (std::size_t i = 0; i < weights.size(); ++i) {
                parameters[layout::weight(l, i / inputs, i % inputs)] = static_cast<float>(weights[i]);
            }
        }
    }

    /// Refreshes the transposed copies after the parameters have changed.
    static void derive(float const* parameters, float* derived) {
        for (std::size_t l = 1; l < hidden_layers; ++l) {
            for (std::size_t i = 0; i < width(l - 1); i += simd_width) {
                for (std::size_t o = 0; o < width(l); o += simd_width) {
                    transpose(parameters + matrix(l) + i * width(l) + o, width(l),
                              derived + transposed(l) + o * width(l - 1) + i, width(l - 1));
                }
            }
        }
        if constexpr (!few_outputs) {
            for (std::size_t i = 0; i <= width(last); ++i) {
                for (std::size_t o = 0; o < padded(Out); ++o) {
                    derived[transposed(hidden_layers) + i * padded(Out) + o] =
                        o < Out ? parameters[matrix(hidden_layers) + o * row(last) + i] : 0.0f;
                }
            }
        }
    }

    /// outputs = network(inputs) for the first `samples` of the block.
    template <std::size_t Block>
    static void forward(float const* parameters, [[maybe_unused]] float const* derived, workspace<Block>& work, std::size_t samples) {
        for (std::size_t l = 0; l < hidden_layers; ++l) {
            float const* const weights = parameters + matrix(l);
            product const p = {.a = l == 0 ? scalars{work.inputs, 1, Block} : scalars{work.activations_of(l - 1), row(l - 1), 1},
                         .b = weights, .b_row = width(l), .depth = inputs_of(l),
                         .out = work.activations_of(l), .out_row = row(l), .start = weights + inputs_of(l) * width(l), .start_row = 0};
            multiply(p, 0, samples, width(l), [p](std::size_t r, std::size_t c) {
                float* const h = p.out + r * p.out_row + c;
                Activation::value(native_lanes::load(h)).store(h);
            });
        }
        float const* const h = work.activations_of(last);
        if constexpr (few_outputs) {
            for (std::size_t o = 0; o < Out; ++o) {
                float const* const weights = parameters + matrix(hidden_layers) + o * row(last);
                dot_rows(h, row(last), samples, weights, width(last), weights[width(last)], work.outputs + o * Block);
            }
        } else {
            float const* const weights = derived + transposed(hidden_layers);
            alignas(64) float y[simd_width * padded(Out)] = {};
            for (std::size_t s = 0; s < samples; s += simd_width) {
                product const p = {.a = {h + s * row(last), row(last), 1}, .b = weights, .b_row = padded(Out), .depth = width(last),
                             .out = y, .out_row = padded(Out), .start = weights + width(last) * padded(Out), .start_row = 0};
                multiply(p, 0, std::min(simd_width, samples - s), padded(Out));
                for (std::size_t o = 0; o < padded(Out); o += simd_width) {
                    transpose(y + o, padded(Out), work.outputs + o * Block + s, Block);
                }
            }
        }
    }

    /// From output_gradients back to the first hidden layer, after `forward` of the same samples.
    template <std::size_t Block>
    static void backward(float const* parameters, float const* derived, workspace<Block>& work, std::size_t samples) {
        for (std::size_t l = hidden_layers; l-- > 0;) {
            product p = {.a = {work.output_gradients, 1, Block}, .b = parameters + matrix(hidden_layers), .b_row = row(last),
                         .depth = Out, .out = work.gradients_of(l), .out_row = row(l)};
            if (l < last) {
                p.a = {work.gradients_of(l + 1), row(l + 1), 1};
                p.b = derived + transposed(l + 1);
                p.b_row = width(l);
                p.depth = width(l + 1);
            }
            multiply(p, 0, samples, width(l), [p, h = work.activations_of(l)](std::size_t r, std::size_t c) {
                std::size_t const at = r * p.out_row + c;
                (native_lanes::load(p.out + at) * Activation::derivative(native_lanes::load(h + at))).store(p.out + at);
            });
        }
    }

    /// The parameters' gradient summed over the samples, after `backward`; `accumulate` adds to what is there, and blocks
    /// added in order give the bits of one large block. Rows [begin, end) of gradient_rows, which are independent.
    template <std::size_t Block>
    static void gradient(workspace<Block>& work, std::size_t samples, float* gradient, bool accumulate = false,
                         std::size_t begin = 0, std::size_t end = gradient_rows) {
        std::size_t first = 0;
        auto const add = [&](scalars const& a, std::size_t rows, float const* b, std::size_t b_row, float* out, std::size_t columns) {
            product const p = {.a = a, .b = b, .b_row = b_row, .depth = samples, .out = out, .out_row = columns,
                               .start = accumulate ? out : nullptr, .start_row = columns};
            multiply(p, std::clamp(begin, first, first + rows) - first, std::clamp(end, first, first + rows) - first, columns);
            first += rows;
        };
        for (std::size_t l = 0; l < hidden_layers; ++l) {
            add(l == 0 ? scalars{work.inputs, Block, 1} : scalars{work.activations_of(l - 1), 1, row(l - 1)},
                inputs_of(l) + 1, work.gradients_of(l), row(l), gradient + matrix(l), width(l));
        }
        add({work.output_gradients, Block, 1}, Out, work.activations_of(last), row(last), gradient + matrix(hidden_layers), row(last));
    }

    /// input_gradients for the inputs [begin, end), after `backward`.
    template <std::size_t Block>
    static void input_gradient(float const* parameters, workspace<Block>& work, std::size_t samples, std::size_t begin = 0, std::size_t end = In) {
        for (std::size_t i = begin; i < end; ++i) {
            dot_rows(work.gradients_of(0), row(0), samples, parameters + i * width(0), width(0), 0.0f, work.input_gradients + i * Block);
        }
    }
};

}  // namespace lockstep
