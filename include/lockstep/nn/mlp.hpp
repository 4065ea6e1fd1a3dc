// SPDX-License-Identifier: MIT
// A multilayer perceptron whose sizes are known at compile time: its forward pass, its backward pass and the gradient of its
// parameters for a block of samples. Functions are static and work on raw numbers, so any kernel can call them. They allocate
// nothing: their memory is a workspace (nn/mlp/workspace.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/nn/mlp/layout.hpp>
#include <lockstep/nn/mlp/workspace.hpp>
#include <lockstep/nn/network.hpp>
#include <lockstep/nn/orthogonal.hpp>
#include <lockstep/nn/products/dot.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/products/transpose.hpp>

namespace lockstep {

/// A network with In inputs, Out linear outputs, and hidden layers of the given widths between them. mlp_layout says where its
/// parameters are.
template <class T, activation_function Activation, std::size_t In, std::size_t Out, std::size_t... Hidden>
struct basic_mlp : basic_mlp_layout<T, In, Out, Hidden...> {
    using activation = Activation;
    /// The same network in another world.
    template <class World>
    using in = basic_mlp<number_for_t<World>, Activation, In, Out, Hidden...>;
    using R = pack_t<T>;
    using world = world_t<T>;
    using index = index_t<T>;
    using numbers = pointer_t<T>;  ///< points to parameters, or to one number for each parameter
    using constants = pointer_t<T const>;
    using layout = basic_mlp_layout<T, In, Out, Hidden...>;
    using layout::few_outputs, layout::hidden_layers, layout::inputs_of, layout::last, layout::matrix, layout::stride,
        layout::transposed, layout::width;

    static constexpr bool normalizes = normalizes_layer<Activation>;

    /// The memory of one thread for Block samples: an aggregate on a kernel's stack.
    template <std::size_t Block>
    using workspace = mlp_workspace<layout, Activation, Block>;

    /// Returns where the gains of hidden layer l begin, if layers are normalised. The parameters of the layout come first, then
    /// for each hidden layer its gains, followed by its shifts (the biases of the normalisation).
    static constexpr std::size_t gains(std::size_t l) {
        std::size_t offset = layout::parameter_count;
        for (std::size_t i = 0; i < l; ++i) {
            offset += 2 * width(i);
        }
        return offset;
    }
    static constexpr std::size_t shifts(std::size_t l) { return gains(l) + width(l); }
    static constexpr std::size_t parameter_count = normalizes ? gains(hidden_layers) : layout::parameter_count;
    static constexpr std::size_t gradient_rows = layout::gradient_rows + (normalizes ? 2 * hidden_layers : 0);

    /// Writes orthogonal weights, scaled by hidden_gain and output_gain, and zero biases to `parameters`: parameter_count numbers
    /// on the host. The gains of normalised layers are 1. Networks of one seed have different weights if their numbers,
    /// `network`, differ.
    static void initialize(std::uint64_t seed, double hidden_gain, double output_gain, scalar_t<T>* parameters,
                           std::uint32_t network = 0)
        requires(world::is_native)
    {
        std::fill_n(parameters, parameter_count, T(0));
        for (std::size_t l = 0; normalizes && l < hidden_layers; ++l) {
            std::fill_n(parameters + gains(l), layout::hidden_sizes[l], T(1));
        }
        for (std::size_t l = 0; l <= hidden_layers; ++l) {
            std::size_t const outputs = layout::layer_outputs(l);
            std::size_t const inputs = layout::layer_inputs(l);
            auto const weights =
                orthogonal(outputs, inputs, l < hidden_layers ? hidden_gain : output_gain, seed,
                           64 * network + static_cast<std::uint32_t>(l));
            for (std::size_t i = 0; i < weights.size(); ++i) {
                parameters[layout::weight(l, i / inputs, i % inputs)] = static_cast<T>(weights[i]);
            }
        }
    }

    /// Calls visit(name, shape, place) for each tensor (nn/network.hpp).
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        for (std::size_t l = 0; l <= hidden_layers; ++l) {
            visit_layer<layout>(l, visit);
            if (normalizes && l < hidden_layers) {
                std::vector const shape{layout::layer_outputs(l)};
                visit(std::to_string(l) + ".norm.weight", shape, [l](std::size_t k) { return gains(l) + k; });
                visit(std::to_string(l) + ".norm.bias", shape, [l](std::size_t k) { return shifts(l) + k; });
            }
        }
    }

    /// Writes the transposed weights to `transposed_weights`, [transposed_count]. Call it after each change of the parameters.
    /// The work has `shares` shares, which are independent; this call does share number `share`, counted from 0.
    static void transpose_weights(constants parameters, numbers transposed_weights, index const& share = 0,
                                  std::size_t shares = 1) {
        auto const shared = [&](std::size_t count) {
            return world::range((share + 1) * count / shares - share * count / shares);
        };
        for (std::size_t l = 1; l < hidden_layers; ++l) {
            std::size_t const packs = width(l - 1) / pack_width<T>;
            for (auto const n : shared(packs)) {
                index const p = share * packs / shares + n;
                for (auto const c : world::range(width(l) / pack_width<T>)) {
                    index const i = p * pack_width<T>, o = c * pack_width<T>;
                    transpose(parameters + (i * width(l) + o + matrix(l)), width(l),
                              transposed_weights + (o * width(l - 1) + i + transposed(l)), width(l - 1));
                }
            }
        }
        if constexpr (!few_outputs) {
            constexpr std::size_t rows = width(last) + 1;
            for (auto const n : shared(rows)) {
                index const i = share * rows / shares + n;
                for (auto const c : world::range(padded<T>(Out) / pack_width<T>)) {
                    for (auto const l : world::lanes()) {
                        index const o = c * pack_width<T> + l;
                        scalar_t<T> const weight = parameters[min(o, index(Out - 1)) * stride(last) + i + matrix(hidden_layers)];
                        transposed_weights[i * padded<T>(Out) + o + transposed(hidden_layers)] =
                            choose(o < Out, weight, scalar_t<T>(0));
                    }
                }
            }
        }
    }

    /// Computes work.outputs = network(work.inputs) for the first `samples` samples of the block.
    template <std::size_t Block>
    static void forward(constants parameters, [[maybe_unused]] constants transposed_weights, workspace<Block>& work,
                        index const& samples) {
        for (std::size_t l = 0; l < hidden_layers; ++l) {
            constants const weights = parameters + matrix(l);
            constants const biases = weights + inputs_of(l) * width(l);
            product<T> const p = {.a = l == 0 ? scalars<T>::transposed(strided<T>{work.inputs, Block})
                                              : scalars<T>::of(work.hidden(l - 1)),
                                  .b = {weights, width(l)},
                                  .depth = inputs_of(l),
                                  .out = work.hidden(l),
                                  .start = {biases, 0}};
            if constexpr (normalizes) {
                multiply(p, 0, samples, width(l));
                for (auto const s : world::range(samples)) {
                    numbers const h = p.out.at(s, 0);
                    *(work.inverse_deviations.data + (s + l * Block)) =
                        layer_norm_sample<T>{layout::hidden_sizes[l]}.forward(h, parameters + gains(l), parameters + shifts(l),
                                                                              work.normalized.data + work.beside(l, s));
                    activate(work, h, l, s, 0, width(l));
                }
            } else {
                multiply(p, 0, samples, width(l), [&work, l, out = p.out](index const& row, std::size_t column, std::size_t n) {
                    activate(work, out.at(row, column), l, row, column, n);
                });
            }
        }
        strided<T const> const h = work.hidden(last);
        if constexpr (few_outputs) {
            constants const weights = parameters + matrix(hidden_layers);
            constants const biases = weights + width(last);
            dot_rows<T>({.x = h, .weights = {weights, stride(last)}, .bias = biases, .out = {work.outputs, Block}}, samples, Out,
                        width(last));
        } else {
            constants const weights = transposed_weights + transposed(hidden_layers);
            constants const biases = weights + width(last) * padded<T>(Out);
            alignas(64) array_t<T, pack_width<T> * padded<T>(Out)> y;  // [samples][outputs]
            for (auto const r : packs_of_samples<T>(samples)) {
                index const s = r * pack_width<T>;
                product<T> const p = {.a = scalars<T>::of(strided<T const>{h.at(s, 0), h.stride}),
                                      .b = {weights, padded<T>(Out)},
                                      .depth = width(last),
                                      .out = {y, padded<T>(Out)},
                                      .start = {biases, 0}};
                multiply(p, 0, pack_width<T>, padded<T>(Out));
                for (std::size_t o = 0; o < padded<T>(Out); o += pack_width<T>) {
                    transpose(y + o, padded<T>(Out), work.outputs + (o * Block + s), Block);
                }
            }
        }
    }

    /// Computes work.gradients of the hidden layers from the last one back to `lowest`, from work.output_gradients. Call it after
    /// `forward` of the same samples.
    template <std::size_t Block>
    static void backward(constants parameters, constants transposed_weights, workspace<Block>& work, index const& samples,
                         std::size_t lowest = 0) {
        for (std::size_t l = hidden_layers; l-- > lowest;) {
            bool const top = l == last;
            constants const weights = top ? parameters + matrix(hidden_layers) : transposed_weights + transposed(l + 1);
            product<T> const p = {.a = top ? scalars<T>::transposed(strided<T>{work.output_gradients, Block})
                                           : scalars<T>::of(work.hidden_gradients(l + 1)),
                                  .b = {weights, top ? stride(last) : width(l)},
                                  .depth = top ? Out : width(l + 1),
                                  .out = work.hidden_gradients(l)};
            multiply(p, 0, samples, width(l),
                     [&, values = work.hidden(l), out = p.out](index const& row, std::size_t column, std::size_t n) {
                numbers const h = [&] {
                    if constexpr (differentiates_sum<Activation>) {
                        return work.sums.data + (work.beside(l, row) + column);
                    } else {
                        return values.at(row, column);
                    }
                }();
                numbers const g = out.at(row, column);
                for (std::size_t i = 0; i < n; i += pack_width<T>) {
                    store_pack(load_pack<R>(g + i) * Activation::derivative(load_pack<R>(h + i)), g + i);
                }
            });
            if constexpr (normalizes) {
                for (auto const s : world::range(samples)) {
                    numbers const g = p.out.at(s, 0);
                    numbers const kept = work.normalized_gradients.data + work.beside(l, s);
                    for (std::size_t i = 0; i < width(l); i += pack_width<T>) {
                        store_pack(load_pack<R>(g + i), kept + i);
                    }
                    layer_norm_sample<T>{layout::hidden_sizes[l]}.backward(g, parameters + gains(l),
                                                                           work.normalized.data + work.beside(l, s),
                                                                           *(work.inverse_deviations.data + (s + l * Block)));
                }
            }
        }
    }

    /// Writes rows [begin, end) of the gradient with respect to the parameters, summed over the samples, to `gradient`, or adds
    /// them there with `accumulate`. Call it after `backward`. `gradient` is [parameter_count]. There are gradient_rows rows,
    /// which are independent. Blocks that are added in order give the bits of one large block.
    template <std::size_t Block>
    static void gradient(workspace<Block>& work, index const& samples, numbers gradient, bool accumulate = false,
                         index const& begin = 0, index const& end = gradient_rows) {
        std::size_t first = 0;
        auto const within = [&](index const& row, std::size_t rows) {
            return choose(row < first, index(0), min(row - first, index(rows)));
        };
        auto const add = [&](scalars<T> const& a, std::size_t rows, strided<T> b, numbers to, std::size_t columns) {
            strided<T> const out = {to, columns};
            constants const start = accumulate ? constants(to) : constants(nullptr);
            product<T> const p = {.a = a, .b = b, .depth = samples, .out = out, .start = {start, columns}};
            multiply(p, within(begin, rows), within(end, rows), columns);
            first += rows;
        };
        for (std::size_t l = 0; l < hidden_layers; ++l) {
            scalars<T> const values =
                l == 0 ? scalars<T>::of(strided<T>{work.inputs, Block}) : scalars<T>::transposed(work.hidden(l - 1));
            add(values, inputs_of(l) + 1, work.hidden_gradients(l), gradient + matrix(l), width(l));
        }
        scalars<T> const errors = scalars<T>::of(strided<T>{work.output_gradients, Block});
        add(errors, Out, work.hidden(last), gradient + matrix(hidden_layers), stride(last));
        if constexpr (normalizes) {
            for (std::size_t l = 0; l < hidden_layers; ++l, first += 2) {
                strided<T> const g = work.in_layer(l, work.normalized_gradients), x = work.in_layer(l, work.normalized);
                when(begin <= first && first < end,
                     [&] { layer_norm_gain_gradient<T>(g, x, samples, width(l), accumulate, gradient + gains(l)); });
                when(begin <= first + 1 && first + 1 < end,
                     [&] { layer_norm_bias_gradient<T>(g, samples, width(l), accumulate, gradient + shifts(l)); });
            }
        }
    }

    /// Computes work.input_gradients of the inputs [begin, end). Call it after `backward` with `lowest` = 0.
    template <std::size_t Block>
    static void input_gradient(constants parameters, workspace<Block>& work, index const& samples, std::size_t begin = 0,
                               std::size_t end = In) {
        strided<T const> const weights = {parameters + begin * width(0), width(0)};
        strided<T> const out = {work.input_gradients + begin * Block, Block};
        dot_rows<T>({.x = work.hidden_gradients(0), .weights = weights, .bias = nullptr, .out = out}, samples, end - begin,
                    width(0));
    }

private:
    /// Replaces n sums of a sample in layer l by their activations. `h` points to the first of these sums, which is in column
    /// `column` of the layer. If Activation::derivative needs the sums, also copies them to work.sums.
    template <class Workspace>
    LOCKSTEP_INLINE static void activate([[maybe_unused]] Workspace& work, numbers const& h, [[maybe_unused]] std::size_t l,
                                         [[maybe_unused]] index const& sample, [[maybe_unused]] std::size_t column,
                                         std::size_t n) {
        for (std::size_t i = 0; i < n; i += pack_width<T>) {
            R const x = load_pack<R>(h + i);
            if constexpr (differentiates_sum<Activation>) {
                store_pack(x, work.sums.data + (work.beside(l, sample) + (column + i)));
            }
            store_pack(Activation::value(x), h + i);
        }
    }
};

template <activation_function Activation, std::size_t In, std::size_t Out, std::size_t... Hidden>
using mlp = basic_mlp<float, Activation, In, Out, Hidden...>;

}  // namespace lockstep
