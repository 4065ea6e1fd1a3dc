// SPDX-License-Identifier: MIT
#include <map>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/storage/tensor_checksums.hpp>

namespace ls = lockstep;

TEST_CASE("the checksum of texts is that of all keys and texts but its own") {
    std::map<std::string, std::string> metadata = {{"b", "2"}, {"a", "1"}};
    CHECK(ls::detail::checksum_of(metadata) == "ca1ac0bd");  // zlib.crc32(b"a\x001\x00b\x002\x00") of Python
    metadata["crc32"] = "0";
    CHECK(ls::detail::checksum_of(metadata) == "ca1ac0bd");
    metadata[ls::detail::checksum_key_of("a")] = "0";
    CHECK(ls::detail::checksum_of(metadata) != "ca1ac0bd");
}

TEST_CASE("what is damaged or has no checksum is named") {
    std::map<std::string, std::string> const metadata = {{"crc32.a", "00000001"}};
    CHECK_NOTHROW(ls::detail::require_checksum(metadata, "crc32.a", "a", "00000001"));
    CHECK_THROWS_WITH_AS(ls::detail::require_checksum(metadata, "crc32.a", "a", "00000002"),
                         "a is damaged: its checksum is 00000002, not 00000001; use a copy of the file", std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::detail::find_checksum(metadata, "crc32.b", "b"),
                         "b has no checksum: the file is damaged, or another program wrote it", std::runtime_error);
}
