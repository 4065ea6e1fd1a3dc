// SPDX-License-Identifier: MIT
// Batch renormalisation folded into the weights of the layer behind it, and the way back.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/nn/batch_renorm.hpp>
#include <lockstep/nn/multiply.hpp>
#include <lockstep/nn/renormalized_layout.hpp>

namespace lockstep {

/// Layout is a renormalized_layout.
template <class Layout>
struct renormalized_weights : Layout {
    using T = typename Layout::number;
    using R = native_row<T>;
    using typename Layout::batch;
    using Layout::gains, Layout::hidden_layers, Layout::inputs_of, Layout::last, Layout::matrix, Layout::row, Layout::shifts,
        Layout::units, Layout::width;
    static constexpr std::size_t outputs = Layout::output_size;

    /// Layer l of the network that takes values where this one takes scale * value + offset.
    static void fold(std::size_t l, T const* scale, T const* offset, T const* parameters, T* folded) {
        T const* const from = parameters + matrix(l);
        T* const to = folded + matrix(l);
        if (l == hidden_layers) {
            for (std::size_t o = 0; o < outputs; ++o) {
                ordered_sum<R> bias;
                for_each_row<R>(width(last), [&](std::size_t part, std::size_t i) {
                    R const w = load_row<R>(from + o * row(last) + i);
                    store_row(w * load_row<R>(scale + i), to + o * row(last) + i);
                    bias.partial(part) = multiply_add(w, load_row<R>(offset + i), bias.partial(part));
                });
                std::copy_n(from + o * row(last) + width(last), padding<T>, to + o * row(last) + width(last));
                to[o * row(last) + width(last)] += bias.total();
            }
            return;
        }
        T* const biases = to + inputs_of(l) * width(l);
        std::copy_n(from + inputs_of(l) * width(l), width(l), biases);
        for (std::size_t i = 0; i < inputs_of(l); ++i) {
            for (std::size_t o = 0; o < width(l); o += row_width<T>) {
                R const w = load_row<R>(from + i * width(l) + o);
                store_row(w * R(scale[i]), to + i * width(l) + o);
                store_row(multiply_add(w, R(offset[i]), load_row<R>(biases + o)), biases + o);
            }
        }
    }

    /// The gradient of layer l's folded weights -> of its weights, and of the gains and shifts before it; and what the mean
    /// and the deviation of level l add to the way back: of x = (value - mean) / deviation, the mean over the batch of the
    /// gradient g of renormalised values, and that of g x, by value.
    static void unfold(std::size_t l, T const* parameters, batch const& b, T* gradient) {
        T const* const weights = parameters + matrix(l);
        T* const by_folded = gradient + matrix(l);
        T const* const scale = b.statistics(l, batch::scale);
        T const* const offset = b.statistics(l, batch::offset);
        std::fill_n(gradient + gains(l), 2 * units(l), T(0));
        T* const by_gain = gradient + gains(l);    // at first the sum of g times value
        T* const by_shift = gradient + shifts(l);  // the sum of g
        if (l == hidden_layers) {
            for (std::size_t o = 0; o < outputs; ++o) {
                R const by_bias(by_folded[o * row(last) + width(last)]);
                for (std::size_t i = 0; i < width(last); i += row_width<T>) {
                    R const w = load_row<R>(weights + o * row(last) + i);
                    R const g = load_row<R>(by_folded + o * row(last) + i);
                    store_row(multiply_add(w, g, load_row<R>(by_gain + i)), by_gain + i);
                    store_row(multiply_add(w, by_bias, load_row<R>(by_shift + i)), by_shift + i);
                    R const by_weight = multiply_add(g, load_row<R>(scale + i), by_bias * load_row<R>(offset + i));
                    store_row(by_weight, by_folded + o * row(last) + i);
                }
            }
        } else {
            T const* const by_bias = by_folded + inputs_of(l) * width(l);
            for (std::size_t i = 0; i < inputs_of(l); ++i) {
                ordered_sum<R> along;
                ordered_sum<R> sum;
                for_each_row<R>(width(l), [&](std::size_t part, std::size_t o) {
                    R const w = load_row<R>(weights + i * width(l) + o);
                    R const g = load_row<R>(by_folded + i * width(l) + o);
                    R const by = load_row<R>(by_bias + o);
                    along.partial(part) = multiply_add(w, g, along.partial(part));
                    sum.partial(part) = multiply_add(w, by, sum.partial(part));
                    store_row(multiply_add(g, R(scale[i]), by * R(offset[i])), by_folded + i * width(l) + o);
                });
                by_gain[i] = along.total();
                by_shift[i] = sum.total();
            }
        }
        R const share(T(1) / static_cast<T>(b.samples));
        for (std::size_t i = 0; i < units(l); i += row_width<T>) {
            auto const at = [&](typename batch::statistic which) { return load_row<R>(b.statistics(l, which) + i); };
            R const inverse = R(1) / batch_renorm_units<T>::deviation(at(batch::variance));
            R const sum = load_row<R>(by_shift + i);
            R const along = multiply_add(-at(batch::mean), sum, load_row<R>(by_gain + i)) * inverse;
            R const slope = along * inverse * share;
            store_row(slope, b.statistics(l, batch::slope) + i);
            store_row(multiply_add(-slope, at(batch::mean), sum * share), b.statistics(l, batch::constant) + i);
            store_row(multiply_add(at(batch::r), along, at(batch::d) * sum), by_gain + i);
        }
    }
};

}  // namespace lockstep
