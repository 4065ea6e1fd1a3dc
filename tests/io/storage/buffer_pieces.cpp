// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/io/storage/buffer_pieces.hpp>

namespace ls = lockstep;

namespace {

struct line {
    std::uint64_t words[3];
};

/// Where the elements of the pieces stand in the buffer, one after the other, and how many bytes the longest piece has.
template <class Buffer>
std::pair<std::vector<std::size_t>, std::size_t> places_in(ls::buffer_slices<Buffer> const& slices) {
    std::vector<std::size_t> places;
    std::size_t longest = 0;
    ls::detail::staging area;
    ls::detail::for_each_piece(slices, area, [&](auto piece, std::size_t offset) {
        CHECK(piece.size_bytes() <= area.size() * sizeof(ls::detail::staging_line));
        longest = std::max(longest, piece.size_bytes());
        for (std::size_t i = 0; i < piece.size(); ++i) {
            places.push_back(offset + i);
        }
    });
    return {places, longest};
}

}  // namespace

TEST_CASE("a buffer is one slice, whose tensor has its type") {
    ls::cpu device;
    auto floats = device.allocate<float>(5);
    auto const place = ls::detail::place_of("x", ls::slices_of(floats));
    CHECK(place.name == "x");
    CHECK(place.type == "F32");
    CHECK(place.shape == std::vector<std::size_t>{5});
    CHECK(place.bytes() == 20);
    auto lines = device.allocate<line>(2);
    auto const bytes = ls::detail::place_of("y", ls::slices_of(lines));
    CHECK(bytes.type == "U8");
    CHECK(bytes.shape == std::vector<std::size_t>{2, 24});
    CHECK(bytes.bytes() == 48);
}

TEST_CASE("slices leave out what stands between them") {
    ls::cpu device;
    auto floats = device.allocate<float>(10);
    ls::buffer_slices const slices{floats, 2, 5, 3};
    CHECK(ls::detail::place_of("x", slices).shape == std::vector<std::size_t>{2, 3});
    CHECK(places_in(slices).first == std::vector<std::size_t>{0, 1, 2, 5, 6, 7});
    CHECK(places_in(ls::buffer_slices{floats, 0, 5, 3}).first.empty());
}

TEST_CASE("a long buffer comes in pieces of a mebibyte, whole elements each") {
    ls::cpu device;
    auto lines = device.allocate<line>(100'000);
    auto const [places, longest] = places_in(ls::slices_of(lines));
    CHECK(longest == (std::size_t(1) << 20) / sizeof(line) * sizeof(line));
    REQUIRE(places.size() == lines.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        REQUIRE(places[i] == i);
    }
}
