// SPDX-License-Identifier: MIT
// The shape of an image. The numbers of an image are listed row by row, within a row pixel by pixel, and within a pixel channel
// by channel.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>

namespace lockstep {

struct image_shape {
    std::size_t rows;
    std::size_t columns;
    std::size_t channels = 1;

    constexpr std::size_t size() const { return rows * columns * channels; }
    /// Returns the index, in the list of the image's numbers, of the number at this row, column and channel.
    constexpr std::size_t place(std::size_t row, std::size_t column, std::size_t channel = 0) const {
        return (row * columns + column) * channels + channel;
    }
    friend constexpr bool operator==(image_shape const&, image_shape const&) = default;
};

}  // namespace lockstep
