// SPDX-License-Identifier: MIT
// A layer of gated recurrent units (Cho et al. 2014; the candidate as in PyTorch, with the reset gate after the product): its
// forward and its backward pass through the steps of a sequence. All arrays are feature-major, samples in lanes, one step after
// the other. So everything that does not depend on the step before is computed by one product for the whole sequence.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/orthogonal.hpp>
#include <lockstep/nn/products/dot.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

enum class gru_gate : std::size_t { candidate, reset, update };

/// A layer with In inputs and Units units. Its parameters are two matrices: [In + 1][stride] for the inputs, then
/// [Units + 1][stride] for the memory. The last row of each matrix has the biases. The columns of the first matrix are for
/// candidate, reset and update, those of the second one for reset, update and candidate. A unit has four sums: one for reset, one
/// for update, and two for the candidate, one from each matrix. So the product with each matrix writes three sums that are
/// neighbours.
template <class T, std::size_t In, std::size_t Units>
struct basic_gru {
    using world = world_t<T>;
    using index = index_t<T>;
    using numbers = pointer_t<T>;
    using constants = pointer_t<T const>;
    static constexpr std::size_t input_size = In;
    static constexpr std::size_t units = Units;
    static constexpr std::size_t stride = padded<T>(3 * Units);  ///< of either matrix
    static constexpr std::size_t memory_matrix = (In + 1) * stride;
    static constexpr std::size_t parameter_count = memory_matrix + (Units + 1) * stride;

    /// These functions return where a weight is among the parameters. With input = In or unit = Units it is the bias.
    static constexpr std::size_t input_weight(gru_gate gate, std::size_t output, std::size_t input) {
        return input * stride + static_cast<std::size_t>(gate) * Units + output;
    }
    static constexpr std::size_t memory_weight(gru_gate gate, std::size_t output, std::size_t unit) {
        return memory_matrix + unit * stride + (static_cast<std::size_t>(gate) + 2) % 3 * Units + output;
    }

    /// Calls visit(name, shape, place) for each tensor (nn/network.hpp). Rows are in the order of PyTorch's GRU.
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        constexpr auto gate_of = [](std::size_t output) {
            return std::array{gru_gate::reset, gru_gate::update, gru_gate::candidate}[output / Units];
        };
        auto const visit_matrix = [&](std::string const& name, std::size_t inputs, auto weight) {
            auto const at = [weight, gate_of](std::size_t o, std::size_t i) { return weight(gate_of(o), o % Units, i); };
            visit(name + ".weight", std::vector{3 * Units, inputs},
                  [at, inputs](std::size_t k) { return at(k / inputs, k % inputs); });
            visit(name + ".bias", std::vector{3 * Units}, [at, inputs](std::size_t k) { return at(k, inputs); });
        };
        visit_matrix("input", In, input_weight);
        visit_matrix("memory", Units, memory_weight);
    }

    /// Writes orthogonal weights of gain 1 for each gate, and zero biases, to `parameters`.
    static void initialize(std::uint64_t seed, scalar_t<T>* parameters, std::uint32_t network = 0)
        requires(world::is_native)
    {
        std::fill_n(parameters, parameter_count, T(0));
        for (gru_gate const gate : {gru_gate::candidate, gru_gate::reset, gru_gate::update}) {
            auto const stream = 64 * network + 32 + 2 * static_cast<std::uint32_t>(gate);
            auto const by_input = orthogonal(Units, In, 1, seed, stream);
            auto const by_memory = orthogonal(Units, Units, 1, seed, stream + 1);
            for (std::size_t o = 0; o < Units; ++o) {
                for (std::size_t i = 0; i < In; ++i) {
                    parameters[input_weight(gate, o, i)] = static_cast<T>(by_input[o * In + i]);
                }
                for (std::size_t i = 0; i < Units; ++i) {
                    parameters[memory_weight(gate, o, i)] = static_cast<T>(by_memory[o * Units + i]);
                }
            }
        }
    }

    /// What the layer computes in `steps` steps of `samples` samples. `samples` must be a multiple of pack_width. `numbers` must
    /// have room for count(samples * steps) numbers. Each array has a row for each feature. Column step * samples + sample is for
    /// one sample at one step.
    struct sequence {
        pointer_t<T> numbers;
        std::size_t samples;
        std::size_t steps = 1;

        static constexpr std::size_t count(std::size_t columns) { return rows * columns; }
        std::size_t columns() const { return samples * steps; }

        strided<T> inputs() const { return array(0); }                             ///< [In], then ones
        strided<T> memories() const { return array(In + 1); }                      ///< [Units] before each step, then ones
        strided<T> outputs() const { return array(In + Units + 2); }               ///< [Units], the memory after each step
        strided<T> output_gradients() const { return array(In + 2 * Units + 2); }  ///< [Units]; backward changes them
        /// [columns()]: 1 if the next step begins with the memory after this step, 0 if it begins with a memory of zeros.
        pointer_t<T> keep() const { return array(In + 3 * Units + 2).data; }
        /// The four arrays [Units] of gates() have, after forward, the candidate, the reset and the update gate, and the
        /// candidate's sum from the memory. gate_gradients() has the gradients with respect to the four sums of a unit, in the
        /// same order.
        strided<T> gates() const { return array(In + 3 * Units + 3); }           ///< [4][Units]
        strided<T> gate_gradients() const { return array(In + 7 * Units + 3); }  ///< [4][Units]

        /// Writes the rows of ones, memories() of zeros, and keep() of ones for all steps. Call it before the first forward.
        void prepare() const {
            fill_numbers<T>(inputs().at(In, 0), columns(), 1);
            fill_numbers<T>(memories().data, Units * columns(), 0);
            fill_numbers<T>(memories().at(Units, 0), columns(), 1);
            fill_numbers<T>(keep(), columns(), 1);
        }

    private:
        // A load of the gates' gradient in whole packs may reach beyond its last row: what is read there is not used.
        static constexpr std::size_t rows = In + 8 * Units + 3 + stride;
        strided<T> array(std::size_t first) const { return {numbers + first * columns(), columns()}; }
    };

    /// Computes the gates and outputs of all steps, and the memories of all steps but the first. It reads the inputs, the
    /// memories of the first step, and keep().
    static void forward(constants parameters, sequence const& s) {
        scalars<T> const by_input = scalars<T>::transposed({parameters, stride});
        scalars<T> const by_memory = scalars<T>::transposed({parameters + memory_matrix, stride});
        zero_numbers<T>(s.gates().at(3 * Units, 0), Units * s.columns());
        multiply<T>({.a = by_input, .b = s.inputs(), .depth = In + 1, .out = s.gates()}, 0, 3 * Units, s.columns());
        for (auto const step : world::range(s.steps)) {
            index const begin = step * s.samples;
            when(step != 0, [&] {
                each(s, begin, [&](index const& u, index const& at) {
                    R const kept = load_pack<R>(s.outputs().at(u, at - s.samples)) * load_pack<R>(s.keep() + (at - s.samples));
                    store_pack(kept, s.memories().at(u, at));
                });
            });
            strided<T> const sums = from(s.gates(), Units, begin);
            multiply<T>({.a = by_memory, .b = from(s.memories(), 0, begin), .depth = Units + 1, .out = sums, .start = sums}, 0,
                        3 * Units, s.samples);
            each(s, begin, [&](index const& u, index const& at) {
                R const reset = logistic(load_pack<R>(s.gates().at(u + Units, at)));
                R const update = logistic(load_pack<R>(s.gates().at(u + 2 * Units, at)));
                R const recalled = load_pack<R>(s.gates().at(u + 3 * Units, at));
                R const candidate = tanh(fma(reset, recalled, load_pack<R>(s.gates().at(u, at))));
                R const memory = load_pack<R>(s.memories().at(u, at));
                store_pack(candidate, s.gates().at(u, at));
                store_pack(reset, s.gates().at(u + Units, at));
                store_pack(update, s.gates().at(u + 2 * Units, at));
                store_pack(fma(update, memory - candidate, candidate), s.outputs().at(u, at));
            });
        }
    }

    /// Computes gate_gradients of all steps from output_gradients, which it overwrites. Call it after `forward`.
    static void backward(constants parameters, sequence const& s) {
        scalars<T> const by_memory = scalars<T>::of({parameters + memory_matrix, stride});
        for (auto const step : world::downward(s.steps)) {
            index const begin = step * s.samples;
            // The gradient that a step passes to the step before, through the memory, overwrites the gradient of its output.
            each(s, begin, [&](index const& u, index const& at) {
                R const candidate = load_pack<R>(s.gates().at(u, at));
                R const reset = load_pack<R>(s.gates().at(u + Units, at));
                R const update = load_pack<R>(s.gates().at(u + 2 * Units, at));
                R const recalled = load_pack<R>(s.gates().at(u + 3 * Units, at));
                R const by_output = load_pack<R>(s.output_gradients().at(u, at));
                R const by_candidate = by_output * (R(1) - update) * fma(-candidate, candidate, R(1));
                R const by_update = by_output * (load_pack<R>(s.memories().at(u, at)) - candidate);
                store_pack(by_candidate, s.gate_gradients().at(u, at));
                store_pack(by_candidate * recalled * reset * (R(1) - reset), s.gate_gradients().at(u + Units, at));
                store_pack(by_update * update * (R(1) - update), s.gate_gradients().at(u + 2 * Units, at));
                store_pack(by_candidate * reset, s.gate_gradients().at(u + 3 * Units, at));
                store_pack(by_output * update, s.output_gradients().at(u, at));
            });
            when(step != 0, [&] {
                strided<T> const by_output = from(s.output_gradients(), 0, begin);
                multiply<T>({.a = by_memory, .b = from(s.gate_gradients(), Units, begin), .depth = 3 * Units, .out = by_output,
                             .start = by_output}, 0, Units, s.samples);
                each(s, begin, [&](index const& u, index const& at) {
                    numbers const before = s.output_gradients().at(u, at - s.samples);
                    R const kept = load_pack<R>(s.keep() + (at - s.samples));
                    store_pack(fma(kept, load_pack<R>(s.output_gradients().at(u, at)), load_pack<R>(before)), before);
                });
            });
        }
    }

    /// Writes the gradient with respect to the parameters, summed over samples and steps, to `gradient`, or adds it there with
    /// `accumulate`. Call it after `backward`.
    static void gradient(sequence const& s, numbers gradient, bool accumulate = false) {
        add_products(s.gate_gradients(), s.inputs(), In + 1, s.columns(), gradient, accumulate);
        strided<T> const of_memory = from(s.gate_gradients(), Units, 0);
        add_products(of_memory, s.memories(), Units + 1, s.columns(), gradient + memory_matrix, accumulate);
    }

private:
    using R = pack_t<T>;
    static constexpr std::size_t width = pack_width<T>;

    static strided<T> from(strided<T> const& array, index const& first_row, index const& column) {
        return {array.at(first_row, column), array.stride};
    }

    /// Calls body(unit, column) for each unit and each pack of lanes of the step whose first column is `begin`.
    template <class Body>
    LOCKSTEP_INLINE static void each(sequence const& s, index const& begin, Body body) {
        for (auto const u : world::range(Units)) {
            for (auto const r : world::range(s.samples / width)) {
                body(u, begin + r * width);
            }
        }
    }

    /// Sets to[i][gate] to the sum over the columns of gates[gate] * values[i], or adds that sum with `accumulate`.
    static void add_products(strided<T> gates, strided<T> values, std::size_t count, std::size_t columns, numbers to,
                             bool accumulate) {
        alignas(64) array_t<T, (std::max(In, Units) + 1) * width> sums;
        for (auto const part : world::range((3 * Units + width - 1) / width)) {
            index const gate = part * width;
            index const some = min(index(width), 3 * Units - gate);
            dot_rows<T>({.x = from(gates, gate, 0), .weights = values, .bias = nullptr, .out = {sums, width}}, some, count,
                        columns);
            for (auto const i : world::range(count)) {
                for (auto const lane : world::lanes()) {
                    when(lane < some, [&] {
                        auto&& sum = to[i * stride + gate + lane];
                        scalar_t<T> const more = *(sums + (i * width + lane));
                        sum = accumulate ? sum + more : more;
                    });
                }
            }
        }
    }
};

template <std::size_t In, std::size_t Units>
using gru = basic_gru<float, In, Units>;

}  // namespace lockstep
