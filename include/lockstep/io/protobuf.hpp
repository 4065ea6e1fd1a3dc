// SPDX-License-Identifier: MIT
// Fields of a message of Protocol Buffers (protobuf.dev/programming-guides/encoding), written one after another.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The bytes of a number, the lowest first.
template <class Unsigned>
LOCKSTEP_COLD std::string little_endian(Unsigned number) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof(number); ++i) {
        bytes += static_cast<char>(number >> 8 * i & 0xff);
    }
    return bytes;
}

/// A message so far. A message inside of it is a field of bytes. A field has a number, which the message's definition states.
class protobuf {
public:
    LOCKSTEP_COLD void add_integer(std::uint32_t field, std::uint64_t value) {
        tag(field, 0);
        varint(value);
    }
    void add_bool(std::uint32_t field, bool value) { add_integer(field, value ? 1 : 0); }
    LOCKSTEP_COLD void add_double(std::uint32_t field, double value) {
        tag(field, 1);
        text_ += little_endian(std::bit_cast<std::uint64_t>(value));
    }
    LOCKSTEP_COLD void add_float(std::uint32_t field, float value) {
        tag(field, 5);
        text_ += little_endian(std::bit_cast<std::uint32_t>(value));
    }
    LOCKSTEP_COLD void add_bytes(std::uint32_t field, std::string_view bytes) {
        tag(field, 2);
        varint(bytes.size());
        text_ += bytes;
    }
    void add_message(std::uint32_t field, protobuf const& inside) { add_bytes(field, inside.text_); }

    std::string const& text() const { return text_; }

private:
    void tag(std::uint32_t field, std::uint32_t type) { varint(std::uint64_t(field) << 3 | type); }
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) {
            text_ += static_cast<char>((value & 0x7f) | 0x80);
        }
        text_ += static_cast<char>(value);
    }

    std::string text_;
};

}  // namespace lockstep
