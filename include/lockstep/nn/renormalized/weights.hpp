// SPDX-License-Identifier: MIT
// Folds batch renormalisation into the weights of the next layer, and computes the gradients for the backward pass.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/nn/renormalized/layout.hpp>

namespace lockstep {

/// The functions that fold renormalisation into a layer, and unfold its gradient. Layout is a renormalized_layout.
template <class Layout>
struct renormalized_weights : Layout {
    using T = typename Layout::number;
    using R = pack_t<T>;
    using W = world_t<T>;
    using scalar = scalar_t<T>;
    using index = index_t<T>;
    using numbers = pointer_t<T>;
    using constants = pointer_t<T const>;
    using typename Layout::batch;
    using Layout::gains, Layout::hidden_layers, Layout::inputs_of, Layout::last, Layout::matrix, Layout::shifts, Layout::stride,
        Layout::units, Layout::width;
    static constexpr std::size_t outputs = Layout::output_size;

    /// Writes a layer to `folded` that gives for a value what layer l gives for scale * value + offset.
    static void fold(std::size_t l, constants scale, constants offset, constants parameters, numbers folded) {
        constants const from = parameters + matrix(l);
        numbers const to = folded + matrix(l);
        if (l == hidden_layers) {
            for (auto const o : W::range(outputs)) {
                ordered_sum<R> bias;
                for_each_pack<R>(width(last), [&](std::size_t part, index const& i) {
                    R const w = load_pack<R>(from + (o * stride(last) + i));
                    store_pack(w * load_pack<R>(scale + i), to + (o * stride(last) + i));
                    bias.partial(part) = multiply_add(w, load_pack<R>(offset + i), bias.partial(part));
                });
                index const place = o * stride(last) + width(last);
                copy_packs<T>(from + place, to + place, padding<T>);
                to[place] = from[place] + bias.total();
            }
            return;
        }
        numbers const biases = to + inputs_of(l) * width(l);
        copy_packs<T>(from + inputs_of(l) * width(l), biases, width(l));
        for (auto const i : W::range(inputs_of(l))) {
            R const s = R(scalar(scale[i])), shift = R(scalar(offset[i]));
            for (auto const column : W::range(width(l) / pack_width<T>)) {
                index const o = column * pack_width<T>;
                R const w = load_pack<R>(from + (i * width(l) + o));
                store_pack(w * s, to + (i * width(l) + o));
                store_pack(multiply_add(w, shift, load_pack<R>(biases + o)), biases + o);
            }
        }
    }

    /// Replaces the gradient with respect to the folded weights of layer l, in `gradient`, by the gradient with respect to the
    /// weights of layer l. Also writes the gradient with respect to the gains and shifts of level l to `gradient`, and the
    /// statistics `slope` and `constant` of level l to `b`. The mean and the deviation depend on the batch, so the backward pass
    /// subtracts slope * value + constant from g, the gradient with respect to a renormalised value. With x = (value - mean) /
    /// deviation, the subtracted term is x times the mean of g x over the batch, plus the mean of g.
    static void unfold(std::size_t l, constants parameters, batch const& b, numbers gradient) {
        constants const weights = parameters + matrix(l);
        numbers const by_folded = gradient + matrix(l);
        constants const scale = b.statistics(l, batch::scale);
        constants const offset = b.statistics(l, batch::offset);
        zero_numbers<T>(gradient + gains(l), 2 * units(l));
        numbers const by_gain = gradient + gains(l);    // at first the sum of g times value
        numbers const by_shift = gradient + shifts(l);  // the sum of g
        W::barrier();
        if (l == hidden_layers) {
            for (auto const o : W::range(outputs)) {
                R const by_bias = R(scalar(by_folded[o * stride(last) + width(last)]));
                for (auto const column : W::range(width(last) / pack_width<T>)) {
                    index const i = column * pack_width<T>;
                    R const w = load_pack<R>(weights + (o * stride(last) + i));
                    R const g = load_pack<R>(by_folded + (o * stride(last) + i));
                    store_pack(multiply_add(w, g, load_pack<R>(by_gain + i)), by_gain + i);
                    store_pack(multiply_add(w, by_bias, load_pack<R>(by_shift + i)), by_shift + i);
                    R const by_weight = multiply_add(g, load_pack<R>(scale + i), by_bias * load_pack<R>(offset + i));
                    store_pack(by_weight, by_folded + (o * stride(last) + i));
                }
            }
        } else {
            constants const by_bias = by_folded + inputs_of(l) * width(l);
            for (auto const i : W::range(inputs_of(l))) {
                R const s = R(scalar(scale[i])), shift = R(scalar(offset[i]));
                ordered_sum<R> along;
                ordered_sum<R> sum;
                for_each_pack<R>(width(l), [&](std::size_t part, index const& o) {
                    R const w = load_pack<R>(weights + (i * width(l) + o));
                    R const g = load_pack<R>(by_folded + (i * width(l) + o));
                    R const by = load_pack<R>(by_bias + o);
                    along.partial(part) = multiply_add(w, g, along.partial(part));
                    sum.partial(part) = multiply_add(w, by, sum.partial(part));
                    store_pack(multiply_add(g, s, by * shift), by_folded + (i * width(l) + o));
                });
                by_gain[i] = along.total();
                by_shift[i] = sum.total();
            }
        }
        W::barrier();
        R const share(scalar(1) / scalar(b.samples));
        for (auto const pack : W::range(units(l) / pack_width<T>)) {
            index const i = pack * pack_width<T>;
            auto const at = [&](typename batch::statistic which) { return load_pack<R>(b.statistics(l, which) + i); };
            R const inverse = R(1) / batch_renorm_units<T>::deviation(at(batch::variance));
            R const sum = load_pack<R>(by_shift + i);
            R const along = multiply_add(-at(batch::mean), sum, load_pack<R>(by_gain + i)) * inverse;
            R const slope = along * inverse * share;
            store_pack(slope, b.statistics(l, batch::slope) + i);
            store_pack(multiply_add(-slope, at(batch::mean), sum * share), b.statistics(l, batch::constant) + i);
            store_pack(multiply_add(at(batch::r), along, at(batch::d) * sum), by_gain + i);
        }
    }
};

}  // namespace lockstep
