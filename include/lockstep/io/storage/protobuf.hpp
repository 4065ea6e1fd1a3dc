// SPDX-License-Identifier: MIT
// A writer of messages of Protocol Buffers (protobuf.dev, "Encoding"), with the types that the files of TensorBoard and ONNX
// need.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Adds the bytes of a number to `bytes`, the lowest byte first.
template <class Unsigned>
LOCKSTEP_COLD void append_little_endian(std::string& bytes, Unsigned number) {
    for (std::size_t i = 0; i < sizeof(number); ++i) {
        bytes += static_cast<char>(number >> 8 * i & 0xff);
    }
}

/// Returns the bytes of a number, the lowest byte first.
template <class Unsigned>
LOCKSTEP_COLD std::string little_endian(Unsigned number) {
    std::string bytes;
    append_little_endian(bytes, number);
    return bytes;
}

/// A message as bytes. Each function adds a field, whose number the message's definition states.
class protobuf {
public:
    /// Adds a number of an integer type, an enumeration or a bool.
    LOCKSTEP_COLD protobuf& integer(std::uint32_t field, std::int64_t value) {
        key(field, 0);
        varint(static_cast<std::uint64_t>(value));
        return *this;
    }
    LOCKSTEP_COLD protobuf& number(std::uint32_t field, float value) {
        key(field, 5);
        append_little_endian(bytes_, std::bit_cast<std::uint32_t>(value));
        return *this;
    }
    LOCKSTEP_COLD protobuf& number(std::uint32_t field, double value) {
        key(field, 1);
        append_little_endian(bytes_, std::bit_cast<std::uint64_t>(value));
        return *this;
    }
    /// Adds a text, or bytes.
    LOCKSTEP_COLD protobuf& text(std::uint32_t field, std::string_view value) {
        key(field, 2);
        varint(value.size());
        bytes_ += value;
        return *this;
    }
    protobuf& message(std::uint32_t field, protobuf const& value) { return text(field, value.bytes_); }

    /// Adds the fields of another message of the same type.
    protobuf& append(protobuf const& other) {
        bytes_ += other.bytes_;
        return *this;
    }

    std::string const& bytes() const { return bytes_; }

private:
    void key(std::uint32_t field, std::uint32_t wire_type) { varint(field << 3 | wire_type); }
    // Each byte has seven bits of the value, the lowest bits first. The byte's highest bit says that more bytes follow.
    LOCKSTEP_COLD void varint(std::uint64_t value) {
        for (; value >= 128; value >>= 7) {
            bytes_ += static_cast<char>(value | 128);
        }
        bytes_ += static_cast<char>(value);
    }

    std::string bytes_;
};

}  // namespace lockstep
