// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/protobuf.hpp>

namespace ls = lockstep;
using namespace std::string_literals;

TEST_CASE("fields have the bytes that the encoding's definition shows") {
    ls::protobuf message;
    message.add_integer(1, 150);
    CHECK(message.text() == "\x08\x96\x01"s);
    ls::protobuf words;
    words.add_bytes(2, "testing");
    CHECK(words.text() == "\x12\x07testing"s);
    ls::protobuf outer;
    outer.add_message(3, message);
    CHECK(outer.text() == "\x1a\x03\x08\x96\x01"s);
}

TEST_CASE("numbers lie with their lowest byte first, and large ones take ten bytes") {
    ls::protobuf message;
    message.add_double(1, 1.5);
    message.add_float(2, -2.0F);
    message.add_bool(3, true);
    CHECK(message.text() == "\x09\0\0\0\0\0\0\xf8\x3f\x15\0\0\0\xc0\x18\x01"s);
    ls::protobuf large;
    large.add_integer(1, ~std::uint64_t(0));
    CHECK(large.text() == "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"s);
    CHECK(ls::little_endian(std::uint32_t(0x01020304)) == "\x04\x03\x02\x01"s);
}

TEST_CASE("a field's number above 15 takes two bytes") {
    ls::protobuf message;
    message.add_integer(16, 1);
    CHECK(message.text() == "\x80\x01\x01"s);
}
