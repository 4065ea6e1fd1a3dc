// SPDX-License-Identifier: MIT
// Where the parameters of a multilayer perceptron with batch renormalisation are, and what the network computes from a batch.
#pragma once

#include <cstddef>

#include <lockstep/core/world.hpp>
#include <lockstep/nn/mlp/layout.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace lockstep {

/// Level 0 has the inputs, level l the values of hidden layer l - 1. Layer l computes level l + 1 from level l. The parameters
/// are those of the plain network, then the gains and shifts of every level: all of these are trained. The running means and
/// variances come last.
template <class T, std::size_t In, std::size_t Out, std::size_t... Hidden>
struct renormalized_layout : basic_mlp_layout<T, In, Out, Hidden...> {
    using plain = basic_mlp_layout<T, In, Out, Hidden...>;
    using plain::hidden_layers, plain::stride, plain::width;

    static constexpr std::size_t levels = hidden_layers + 1;
    static constexpr std::size_t units(std::size_t level) { return level == 0 ? padded<T>(In) : width(level - 1); }
    static constexpr std::size_t units_before(std::size_t level) {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < level; ++i) {
            sum += units(i);
        }
        return sum;
    }
    static constexpr std::size_t gains(std::size_t level) { return plain::parameter_count + 2 * units_before(level); }
    static constexpr std::size_t shifts(std::size_t level) { return gains(level) + units(level); }
    static constexpr std::size_t trained_count = gains(levels);  ///< the number of trained parameters, which are the first ones
    static constexpr std::size_t means(std::size_t level) { return trained_count + 2 * units_before(level); }
    static constexpr std::size_t variances(std::size_t level) { return means(level) + units(level); }
    static constexpr std::size_t parameter_count = means(levels);

    /// `transposed_weights` has the parameters of the folded plain network, then at plain_transposed its transposed weights, then
    /// at trained_transposed the transposed weights of the trained network.
    static constexpr std::size_t plain_transposed = plain::parameter_count;
    static constexpr std::size_t trained_transposed = plain_transposed + plain::transposed_count;
    static constexpr std::size_t transposed_count = trained_transposed + plain::transposed_count;

    /// What the network computes from a batch in training. `numbers` has numbers_for(samples) numbers, which the caller must have
    /// set to zero.
    struct batch {
        pointer_t<T> numbers;
        std::size_t samples;

        static constexpr std::size_t level_stride(std::size_t level) { return units(level) + padding<T>; }
        static constexpr std::size_t strides_before(std::size_t level) { return units_before(level) + level * padding<T>; }
        static constexpr std::size_t numbers_for(std::size_t samples) {
            std::size_t const values = (strides_before(levels) + plain::strides_before(hidden_layers)) * samples;
            return values + 2 * Out * padded<T>(samples) + plain::parameter_count + statistic_count * units_before(levels);
        }

        /// Returns the values of level l: [samples][units(l)], then a column of ones.
        strided<T> level(std::size_t l) const { return {numbers + strides_before(l) * samples, level_stride(l)}; }
        /// Returns the gradients with respect to the sums of hidden layer l, before its activation: [samples][stride(l)].
        strided<T> gradients(std::size_t l) const {
            return {numbers + (strides_before(levels) + plain::strides_before(l)) * samples, stride(l)};
        }
        std::size_t output_stride() const { return padded<T>(samples); }
        /// These functions return the outputs and the gradients with respect to the outputs, both [Out][output_stride()].
        pointer_t<T> outputs() const { return numbers + outputs_begin(); }
        pointer_t<T> output_gradients() const { return outputs() + Out * output_stride(); }

        /// Returns the parameters of the plain network into which the statistics of the batch are folded.
        pointer_t<T> folded() const { return output_gradients() + Out * output_stride(); }
        enum statistic { mean, variance, r, d, scale, offset, slope, constant, statistic_count };
        /// Returns the numbers of one statistic for level l: [units(l)].
        pointer_t<T> statistics(std::size_t l, statistic which) const { return numbers + statistics_begin(l, which); }

        // Where outputs and statistics begin in `numbers`.
        std::size_t outputs_begin() const {
            return (strides_before(levels) + plain::strides_before(hidden_layers)) * samples;
        }
        std::size_t statistics_begin(std::size_t l, statistic which) const {
            std::size_t const folded_begin = outputs_begin() + 2 * Out * output_stride();
            return folded_begin + plain::parameter_count + statistic_count * units_before(l) + which * units(l);
        }
    };
};

}  // namespace lockstep
