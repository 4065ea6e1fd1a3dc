// SPDX-License-Identifier: MIT
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/storage/safetensors_header.hpp>

namespace ls = lockstep;

// What is wrong in a header is told in tests/io/safetensors.cpp, of whole files.

TEST_CASE("a header that is written is read") {
    ls::safetensors_header const header = {.tensors = {{"b", "F32", {2, 3}, 0, 24}, {"a", "U8", {5}, 24, 29}},
                                           .metadata = {{"format", "x"}, {"note", "a \"quote\""}}};
    CHECK(header.data_bytes() == 29);
    CHECK(header.tensors[1].bytes() == 5);
    std::string const bytes = to_bytes(header);
    CHECK(bytes.size() % 8 == 0);
    CHECK(ls::header_end(bytes.substr(0, 9), bytes.size() + 29) == bytes.size());
    ls::safetensors_header const read = ls::parse_safetensors_header(bytes.substr(8), 29);
    CHECK(read.metadata == header.metadata);
    REQUIRE(read.tensors.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(read.tensors[i].name == header.tensors[i].name);
        CHECK(read.tensors[i].type == header.tensors[i].type);
        CHECK(read.tensors[i].shape == header.tensors[i].shape);
        CHECK(read.tensors[i].begin == header.tensors[i].begin);
        CHECK(read.tensors[i].end == header.tensors[i].end);
    }
}

TEST_CASE("tensors are in the order of their bytes, whatever the order of their names") {
    std::string const text =
        R"({"z":{"dtype":"U8","shape":[1],"data_offsets":[3,4]},"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})";
    ls::safetensors_header const header = ls::parse_safetensors_header(text, 4);
    REQUIRE(header.tensors.size() == 2);
    CHECK(header.tensors[0].name == "a");
    CHECK(header.tensors[1].name == "z");
}

TEST_CASE("an empty tensor comes before the one whose bytes begin at its place") {
    std::string const text = R"({"full":{"dtype":"U8","shape":[3],"data_offsets":[0,3]},)"
                             R"("last":{"dtype":"F32","shape":[0],"data_offsets":[3,3]},)"
                             R"("first":{"dtype":"F32","shape":[2,0],"data_offsets":[0,0]}})";
    ls::safetensors_header const header = ls::parse_safetensors_header(text, 3);
    REQUIRE(header.tensors.size() == 3);
    CHECK(header.tensors[0].name == "first");
    CHECK(header.tensors[1].name == "full");
    CHECK(header.tensors[2].name == "last");
}

TEST_CASE("bytes that the header does not describe are told, and those that are missing") {
    std::string const text = R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}})";
    CHECK_THROWS_WITH_AS(ls::parse_safetensors_header(text, 2), "is truncated: 1 bytes are missing", std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::parse_safetensors_header(text, 4), "has 1 bytes after its last tensor", std::runtime_error);
    CHECK(ls::safetensors_header().data_bytes() == 0);
}
