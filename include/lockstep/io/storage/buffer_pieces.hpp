// SPDX-License-Identifier: MIT
// A device's buffer as a tensor of a file, and the pieces in which it is copied between device and file.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/buffer_slices.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor.hpp>

namespace lockstep {

namespace detail {

/// Returns the tensor `name` of these slices, with its type, its shape and its size in bytes. Floats are F32, of shape
/// [count][length]. An element of another type is a row of bytes: U8, of shape [count][length][sizeof(element)]. If the count is
/// 1, the shape does not have it.
template <class Buffer>
LOCKSTEP_COLD tensor_place place_of(std::string_view name, buffer_slices<Buffer> const& slices) {
    using element = element_of<Buffer>;
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
/// Returns the tensor of a buffer of packs: F32, with a row for each lane.
template <class Buffer>
LOCKSTEP_COLD tensor_place place_of(std::string_view name, buffer_of_packs<Buffer> const& packs) {
    tensor_place place{.name = std::string(name), .type = "F32", .shape = {packs.rows(), packs.columns()}};
    place.end = *byte_count(place.shape, sizeof(float));
    return place;
}
template <class Buffer>
LOCKSTEP_COLD tensor_place place_of(std::string_view name, Buffer& buffer) {
    return place_of(name, slices_of(buffer));
}

/// A piece of a buffer: `length` elements from element `offset` on.
struct buffer_piece {
    std::size_t offset, length;
};
inline constexpr std::size_t most_bytes_of_piece = std::size_t(1) << 20;

/// Returns the pieces that make up `count` slices of `length` elements each, which begin `stride` elements apart. No piece has
/// more than `most` elements.
LOCKSTEP_COLD inline std::vector<buffer_piece> pieces_of(std::size_t count, std::size_t stride, std::size_t length,
                                                         std::size_t most) {
    std::vector<buffer_piece> pieces;
    for (std::size_t slice = 0; slice < count; ++slice) {
        for (std::size_t begin = 0; begin < length; begin += most) {
            pieces.push_back({slice * stride + begin, std::min(most, length - begin)});
        }
    }
    return pieces;
}

template <class Entry>
concept has_packs = requires(Entry const& entry) {
    entry.columns();
};

/// Returns the pieces of a tensor's buffer, of at most 1 MiB, but of a whole pack at least.
template <class Entry>
LOCKSTEP_COLD std::vector<buffer_piece> pieces_of(Entry const& entry) {
    auto const slices = slices_of(entry);
    std::size_t together = 1;  // elements that must be in one piece
    if constexpr (has_packs<Entry>) {
        together = entry.length;
    }
    std::size_t const bytes = together * sizeof(element_of<decltype(slices.buffer)>);
    return pieces_of(slices.count, slices.stride, slices.length,
                     std::max(most_bytes_of_piece / bytes, std::size_t(1)) * together);
}

/// Memory for elements of any buffer on their way between the device and the file.
class staging {
public:
    explicit staging(std::size_t bytes) : lines_((bytes + sizeof(line) - 1) / sizeof(line)) {}

    template <class Element>
    std::span<Element> first(std::size_t count) {
        static_assert(alignof(Element) <= alignof(line));
        return {reinterpret_cast<Element*>(lines_.data()), count};
    }

private:
    struct alignas(64) line {
        char bytes[64];
    };
    std::vector<line> lines_;
};

/// `from` consists of matrices of [rows][columns] floats. Writes to `to` the transpose of each, and keeps the bits of a NaN.
LOCKSTEP_COLD inline void transpose_each(std::span<char const> from, std::size_t rows, std::size_t columns, std::span<char> to) {
    constexpr std::size_t size = sizeof(float);
    std::size_t const matrix = rows * columns;
    for (std::size_t i = 0; i < from.size() / size; ++i) {
        std::size_t const row = i % matrix / columns, column = i % columns;
        std::memcpy(to.data() + (i / matrix * matrix + column * rows + row) * size, from.data() + i * size, size);
    }
}

/// Calls move(elements, offset, bytes) for the pieces of a tensor, one after the other. `elements` is memory for the elements of
/// the buffer from element `offset` on, and `bytes` memory for the same numbers as they are in the file.
template <class Entry, class Move>
void for_each_piece(Entry const& entry, Move move) {
    using element = element_of<decltype(slices_of(entry).buffer)>;
    std::vector<buffer_piece> const pieces = pieces_of(entry);
    std::size_t const most = pieces.empty() ? 0 : pieces.front().length * sizeof(element);
    staging area(most), rows(has_packs<Entry> ? most : 0);
    for (buffer_piece const& piece : pieces) {
        move(area.first<element>(piece.length), piece.offset,
             (has_packs<Entry> ? rows : area).template first<char>(piece.length * sizeof(element)));
    }
}

template <class Element>
std::span<char> bytes_of(std::span<Element> elements) {
    return {reinterpret_cast<char*>(elements.data()), elements.size_bytes()};
}

/// Reads a tensor from the device, that of place_of(name, entry). Calls append(bytes) with its pieces, one after the other.
template <class Device, class Entry, class Append>
LOCKSTEP_COLD void read_tensor(Device& device, Entry& entry, Append const& append) {
    auto const slices = slices_of(entry);
    for_each_piece(entry, [&](auto elements, std::size_t offset, std::span<char> bytes) {
        device.copy(std::as_const(slices.buffer), elements, offset);
        device.synchronize();
        if constexpr (has_packs<Entry>) {
            transpose_each(bytes_of(elements), entry.columns(), entry.width, bytes);
        }
        append(bytes);
    });
}

/// Queues a tensor's copy to the device, that of place_of(name, entry). Calls fill(bytes) for its pieces, one after the other,
/// which writes them to `bytes`.
template <class Device, class Entry, class Fill>
LOCKSTEP_COLD void write_tensor(Device& device, Entry& entry, Fill const& fill) {
    auto const slices = slices_of(entry);
    for_each_piece(entry, [&]<class Element>(std::span<Element> elements, std::size_t offset, std::span<char> bytes) {
        fill(bytes);
        if constexpr (has_packs<Entry>) {
            transpose_each(bytes, entry.width, entry.columns(), bytes_of(elements));
        }
        device.copy(std::span<Element const>(elements), slices.buffer, offset);
    });
}

}  // namespace detail

}  // namespace lockstep
