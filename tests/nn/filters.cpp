// SPDX-License-Identifier: MIT
#include <lockstep/nn/filters.hpp>

#include <cstddef>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

constexpr ls::image_shape image{.rows = 7, .columns = 6, .channels = 2};
using two = ls::convolutions<ls::filters{3, 3, 2}, ls::filters{7, 2}>;

static_assert(two::before(0, image) == image && two::before(2, image) == ls::image_shape{2, 1, 7});
static_assert(two::fit(image) && !ls::convolutions<ls::filters{3, 3, 2}, ls::filters{7, 3}>::fit(image));
static_assert(!ls::filters{0, 2}.fit(image) && !ls::filters{4, 0}.fit(image) && !ls::filters{4, 2, 0}.fit(image));

/// Places of `size` pixels in a row of `pixels`, counted one by one.
std::size_t places_in(std::size_t pixels, std::size_t size, std::size_t stride) {
    std::size_t places = 0;
    for (std::size_t first = 0; first + size <= pixels; first += stride) {
        ++places;
    }
    return places;
}

}  // namespace

TEST_CASE("an output has a pixel for each place and a channel for each filter") {
    for (std::size_t size = 1; size <= 8; ++size) {
        for (std::size_t stride = 1; stride <= 4; ++stride) {
            ls::filters const f{5, size, stride};
            CAPTURE(size);
            CAPTURE(stride);
            CHECK(f.fit(image) == (places_in(7, size, stride) > 0 && places_in(6, size, stride) > 0));
            if (f.fit(image)) {
                CHECK(f.over(image) == ls::image_shape{places_in(7, size, stride), places_in(6, size, stride), 5});
            }
        }
    }
}
