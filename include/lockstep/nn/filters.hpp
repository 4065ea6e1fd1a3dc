// SPDX-License-Identifier: MIT
// The filters of convolutions, and the shapes of the images between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <lockstep/core/image_shape.hpp>

namespace lockstep {

/// `count` filters of size x size pixels over all channels, `stride` pixels from one place to the next. All places are within the
/// image ("valid"): a row of n pixels has (n - size) / stride + 1 places. If no place covers the last pixels of a row, these
/// pixels are unused.
struct filters {
    std::size_t count;
    std::size_t size;
    std::size_t stride = 1;

    /// Returns true if this image has a place for the filters.
    constexpr bool fit(image_shape const& image) const {
        return count > 0 && size > 0 && stride > 0 && size <= image.rows && size <= image.columns;
    }
    /// Returns the shape of the output for this image: a pixel for each place, a channel for each filter.
    constexpr image_shape over(image_shape const& image) const {
        return {(image.rows - size) / stride + 1, (image.columns - size) / stride + 1, count};
    }
};

/// The filters of consecutive convolutions: convolutions<filters{16, 3, 2}, filters{32, 3}>.
template <filters... Filters>
    requires(sizeof...(Filters) > 0)
struct convolutions {
    static constexpr std::size_t count = sizeof...(Filters);
    static constexpr std::array<filters, count> layers = {Filters...};

    /// Returns true if the first filters have a place in the image, and all others in the output of the filters before.
    static constexpr bool fit(image_shape image) {
        return std::ranges::all_of(layers, [&image](filters const& f) {
            bool const fits = f.fit(image);
            image = fits ? f.over(image) : image;
            return fits;
        });
    }
    /// Returns the shape of the input of layer l. With l = count it is the shape of the last output.
    static constexpr image_shape before(std::size_t l, image_shape image) {
        for (std::size_t i = 0; i < l; ++i) {
            image = layers[i].over(image);
        }
        return image;
    }
};

}  // namespace lockstep
