// SPDX-License-Identifier: MIT
#include <random>

#include <doctest/doctest.h>

#include <lockstep/io/safetensors.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

std::string file_of(std::string const& header, std::string const& data = "") {
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size() & 0xff);
    bytes[1] = static_cast<char>(header.size() >> 8);
    return bytes + header + data;
}

ls::safetensors example() {
    std::vector<float> const weights = {1, 2, 3, 4, 5, 6};
    std::vector<double> const mean = {0.1, 0.2};
    return {.tensors = {{"actor.weights", ls::make_tensor<float>({2, 3}, weights)},
                        {"mean \"x\"\n", ls::make_tensor<double>({2}, mean)}},
            .metadata = {{"environment", "half_cheetah"}, {"note", "a\\b \"c\" \x01"}}};
}

bool same(ls::safetensors const& a, ls::safetensors const& b) {
    auto const equal = [](auto const& s, auto const& t) {
        return s.first == t.first && s.second.type == t.second.type && s.second.shape == t.second.shape &&
               s.second.bytes == t.second.bytes;
    };
    return a.metadata == b.metadata && std::ranges::equal(a.tensors, b.tensors, equal);
}

}  // namespace

TEST_CASE("a file of the format's reference implementation is read") {
    // Python, safetensors 0.8.0: save({"a": float32 [[1, 2]], "b": float64 [0.5]}), which puts larger types first.
    std::string const header =
        R"({"b":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},"a":{"dtype":"F32","shape":[1,2],"data_offsets":[8,16]}})";
    std::string const data("\0\0\0\0\0\0\xe0\x3f\0\0\x80\x3f\0\0\0\x40", 16);
    ls::safetensors const content = ls::parse_safetensors(file_of(header + "  ", data));
    std::vector<float> a(2);
    std::vector<double> b(1);
    ls::read_tensor<float>(content.tensors, "a", {1, 2}, a);
    ls::read_tensor<double>(content.tensors, "b", {1}, b);
    CHECK(a == std::vector<float>{1, 2});
    CHECK(b == std::vector<double>{0.5});
}

TEST_CASE("what is written is what the format describes") {
    std::vector<float> const values = {1, 2};
    ls::safetensors const content{.tensors = {{"a", ls::make_tensor<float>({2}, values)}}, .metadata = {{"k", "v"}}};
    std::string const header = R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    CHECK(header.size() % 8 != 0);
    CHECK(ls::to_bytes(content) ==
          file_of(header + std::string(8 - header.size() % 8, ' '), std::string("\0\0\x80\x3f\0\0\0\x40", 8)));
}

TEST_CASE("what is saved is loaded") {
    lockstep_test::temporary_folder const folder;
    ls::save_safetensors(folder / "file", example());
    CHECK(same(ls::load_safetensors(folder / "file"), example()));
    ls::save_safetensors(folder / "empty", {});
    CHECK(same(ls::load_safetensors(folder / "empty"), {}));
    CHECK(folder.names() == std::vector<std::string>{"empty", "file"});
}

TEST_CASE("a truncated file is refused at every length") {
    std::string const whole = ls::to_bytes(example());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        CAPTURE(length);
        CHECK_THROWS_AS(ls::parse_safetensors(whole.substr(0, length)), std::runtime_error);
    }
}

TEST_CASE("what is wrong is said") {
    auto const entry = [](std::string const& type, std::string const& shape, std::string const& offsets) {
        return R"({"t":{"dtype":")" + type + R"(","shape":[)" + shape + R"(],"data_offsets":[)" + offsets + "]}}";
    };
    struct {
        std::string bytes;
        char const* problem;
    } const cases[] = {
        {"", "fewer than 8 bytes"},
        {"This is a text, no policy.", "is no safetensors file"},
        {file_of(entry("F32", "1", "0,4")).replace(3, 1, "\x01"), "is truncated"},
        {std::string("\xff\xff\xff\xff\xff\xff\xff\xff{}", 10), "is truncated"},
        {file_of("{"), "of the JSON text"},
        {file_of("{}}"), "something after the end"},
        {file_of(entry("F33", "1", "0,4"), "1234"), "tensor \"t\" has the unknown type \"F33\""},
        {file_of(entry("F32", "2", "0,4"), "1234"), "tensor \"t\" lies from byte 0 to 4, which does not fit its shape"},
        {file_of(entry("F32", "1", "4,0"), "1234"), "lies from byte 4 to 0"},
        {file_of(entry("F32", "1", "0"), "1234"), "two data_offsets"},
        {file_of(entry("F32", "1", "4,8"), "12345678"), "does not fit"},
        {file_of(entry("F32", "2", "0,8"), "1234"), "is truncated: 4 bytes are missing"},
        {file_of(entry("F32", "1", "0,4"), "12345"), "has 1 bytes after its last tensor"},
        {file_of(entry("F32", "4611686018427387904,4", "0,0")), "does not fit"},
        {file_of(R"({"t":{"dtype":"F32","shape":[]}})"), "a tensor without its dtype, its shape or two data_offsets"},
        {file_of(R"({"t":{"dtype":"F32","dtype":"F32","shape":[],"data_offsets":[0,4]}})", "1234"), "a member twice"},
        {file_of(R"({"t":{"colour":"red"}})"), "unknown member \"colour\""},
        {file_of(R"({"__metadata__":{"k":"v","k":"w"}})"), "the metadata \"k\" twice"},
        {file_of(R"({"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"t":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})"),
         "the tensor \"t\" twice"},
    };
    lockstep_test::temporary_folder const folder;
    for (auto const& broken : cases) {
        std::string const& bytes = broken.bytes;
        char const* const problem = broken.problem;
        CAPTURE(problem);
        CHECK_THROWS_WITH_AS(ls::parse_safetensors(bytes), doctest::Contains(problem), std::runtime_error);
        ls::write_file(folder / "file", bytes);
        CHECK_THROWS_WITH_AS(ls::load_safetensors(folder / "file"), doctest::Contains((folder / "file: ").c_str()),
                             std::runtime_error);
    }
    CHECK_THROWS_WITH_AS(ls::load_safetensors(folder / "none"), doctest::Contains("none: cannot be read"), std::runtime_error);
}

TEST_CASE("no bytes crash the reader, and what it accepts it can write again") {
    std::string const whole = ls::to_bytes(example());
    std::mt19937 random(1);
    auto const below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    std::size_t refused = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        std::string bytes = whole;
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
            std::size_t const at = below(bytes.size());
            switch (below(4)) {
            case 0: bytes[at] = static_cast<char>(below(256)); break;
            case 1: bytes.erase(at, below(8)); break;
            case 2: bytes.insert(at, 1 + below(4), bytes[below(bytes.size())]); break;
            default: bytes[at] = "0123456789{}[]\",:\\"[below(18)]; break;
            }
        }
        try {
            ls::safetensors const content = ls::parse_safetensors(bytes);
            CHECK(same(ls::parse_safetensors(ls::to_bytes(content)), content));
        } catch (std::runtime_error const&) {
            ++refused;
        }
    }
    CHECK(refused > 10'000);
}

TEST_CASE("a content with checksums is checked, and one without is accepted") {
    ls::safetensors content = example();
    CHECK_NOTHROW(ls::check_checksums(content));
    ls::add_checksums(content);
    CHECK(content.metadata.at("crc32.actor.weights") == "1939e524");  // zlib.crc32 of Python
    CHECK(content.metadata.size() == 5);
    CHECK_NOTHROW(ls::check_checksums(content));
    CHECK_NOTHROW(ls::check_checksums(ls::parse_safetensors(ls::to_bytes(content))));

    auto const refused = [&](auto const& change, char const* problem) {
        ls::safetensors changed = content;
        change(changed);
        CHECK_THROWS_WITH_AS(ls::check_checksums(changed), doctest::Contains(problem), std::runtime_error);
    };
    refused([](auto& changed) { changed.tensors["actor.weights"].bytes[3] = 1; }, "tensor \"actor.weights\" is damaged: its");
    refused([](auto& changed) { changed.metadata["environment"] = "half_cheetag"; }, "its metadata is damaged: its checksum is");
    refused([](auto& changed) { changed.metadata.erase("crc32"); }, "its metadata has no checksum");
    refused([](auto& changed) { changed.tensors["new"] = {}; }, "tensor \"new\" has no checksum");
    refused([](auto& changed) { changed.tensors.erase("actor.weights"); }, "a tensor is missing: the file is damaged");

    content.tensors.erase("actor.weights");
    ls::add_checksums(content);
    CHECK(content.metadata.size() == 4);
    CHECK_NOTHROW(ls::check_checksums(content));
}

TEST_CASE("keys of other programs that only look like checksums are none") {
    ls::safetensors content = example();
    content.metadata["crc32c"] = "of another program";
    CHECK_NOTHROW(ls::check_checksums(content));
    ls::add_checksums(content);
    CHECK(content.metadata.at("crc32c") == "of another program");
}
