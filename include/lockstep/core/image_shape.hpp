// SPDX-License-Identifier: MIT
// The shape of an image. Its numbers are listed row by row, in a row pixel by pixel, and in a pixel channel by channel.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>

namespace lockstep {

struct image_shape {
    std::size_t rows;
    std::size_t columns;
    std::size_t channels = 1;

    constexpr std::size_t size() const { return rows * columns * channels; }
    /// The index of a number of the image in the list.
    constexpr std::size_t place(std::size_t row, std::size_t column, std::size_t channel = 0) const {
        return (row * columns + column) * channels + channel;
    }
    friend constexpr bool operator==(image_shape const&, image_shape const&) = default;
};

}  // namespace lockstep
