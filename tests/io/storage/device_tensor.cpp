// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/io/storage/device_tensor.hpp>

namespace ls = lockstep;

namespace {

struct line {
    std::uint64_t words[3];
};

/// The pieces of a tensor's buffer.
std::vector<ls::detail::buffer_piece> pieces_of(ls::detail::device_tensor const& tensor) {
    std::vector<ls::detail::buffer_piece> pieces;
    tensor.slices.for_each_piece(tensor.pack_length, [&](auto const& piece, std::span<char> elements) {
        CHECK(elements.size() == piece.length * tensor.slices.element_bytes);
        pieces.push_back(piece);
    });
    return pieces;
}

/// Where the elements of the pieces stand in the buffer, one after the other.
std::vector<std::size_t> places_in(std::vector<ls::detail::buffer_piece> const& pieces) {
    std::vector<std::size_t> places;
    for (ls::detail::buffer_piece const& piece : pieces) {
        for (std::size_t i = 0; i < piece.length; ++i) {
            places.push_back(piece.offset + i);
        }
    }
    return places;
}

}  // namespace

TEST_CASE("a buffer is one slice, whose tensor has its type") {
    ls::cpu device;
    auto floats = device.allocate<float>(5);
    auto const place = ls::detail::device_tensor::of("x", device, floats).place;
    CHECK(place.name == "x");
    CHECK(place.type == "F32");
    CHECK(place.shape == std::vector<std::size_t>{5});
    CHECK(place.bytes() == 20);
    auto lines = device.allocate<line>(2);
    auto const bytes = ls::detail::device_tensor::of("y", device, lines).place;
    CHECK(bytes.type == "U8");
    CHECK(bytes.shape == std::vector<std::size_t>{2, 24});
    CHECK(bytes.bytes() == 48);
}

TEST_CASE("slices leave out what stands between them") {
    ls::cpu device;
    auto floats = device.allocate<float>(10);
    ls::buffer_slices const slices{floats, 2, 5, 3};
    auto const tensor = ls::detail::device_tensor::of("x", device, slices);
    CHECK(tensor.place.shape == std::vector<std::size_t>{2, 3});
    CHECK(places_in(pieces_of(tensor)) == std::vector<std::size_t>{0, 1, 2, 5, 6, 7});
    ls::buffer_slices const none{floats, 0, 5, 3};
    CHECK(pieces_of(ls::detail::device_tensor::of("x", device, none)).empty());
}

TEST_CASE("a long buffer comes in pieces of a mebibyte, whole elements each") {
    ls::cpu device;
    auto lines = device.allocate<line>(100'000);
    auto const pieces = pieces_of(ls::detail::device_tensor::of("x", device, lines));
    CHECK(pieces.front().length == (std::size_t(1) << 20) / sizeof(line));
    CHECK(pieces.back().length <= pieces.front().length);
    auto const places = places_in(pieces);
    REQUIRE(places.size() == lines.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        REQUIRE(places[i] == i);
    }
}

TEST_CASE_TEMPLATE("the tensor of packs has the numbers lane by lane, whatever their width", R, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    constexpr std::size_t width = ls::width_of<R>, length = 5, lanes = 3 * 4096;  // in several pieces
    ls::cpu device;
    auto buffer = device.allocate<std::array<R, 7>>(lanes / width * length);
    auto const number = [&](std::size_t lane, std::size_t column) -> float& {
        return reinterpret_cast<float*>(buffer.data())[(lane / width * length * 7 + column) * width + lane % width];
    };
    auto const value = [](std::size_t lane, std::size_t column) {
        auto const n = static_cast<std::uint32_t>(lane * 100 + column);
        return lane == 7 ? std::bit_cast<float>(0x7fc00000u + n) : static_cast<float>(n);  // a NaN with other bits
    };
    auto const bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t column = 0; column < length * 7; ++column) {
            number(lane, column) = value(lane, column);
        }
    }
    ls::buffer_of_packs const packs{buffer, width, length};
    auto const on_device = ls::detail::device_tensor::of("x", device, packs);
    auto const& place = on_device.place;
    CHECK(place.type == "F32");
    CHECK(place.shape == std::vector<std::size_t>{lanes, 35});
    CHECK(place.bytes() == lanes * 35 * 4);

    std::vector<float> tensor(lanes * 35);
    std::size_t bytes = 0, pieces = 0;
    on_device.read([&](std::span<char> piece) {
        REQUIRE(bytes + piece.size() <= place.bytes());
        std::memcpy(reinterpret_cast<char*>(tensor.data()) + bytes, piece.data(), piece.size());
        bytes += piece.size();
        ++pieces;
    });
    CHECK(bytes == place.bytes());
    CHECK(pieces > 1);
    for (ls::detail::buffer_piece const& piece : pieces_of(on_device)) {
        CHECK(piece.length % length == 0);
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t column = 0; column < 35; ++column) {
            REQUIRE(bits(tensor[lane * 35 + column]) == bits(value(lane, column)));
        }
    }

    std::fill_n(reinterpret_cast<float*>(buffer.data()), tensor.size(), 0.0f);
    bytes = 0;
    on_device.write([&](std::span<char> piece) {
        std::memcpy(piece.data(), reinterpret_cast<char const*>(tensor.data()) + bytes, piece.size());
        bytes += piece.size();
    });
    CHECK(bytes == place.bytes());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (std::size_t column = 0; column < 35; ++column) {
            REQUIRE(bits(number(lane, column)) == bits(value(lane, column)));
        }
    }
}
