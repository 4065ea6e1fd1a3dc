// SPDX-License-Identifier: MIT
#include <map>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/io/storage/tensor_checksums.hpp>

namespace ls = lockstep;

TEST_CASE("the checksum of metadata is that of all keys and texts but its own") {
    std::map<std::string, std::string> metadata = {{"b", "2"}, {"a", "1"}};
    CHECK(ls::detail::checksum_of_metadata(metadata) == "ca1ac0bd");  // zlib.crc32(b"a\x001\x00b\x002\x00") of Python
    metadata["crc32"] = "ca1ac0bd";
    CHECK_NOTHROW(ls::detail::require_metadata_checksum(metadata));
    metadata[ls::detail::tensor_checksum_key("a")] = "0";
    CHECK_THROWS_WITH_AS(ls::detail::require_metadata_checksum(metadata), doctest::Contains("its metadata is damaged: its"),
                         std::runtime_error);
}

TEST_CASE("a tensor that is damaged or has no checksum is named") {
    std::map<std::string, std::string> const metadata = {{"crc32.a", "00000001"}};
    CHECK_NOTHROW(ls::detail::require_tensor_checksum(metadata, "a", "00000001"));
    CHECK_THROWS_WITH_AS(ls::detail::require_tensor_checksum(metadata, "a", "00000002"),
                         "tensor \"a\" is damaged: its checksum is 00000002, not 00000001; use a copy of the file",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::detail::find_tensor_checksum(metadata, "b"),
                         "tensor \"b\" has no checksum: the file is damaged, or another program wrote it", std::runtime_error);
}

TEST_CASE("keys of checksums are told from others") {
    CHECK(ls::detail::is_checksum_key("crc32"));
    CHECK(ls::detail::is_checksum_key("crc32.actor.0.bias"));
    CHECK_FALSE(ls::detail::is_checksum_key("crc32c"));
    CHECK_FALSE(ls::detail::is_checksum_key("format"));
    CHECK(ls::detail::count_checksums({{"format", "1"}, {"crc32c", "2"}}) == 0);
    CHECK(ls::detail::count_checksums({{"format", "1"}, {"crc32", "2"}, {"crc32.a", "3"}}) == 2);
}
