// SPDX-License-Identifier: MIT
// A layer of filters that are moved over an image (LeCun et al. 1989): its forward pass, its backward pass and the gradient of
// its parameters. Images are feature-major, with samples in lanes. So every place of a filter is a small product
// (products/multiply.hpp), which reads the rows of pixels from the image itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/image_shape.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/filters.hpp>
#include <lockstep/nn/orthogonal.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/products/transpose.hpp>

namespace lockstep {

/// A convolution. Its parameters are [patch + 1][padded_count]: a column for each filter, then padding; the last row has the
/// biases. `samples` must be a multiple of pack_width; only gradient() in the text of a kernel takes any number.
template <class T, image_shape Image, filters Filters>
    requires(Filters.fit(Image))
struct basic_convolution {
    using world = world_t<T>;
    using R = pack_t<T>;
    using index = index_t<T>;
    using numbers = pointer_t<T>;
    using constants = pointer_t<T const>;
    static constexpr image_shape image = Image;
    static constexpr image_shape output = Filters.over(Image);
    static constexpr filters kernel = Filters;
    static constexpr std::size_t run = Filters.size * Image.channels;  ///< neighbouring numbers of one image row under a filter
    static constexpr std::size_t patch = Filters.size * run;           ///< all numbers under a filter
    static constexpr std::size_t padded_count = padded<T>(Filters.count);  ///< filters, with padding
    static constexpr std::size_t parameter_count = (patch + 1) * padded_count;

    static constexpr std::size_t weight(std::size_t filter, std::size_t r, std::size_t column, std::size_t channel) {
        return (r * run + column * Image.channels + channel) * padded_count + filter;
    }
    template <class Index>
    static constexpr Index bias(Index const& filter) {
        return filter + patch * padded_count;
    }

    /// Calls visit(name, shape, place) for each tensor (nn/network.hpp). The weights are [filter][channel][row][column].
    template <class Visit>
    static void for_each_tensor(Visit visit) {
        constexpr std::size_t size = Filters.size;
        visit("weight", std::vector{Filters.count, Image.channels, size, size}, [](std::size_t k) {
            std::size_t const i = k % patch;
            return weight(k / patch, i / size % size, i % size, i / size / size);
        });
        visit("bias", std::vector{Filters.count}, [](std::size_t k) { return bias(k); });
    }

    /// Writes orthogonal weights, scaled by `gain`, and zero biases to `parameters`, [parameter_count]. The weights are drawn
    /// from stream `stream` of `seed`.
    static void initialize(std::uint64_t seed, double gain, scalar_t<T>* parameters, std::uint32_t stream)
        requires(world::is_native)
    {
        std::fill_n(parameters, parameter_count, T(0));
        auto const weights = orthogonal(Filters.count, patch, gain, seed, stream);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            parameters[i % patch * padded_count + i / patch] = static_cast<T>(weights[i]);
        }
    }

    /// Writes the sums of all filters at all places of the image, without biases, to `outputs`, [places * filters][samples].
    /// Calls `finish(feature, column, n)` when the sums of the piece outputs[feature][column, column + n) are complete. `finish`
    /// adds the bias and applies the activation in place.
    template <class Finish>
    static void forward(constants parameters, strided<T const> inputs, strided<T> outputs, std::size_t samples, Finish finish) {
        for_each_place([&](index const& place, index const& first) {
            strided<T> const out = {outputs.at(place * Filters.count, 0), outputs.stride};
            for (std::size_t r = 0; r < Filters.size; ++r) {
                product<T> const p = {.a = scalars<T>::transposed({parameters + r * run * padded_count, padded_count}),
                                      .b = {inputs.at(first + r * image_row, 0), inputs.stride},
                                      .depth = run,
                                      .out = out,
                                      .start = {r == 0 ? constants(nullptr) : constants(out.data), out.stride}};
                if (r + 1 < Filters.size) {
                    multiply(p, 0, Filters.count, samples);
                } else {
                    multiply(p, 0, Filters.count, samples, [&](index const& filter, std::size_t column, std::size_t n) {
                        finish(place * Filters.count + filter, column, n);
                    });
                }
            }
        });
    }

    /// Writes the gradient with respect to the image to `by_inputs`, [image.size()][samples]. `gradients` is the gradient with
    /// respect to the sums, [places * filters][samples].
    static void backward(constants parameters, strided<T const> gradients, strided<T> by_inputs, std::size_t samples) {
        for (auto const i : world::range(Image.size())) {
            zero_numbers<T>(by_inputs.at(i, 0), samples);
        }
        for_each_place([&](index const& place, index const& first) {
            for (std::size_t r = 0; r < Filters.size; ++r) {
                strided<T> const out = {by_inputs.at(first + r * image_row, 0), by_inputs.stride};
                multiply<T>({.a = scalars<T>::of({parameters + r * run * padded_count, padded_count}),
                             .b = {gradients.at(place * Filters.count, 0), gradients.stride},
                             .depth = Filters.count,
                             .out = out,
                             .start = out},
                            0, run, samples);
            }
        });
    }

    /// The number of parts of the gradient: one for each row of pixels under a filter, then one for the biases. The parameters
    /// have the same parts; part_begin returns where a part begins.
    static constexpr std::size_t gradient_parts = Filters.size + 1;
    static constexpr std::size_t part_begin(std::size_t part) {
        return part < gradient_parts ? part * run * padded_count : parameter_count;
    }

    /// Writes the parts [begin, end) of the gradient with respect to the parameters, summed over places and samples, to `to`, or
    /// adds them there with `accumulate`. `gradients` is the gradient with respect to the sums. The parts are independent.
    template <class Part = std::size_t>
    static void gradient(strided<T const> inputs, strided<T const> gradients, index const& samples, numbers to, bool accumulate,
                         Part const& begin = 0, Part const& end = gradient_parts) {
        auto const if_wanted = [&](std::size_t part, auto body) { when(begin <= part && part < end, body); };
        for (std::size_t part = 0; !accumulate && part < gradient_parts; ++part) {
            if_wanted(part, [&] { zero_numbers<T>(to + part_begin(part), part_begin(part + 1) - part_begin(part)); });
        }
        if constexpr (copies_patches) {
            if (begin == 0 && end == gradient_parts) {
                return add_copied_patches(inputs, gradients, samples, to);
            }
        }
        alignas(64) array_t<T, pack_width<T>> one;
        store_pack(R(1), one + 0);
        for_each_place([&](index const& place, index const& first) {
            for (auto const turned : world::range((samples + (turned_samples - 1)) / turned_samples)) {
                index const sample = turned * turned_samples;
                index const count = min(index(turned_samples), samples - sample);
                alignas(64) array_t<T, turned_samples * padded_count> by_sample;
                turn({gradients.at(place * Filters.count, sample), gradients.stride}, count, by_sample);
                auto const add = [&](scalars<T> const& a, std::size_t from, std::size_t rows) {
                    strided<T> const out = {to + from * padded_count, padded_count};
                    multiply<T>({.a = a, .b = {by_sample, padded_count}, .depth = count, .out = out, .start = out}, 0, rows,
                                padded_count);
                };
                for (std::size_t r = 0; r < Filters.size; ++r) {
                    if_wanted(r, [&] {
                        add(scalars<T>::of({inputs.at(first + r * image_row, sample), inputs.stride}), r * run, run);
                    });
                }
                if_wanted(Filters.size, [&] { add({one, 0, 0}, patch, 1); });
            }
        });
    }

private:
    static constexpr std::size_t image_row = Image.columns * Image.channels;
    static constexpr std::size_t turned_samples = 64;  ///< few enough to stay in the nearest cache
    /// True if a row under a filter has so few numbers that their products alone do not hide the latency of an addition.
    static constexpr bool copies_patches = world::is_native && run < 4;

    /// Adds all parts of the gradient to `to`. It copies the numbers under a filter, and a row of ones, to [patch + 1] rows, so
    /// that one product computes all parts. Every number is the same chain of additions as without copies.
    static void add_copied_patches(strided<T const> inputs, strided<T const> gradients, std::size_t samples, numbers to)
        requires copies_patches
    {
        alignas(64) T copies[(patch + 1) * turned_samples];
        std::fill_n(copies + patch * turned_samples, turned_samples, T(1));
        for_each_place([&](std::size_t place, std::size_t first) {
            for (std::size_t sample = 0; sample < samples; sample += turned_samples) {
                std::size_t const count = std::min(turned_samples, samples - sample);
                alignas(64) T by_sample[turned_samples * padded_count];
                turn({gradients.at(place * Filters.count, sample), gradients.stride}, count, by_sample);
                for (std::size_t i = 0; i < patch; ++i) {
                    copy_packs<T>(inputs.at(first + i / run * image_row + i % run, sample), copies + i * turned_samples, count);
                }
                strided<T> const out = {to, padded_count};
                multiply<T>({.a = scalars<T>::of(strided<T>{copies, turned_samples}),
                             .b = {by_sample, padded_count},
                             .depth = count,
                             .out = out,
                             .start = out},
                            0, patch + 1, padded_count);
            }
        });
    }

    /// Calls body(place, first) for each place of the filters; `first` is the index of the image's first number under them.
    template <class Body>
    LOCKSTEP_INLINE static void for_each_place(Body body) {
        for (auto const place : world::range(output.rows * output.columns)) {
            index const down = place / output.columns, right = place % output.columns;
            body(place, (down * Filters.stride * image.columns + right * Filters.stride) * image.channels);
        }
    }

    /// Sets to[sample][filter] = from[filter][sample], and the columns of `to` after the last filter to zero.
    static void turn(strided<T const> from, index const& samples, numbers to) {
        constexpr std::size_t width = pack_width<T>;
        world::barrier();
        for (std::size_t filter = 0; filter < padded_count; filter += width) {
            for (auto const part : world::range((samples + (width - 1)) / width)) {
                index const s = part * width;
                if (filter + width <= Filters.count) {
                    transpose(from.at(filter, s), from.stride, to + (s * padded_count + filter), padded_count);
                } else {
                    alignas(64) array_t<T, width * width> last;
                    zero_numbers<T>(last, width * width);
                    for (std::size_t f = filter; f < Filters.count; ++f) {
                        copy_packs<T>(from.at(f, s), last + (f - filter) * width, width);
                    }
                    world::barrier();
                    transpose(last + 0, width, to + (s * padded_count + filter), padded_count);
                    world::barrier();
                }
            }
        }
    }
};

template <image_shape Image, filters Filters>
using convolution = basic_convolution<float, Image, Filters>;

}  // namespace lockstep
