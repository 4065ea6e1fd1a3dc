// SPDX-License-Identifier: MIT
// A device's buffer as a tensor of a file, and the pieces in which it is copied between device and file.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/buffer_slices.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor.hpp>

namespace lockstep {

namespace detail {

/// A line of a staging area: memory for elements of any buffer on their way between the device and the file.
struct alignas(64) staging_line {
    char bytes[64];
};
using staging = std::vector<staging_line>;
inline constexpr std::size_t staging_bytes = std::size_t(1) << 20;

template <class Buffer>
using element_of = std::remove_cvref_t<decltype(*std::declval<Buffer&>().data())>;

/// Returns the tensor `name` of these slices, with its type, its shape and its size in bytes. Floats are F32, of shape
/// [count][length]. An element of another type is a row of bytes: U8, of shape [count][length][sizeof(element)]. If the count is
/// 1, the shape does not have it.
template <class Buffer>
LOCKSTEP_COLD tensor_place place_of(std::string_view name, buffer_slices<Buffer> const& slices) {
    using element = element_of<Buffer>;
    static_assert(alignof(element) <= alignof(staging_line));
    constexpr bool floats = std::same_as<element, float>;
    tensor_place place{.name = std::string(name), .type = floats ? "F32" : "U8", .shape = {slices.length}};
    if (slices.count != 1) {
        place.shape.insert(place.shape.begin(), slices.count);
    }
    if (!floats) {
        place.shape.push_back(sizeof(element));
    }
    place.end = *byte_count(place.shape, floats ? sizeof(float) : 1);
    return place;
}

/// Calls move(piece, offset) for the pieces that make up the slices, each at most as large as the staging area. `piece` is the
/// memory in the area through which `move` copies the elements, and `offset` is the index in the buffer at which they begin.
template <class Buffer, class Move>
LOCKSTEP_COLD void for_each_piece(buffer_slices<Buffer> const& slices, staging& area, Move move) {
    using element = element_of<Buffer>;
    constexpr std::size_t most = std::max(staging_bytes / sizeof(element), std::size_t(1));
    area.resize((std::min(most, slices.length) * sizeof(element) + sizeof(staging_line) - 1) / sizeof(staging_line));
    for (std::size_t slice = 0; slice < slices.count; ++slice) {
        for (std::size_t begin = 0; begin < slices.length; begin += most) {
            std::span const piece(reinterpret_cast<element*>(area.data()), std::min(most, slices.length - begin));
            move(piece, slice * slices.stride + begin);
        }
    }
}

template <class Element>
std::span<char> bytes_of(std::span<Element> elements) {
    return {reinterpret_cast<char*>(elements.data()), elements.size_bytes()};
}

}  // namespace detail

}  // namespace lockstep
