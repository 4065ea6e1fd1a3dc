// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/core/image_shape.hpp>

namespace ls = lockstep;

TEST_CASE("numbers lie row by row, pixel by pixel, channel by channel") {
    constexpr ls::image_shape image{.rows = 3, .columns = 4, .channels = 2};
    static_assert(image.size() == 24 && ls::image_shape{5, 6}.size() == 30);
    std::size_t next = 0;
    for (std::size_t row = 0; row < image.rows; ++row) {
        for (std::size_t column = 0; column < image.columns; ++column) {
            for (std::size_t channel = 0; channel < image.channels; ++channel) {
                CHECK(image.place(row, column, channel) == next++);
            }
        }
    }
    CHECK(next == image.size());
}
