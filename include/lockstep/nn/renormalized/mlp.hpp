// SPDX-License-Identifier: MIT
// A multilayer perceptron with batch renormalisation (nn/renormalized/batch_renorm.hpp). For inference it is a plain network: the
// running statistics are folded into its weights. In training a whole batch is computed layer by layer, and the statistics of the
// batch are folded likewise, so every product is that of a plain network. The terms that renormalisation adds to the backward
// pass follow from the gradient with respect to the folded weights. For each unit, the sum of these terms is a linear function of
// the unit's value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/nn/products/dot.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/nn/renormalized/layout.hpp>
#include <lockstep/nn/renormalized/weights.hpp>

namespace lockstep {

/// A network with In inputs, Out linear outputs, and hidden layers of the given widths between them. renormalized_layout says
/// where its parameters are.
template <class T, renormalizable Activation, std::size_t In, std::size_t Out, std::size_t... Hidden>
struct basic_renormalized_mlp : renormalized_layout<T, In, Out, Hidden...> {
    using activation = Activation;
    using plain = basic_mlp<T, Activation, In, Out, Hidden...>;
    /// The same network in another world.
    template <class World>
    using in = basic_renormalized_mlp<number_for_t<World>, Activation, In, Out, Hidden...>;
    using R = pack_t<T>;
    using world = world_t<T>;
    using index = index_t<T>;
    using numbers = pointer_t<T>;
    using constants = pointer_t<T const>;
    using layout = renormalized_layout<T, In, Out, Hidden...>;
    using typename layout::batch;
    using weights_of = renormalized_weights<layout>;
    using layout::gains, layout::hidden_layers, layout::inputs_of, layout::last, layout::levels, layout::matrix, layout::means,
        layout::parameter_count, layout::plain_transposed, layout::shifts, layout::stride, layout::trained_transposed,
        layout::transposed, layout::units, layout::variances, layout::width;

    /// Calls visit(name, shape, place) for each tensor that is trained (nn/network.hpp).
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        plain::for_each_tensor(visit);
        for (std::size_t l = 0; l < levels; ++l) {
            std::vector const shape{layout::layer_inputs(l)};
            visit(std::to_string(l) + ".renorm.weight", shape, [l](std::size_t k) { return gains(l) + k; });
            visit(std::to_string(l) + ".renorm.bias", shape, [l](std::size_t k) { return shifts(l) + k; });
        }
    }

    static void initialize(std::uint64_t seed, double hidden_gain, double output_gain, scalar_t<T>* parameters,
                           std::uint32_t network = 0)
        requires(world::is_native)
    {
        plain::initialize(seed, hidden_gain, output_gain, parameters, network);
        std::fill(parameters + plain::parameter_count, parameters + parameter_count, T(0));
        for (std::size_t l = 0; l < levels; ++l) {
            std::fill_n(parameters + gains(l), layout::layer_inputs(l), T(1));
            std::fill_n(parameters + variances(l), units(l), T(1));
        }
    }

    /// Folds the running statistics into a plain network at the beginning of `transposed_weights`, and transposes the weights of
    /// that network and of the trained one. Call it after each change of the parameters.
    static void transpose_weights(constants parameters, numbers transposed_weights) {
        alignas(64) array_t<T, units(widest)> scale;
        alignas(64) array_t<T, units(widest)> offset;
        for (std::size_t l = 0; l < levels; ++l) {
            renormalized(parameters, l).fold(scale + 0, offset + 0);
            world::barrier();
            weights_of::fold(l, scale + 0, offset + 0, parameters, transposed_weights);
            world::barrier();
        }
        plain::transpose_weights(transposed_weights, transposed_weights + plain_transposed);
        transpose_for_training(parameters, transposed_weights);
    }
    /// Transposes only the weights that the next batch in training needs.
    static void transpose_for_training(constants parameters, numbers transposed_weights) {
        plain::transpose_weights(parameters, transposed_weights + trained_transposed);
    }

    /// Computes b.outputs() from the inputs, which are level 0 of the batch `b`. Each level is renormalised by its statistics in
    /// this batch. `limits` bounds the correction towards the running statistics. It also writes the levels and their statistics
    /// to `b`. The running statistics stay as they are.
    template <class S = float>
    static void forward(constants parameters, batch const& b, basic_renorm_limits<S> const& limits) {
        for (std::size_t l = 0; l < levels; ++l) {
            begin_level(b, l);
            batch_statistics<T>(b.level(l), b.samples, units(l), b.statistics(l, batch::mean), b.statistics(l, batch::variance));
            fold_level(parameters, b, limits, l);
            leave_level<std::size_t>(b, l, 0, b.samples);
        }
    }

    /// Writes the gradient with respect to the trained parameters to `gradient`, [trained_count], computed from
    /// b.output_gradients(). Call it after `forward` of the same batch. `transposed_weights` must be up to date in its last part,
    /// which transpose_for_training() writes.
    static void backward(constants parameters, constants transposed_weights, batch const& b, numbers gradient) {
        for (std::size_t l = levels; l-- > 0;) {
            if (l < hidden_layers) {
                differentiate_sums<std::size_t>(parameters, transposed_weights, b, l, 0, b.samples);
            }
            level_gradient<std::size_t>(b, l, 0, b.samples, gradient, false, 0, level_rows(l));
            weights_of::unfold(l, parameters, b, gradient);
        }
    }

    // The steps of forward and backward, for ranks that each have some rows of a batch (rl/off_policy/ranks/joint_exchange.hpp).
    // With `first` and `count` they compute the rows [first, first + count) of a batch; `first` must be a multiple of 16.

    /// Writes the column of ones after the values of level l.
    static void begin_level(batch const& b, std::size_t l) {
        for (auto const s : world::range(b.samples)) {
            *b.level(l).at(s, units(l)) = scalar_t<T>(1);
        }
        world::barrier();
    }
    /// Folds the batch's statistics of level l into the weights of layer l, and writes the result to b.folded(). The folded
    /// weights take the values of the level as they are, without renormalisation.
    template <class S>
    static void fold_level(constants parameters, batch const& b, basic_renorm_limits<S> const& limits, std::size_t l) {
        renormalized(parameters, l).fold(limits, {.batch_mean = b.statistics(l, batch::mean),
                                                  .batch_variance = b.statistics(l, batch::variance),
                                                  .r = b.statistics(l, batch::r),
                                                  .d = b.statistics(l, batch::d),
                                                  .scale = b.statistics(l, batch::scale),
                                                  .offset = b.statistics(l, batch::offset)});
        world::barrier();
        weights_of::fold(l, b.statistics(l, batch::scale), b.statistics(l, batch::offset), parameters, b.folded());
        world::barrier();
    }
    /// Computes level l + 1 from level l for rows of a batch, with b.folded(). From the last level it computes b.outputs() of
    /// these rows.
    template <class Index>
    static void leave_level(batch const& b, std::size_t l, Index const& first, Index const& count) {
        constants const weights = b.folded() + matrix(l);
        if (l == hidden_layers) {
            dot_rows<T>({.x = rows_from(b.level(l), first),
                         .weights = {weights, stride(last)},
                         .bias = weights + width(last),
                         .out = {b.outputs() + first, b.output_stride()}},
                        count, Out, width(last));
            return;
        }
        product<T> const p = {.a = scalars<T>::of(b.level(l)),
                              .b = {weights, width(l)},
                              .depth = inputs_of(l),
                              .out = b.level(l + 1),
                              .start = {weights + inputs_of(l) * width(l), 0}};
        multiply(p, first, first + count, width(l), [out = p.out](index const& sample, std::size_t column, std::size_t n) {
            numbers const h = out.at(sample, column);
            for (std::size_t i = 0; i < n; i += pack_width<T>) {
                store_pack(Activation::value(load_pack<R>(h + i)), h + i);
            }
        });
    }
    /// Computes b.gradients(l), the gradient with respect to the sums of hidden layer l, for rows of a batch. It reads the
    /// gradient with respect to the sums of the next layer, or b.output_gradients() for the last hidden layer. Call it after
    /// unfold(l + 1).
    template <class Index>
    static void differentiate_sums(constants parameters, constants transposed_weights, batch const& b, std::size_t l,
                                   Index const& first, Index const& count) {
        bool const top = l == last;
        constants const weights =
            top ? parameters + matrix(hidden_layers) : transposed_weights + trained_transposed + transposed(l + 1);
        product<T> const p = {.a = top ? scalars<T>::transposed(strided<T>{b.output_gradients(), b.output_stride()})
                                       : scalars<T>::of(b.gradients(l + 1)),
                              .b = {weights, top ? stride(last) : width(l)},
                              .depth = top ? Out : width(l + 1),
                              .out = b.gradients(l)};
        constants const scale = b.statistics(l + 1, batch::scale);
        constants const slope = b.statistics(l + 1, batch::slope);
        constants const constant = b.statistics(l + 1, batch::constant);
        multiply(p, first, first + count, width(l),
                 [=, out = p.out, values = b.level(l + 1)](index const& sample, std::size_t column, std::size_t n) {
            numbers const g = out.at(sample, column);
            constants const h = values.at(sample, column);
            for (std::size_t i = 0; i < n; i += pack_width<T>) {
                R const value = load_pack<R>(h + i);
                R const along = multiply_add(load_pack<R>(slope + (column + i)), value, load_pack<R>(constant + (column + i)));
                store_pack((load_pack<R>(g + i) - along) * load_pack<R>(scale + (column + i)) * Activation::derivative(value),
                           g + i);
            }
        });
    }
    /// level_rows and level_columns return the numbers of rows and columns of the gradient with respect to the folded weights of
    /// layer l.
    static constexpr std::size_t level_rows(std::size_t l) { return l == hidden_layers ? Out : inputs_of(l) + 1; }
    static constexpr std::size_t level_columns(std::size_t l) { return l == hidden_layers ? stride(last) : width(l); }
    /// Writes rows [begin, end) of the gradient with respect to the folded weights of layer l, summed over rows of a batch, to
    /// the place of layer l in `gradient`, or adds them there with `accumulate`.
    template <class Index>
    static void level_gradient(batch const& b, std::size_t l, Index const& first, Index const& count, numbers gradient,
                               bool accumulate, Index const& begin, Index const& end) {
        auto const add = [&](scalars<T> const& a, strided<T> const& by, numbers to, Index const& from, Index const& until) {
            std::size_t const columns = level_columns(l);
            constants const start = accumulate ? constants(to) : constants(nullptr);
            multiply<T>({.a = a, .b = by, .depth = count, .out = {to, columns}, .start = {start, columns}}, from, until, columns);
        };
        numbers const to = gradient + matrix(l);
        if (l == hidden_layers) {
            scalars<T> const errors = scalars<T>::of(strided<T>{b.output_gradients() + first, b.output_stride()});
            add(errors, rows_from(b.level(l), first), to, begin, end);
            return;
        }
        strided<T> const values = rows_from(b.level(l), first), by_sum = rows_from(b.gradients(l), first);
        if (units(l) == inputs_of(l)) {  // the ones follow the values without padding
            add(scalars<T>::transposed(values), by_sum, to, begin, end);
            return;
        }
        Index const inputs = inputs_of(l);
        add(scalars<T>::transposed(values), by_sum, to, begin, min(end, inputs));
        when(begin <= inputs && inputs < end, [&] {
            strided<T> const ones = {values.at(0, units(l)), values.stride};
            add(scalars<T>::transposed(ones), by_sum, to + inputs_of(l) * width(l), 0, 1);
        });
    }

    /// Moves the running statistics towards the statistics of a batch. The running statistics keep the share `momentum` of their
    /// old value.
    static void follow(batch const& b, float momentum, numbers parameters) {
        for (std::size_t l = 0; l < levels; ++l) {
            polyak_update<T>(1 - momentum, units(l), b.statistics(l, batch::mean), parameters + means(l));
            polyak_update<T>(1 - momentum, units(l), b.statistics(l, batch::variance), parameters + variances(l));
        }
    }

private:
    static constexpr std::size_t widest = [] {
        std::size_t level = 0;
        for (std::size_t l = 1; l < levels; ++l) {
            level = units(l) > units(level) ? l : level;
        }
        return level;
    }();

    static batch_renorm_units<T> renormalized(constants parameters, std::size_t level) {
        return {.units = units(level),
                .gain = parameters + gains(level),
                .shift = parameters + shifts(level),
                .mean = parameters + means(level),
                .variance = parameters + variances(level)};
    }

    static strided<T> rows_from(strided<T> const& x, index const& first) { return {x.at(first, 0), x.stride}; }
};

}  // namespace lockstep
