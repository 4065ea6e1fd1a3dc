// SPDX-License-Identifier: MIT
// The bytes are those that the page "Encoding" of protobuf.dev shows, or those that its rules give.
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/storage/protobuf.hpp>

namespace ls = lockstep;

TEST_CASE("integers, texts and messages are encoded as the format says") {
    CHECK(ls::protobuf().integer(1, 150).bytes() == "\x08\x96\x01");
    CHECK(ls::protobuf().text(2, "testing").bytes() == "\x12\x07testing");
    CHECK(ls::protobuf().message(3, ls::protobuf().integer(1, 150)).bytes() == "\x1a\x03\x08\x96\x01");
    CHECK(ls::protobuf().integer(1, 0).bytes() == std::string("\x08\0", 2));
    CHECK(ls::protobuf().integer(1, -2).bytes() == "\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    CHECK(ls::protobuf().integer(20, 1).bytes() == "\xa0\x01\x01");
    CHECK(ls::protobuf().number(2, 1.5f).bytes() == std::string("\x15\0\0\xc0\x3f", 5));
    CHECK(ls::protobuf().number(1, 1.5).bytes() == std::string("\x09\0\0\0\0\0\0\xf8\x3f", 9));
    CHECK(ls::protobuf().integer(3, true).bytes() == "\x18\x01");
    CHECK(ls::little_endian(std::uint32_t(0x01020304)) == "\x04\x03\x02\x01");
    std::string bytes = "before ";
    ls::append_little_endian(bytes, std::uint64_t(0x0102030405060708));
    CHECK(bytes == "before \x08\x07\x06\x05\x04\x03\x02\x01");
}

TEST_CASE("fields follow each other, and a message can be continued by another") {
    ls::protobuf first;
    first.integer(1, 1).text(2, "");
    CHECK(first.append(ls::protobuf().integer(3, 2)).bytes() == std::string("\x08\x01\x12\0\x18\x02", 6));
}
