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

#include <lockstep/core/function_ref.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/buffer_slices.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor.hpp>

namespace lockstep::detail {

/// A piece of a buffer: `length` elements from element `offset` on.
struct buffer_piece {
    std::size_t offset, length;
};
inline constexpr std::size_t most_bytes_of_piece = std::size_t(1) << 20;

/// `from` consists of matrices of [rows][columns] floats. Writes to `to` the transpose of each, and keeps the bits of a NaN.
LOCKSTEP_COLD inline void transpose_each(std::span<char const> from, std::size_t rows, std::size_t columns, std::span<char> to) {
    constexpr std::size_t size = sizeof(float);
    std::size_t const matrix = rows * columns;
    for (std::size_t i = 0; i < from.size() / size; ++i) {
        std::size_t const row = i % matrix / columns, column = i % columns;
        std::memcpy(to.data() + (i / matrix * matrix + column * rows + row) * size, from.data() + i * size, size);
    }
}

enum class copied { to_host, to_device };

/// Copies a piece of a buffer from or to `memory`, which is aligned as the elements are.
template <class Device, class Buffer>
LOCKSTEP_COLD void copy_piece(void* device_address, void* buffer_address, copied direction, buffer_piece const& piece,
                              char* memory) {
    using element = element_of<Buffer>;
    auto& device = *static_cast<Device*>(device_address);
    auto& buffer = *static_cast<Buffer*>(buffer_address);
    std::span<element> const elements(reinterpret_cast<element*>(memory), piece.length);
    if (direction == copied::to_device) {
        device.copy(std::span<element const>(elements), buffer, piece.offset);
    } else {
        device.copy(std::as_const(buffer), elements, piece.offset);
        device.synchronize();
    }
}

/// Slices of a device's buffer, without the types of device and buffer.
struct untyped_slices {
    void* device;
    void* buffer;
    void (*copy)(void* device, void* buffer, copied, buffer_piece const&, char* memory);
    std::size_t count, stride, length;
    std::size_t element_bytes;
    bool are_floats;

    template <class Device, class Buffer>
    static untyped_slices of(Device& device, buffer_slices<Buffer> const& slices) {
        using element = element_of<Buffer>;
        static_assert(alignof(element) <= alignof(line));
        return {.device = &device,
                .buffer = &slices.buffer,
                .copy = &copy_piece<Device, Buffer>,
                .count = slices.count,
                .stride = slices.stride,
                .length = slices.length,
                .element_bytes = sizeof(element),
                .are_floats = std::same_as<element, float>};
    }

    /// Calls move(piece, elements) for the pieces of the slices, one after the other. `elements` is memory for the elements of
    /// the piece. A piece consists of whole packs of `pack_length` elements. It has at most 1 MiB, or is one pack.
    LOCKSTEP_COLD void for_each_piece(std::size_t pack_length,
                                      function_ref<void(buffer_piece const&, std::span<char>)> move) const {
        std::size_t const packs = std::max(most_bytes_of_piece / (pack_length * element_bytes), std::size_t(1));
        std::size_t const most = packs * pack_length;
        std::vector<line> memory((std::min(most, length) * element_bytes + sizeof(line) - 1) / sizeof(line));
        for (std::size_t slice = 0; slice < count; ++slice) {
            for (std::size_t begin = 0; begin < length; begin += most) {
                buffer_piece const piece{slice * stride + begin, std::min(most, length - begin)};
                move(piece, {reinterpret_cast<char*>(memory.data()), piece.length * element_bytes});
            }
        }
    }

private:
    struct alignas(64) line {
        char bytes[64];
    };
};

/// A tensor whose numbers are in a device's buffer. It does not have the types of the device and the buffer, so that the code of
/// checkpoints is compiled once. Device and buffer must outlive it.
struct device_tensor {
    tensor_place place;  ///< name, type, shape and size; it begins at byte 0
    untyped_slices slices;
    std::size_t width = 0;        ///< of packs; 0 without packs
    std::size_t pack_length = 1;  ///< elements of a pack

    /// Returns the tensor of a buffer, or of slices of a buffer. Floats are F32, of shape [count][length]. An element of another
    /// type is a row of bytes: U8, of shape [count][length][sizeof(element)]. If the count is 1, the shape does not have it.
    template <class Device, class Buffer>
    static device_tensor of(std::string_view name, Device& device, Buffer& buffer) {
        return of_slices(name, untyped_slices::of(device, slices_of(buffer)));
    }
    /// Returns the tensor of a buffer of packs: F32, with a row for each lane.
    template <class Device, class Buffer>
    static device_tensor of(std::string_view name, Device& device, buffer_of_packs<Buffer> const& packs) {
        return {.place = place_of(name, "F32", {packs.rows(), packs.columns()}, sizeof(float)),
                .slices = untyped_slices::of(device, slices_of(packs)),
                .width = packs.width,
                .pack_length = packs.length};
    }

    /// Reads the tensor from the device. Calls append(bytes) with its pieces, one after the other.
    LOCKSTEP_COLD void read(function_ref<void(std::span<char>)> append) const {
        std::string rows;
        slices.for_each_piece(pack_length, [&](buffer_piece const& piece, std::span<char> elements) {
            slices.copy(slices.device, slices.buffer, copied::to_host, piece, elements.data());
            if (width > 0) {
                rows.resize(elements.size());
                transpose_each(elements, place.shape[1], width, rows);
            }
            append(width > 0 ? std::span<char>(rows) : elements);
        });
    }

    /// Queues the tensor's copy to the device. Calls fill(bytes) for its pieces, one after the other, which writes them to
    /// `bytes`.
    LOCKSTEP_COLD void write(function_ref<void(std::span<char>)> fill) const {
        std::string rows;
        slices.for_each_piece(pack_length, [&](buffer_piece const& piece, std::span<char> elements) {
            rows.resize(width > 0 ? elements.size() : 0);
            fill(width > 0 ? std::span<char>(rows) : elements);
            if (width > 0) {
                transpose_each(rows, width, place.shape[1], elements);
            }
            slices.copy(slices.device, slices.buffer, copied::to_device, piece, elements.data());
        });
    }

private:
    LOCKSTEP_COLD static tensor_place place_of(std::string_view name, char const* type, std::vector<std::size_t> shape,
                                               std::size_t number_bytes) {
        tensor_place place{.name = std::string(name), .type = type, .shape = std::move(shape)};
        place.end = *byte_count(place.shape, number_bytes);
        return place;
    }
    LOCKSTEP_COLD static device_tensor of_slices(std::string_view name, untyped_slices const& slices) {
        std::vector<std::size_t> shape;
        if (slices.count != 1) {
            shape.push_back(slices.count);
        }
        shape.push_back(slices.length);
        if (!slices.are_floats) {
            shape.push_back(slices.element_bytes);
        }
        tensor_place place = slices.are_floats ? place_of(name, "F32", std::move(shape), sizeof(float))
                                               : place_of(name, "U8", std::move(shape), 1);
        return {.place = std::move(place), .slices = slices};
    }
};

}  // namespace lockstep::detail
