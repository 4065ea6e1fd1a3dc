// SPDX-License-Identifier: MIT
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/io/safetensors.hpp>
#include <lockstep/io/storage/tensor_stream.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;
using lockstep_test::temporary_folder;

namespace {

/// Two tensors with nothing before, between and after them.
ls::safetensors_header const described = {.tensors = {{"nothing", "F32", {0}, 0, 0},
                                                      {"first", "U8", {2, 3}, 0, 6},
                                                      {"more_of_nothing", "U8", {0, 4}, 6, 6},
                                                      {"second", "F32", {1}, 6, 10},
                                                      {"the_rest", "F32", {0}, 10, 10}},
                                          .metadata = {{"key", "value"}}};

void write(std::string const& path) {
    ls::tensor_writer file(path, described);
    file.append("abc");
    file.append("def");
    file.append("1234");
    file.finish();
}

}  // namespace

TEST_CASE("what is written in pieces is a file of tensors with checksums") {
    temporary_folder const folder;
    write(folder / "file");
    ls::safetensors const content = ls::load_safetensors(folder / "file");
    CHECK(content.tensors.at("first").bytes == "abcdef");
    CHECK(content.tensors.at("second").bytes == "1234");
    CHECK(content.tensors.size() == 5);
    CHECK(content.metadata.at("key") == "value");
    CHECK(content.metadata.at("crc32.first") == "4b8e39ef");  // Python: "%08x" % zlib.crc32(b"abcdef")
    CHECK(content.metadata.at("crc32.second") == "9be3e0a3");
    CHECK(content.metadata.at("crc32.the_rest") == "00000000");
    CHECK(folder.names() == std::vector<std::string>{"file"});
}

TEST_CASE("it is read in pieces") {
    temporary_folder const folder;
    write(folder / "file");
    ls::tensor_reader const file(folder / "file");
    CHECK_NOTHROW(file.check_metadata());
    CHECK_NOTHROW(file.check_tensors());
    std::string piece(3, ' ');
    file.read(file.header().tensors[1], 2, piece);
    CHECK(piece == "cde");
}

TEST_CASE("nothing is replaced before the whole is written") {
    temporary_folder const folder;
    ls::write_file(folder / "file", "before");
    {
        ls::tensor_writer file(folder / "file", described);
        file.append("abcdef");
        CHECK_THROWS_WITH_AS(file.finish(), "tensor_writer: 6 bytes of 10 were given", std::logic_error);
    }
    CHECK(ls::read_file(folder / "file") == "before");
    CHECK(folder.names() == std::vector<std::string>{"file"});
}

TEST_CASE("damage is told with its place") {
    temporary_folder const folder;
    std::string const path = folder / "file";
    write(path);
    std::string const whole = ls::read_file(path);
    auto const changed = [&](std::string_view from, std::string_view to) {
        std::string bytes = whole;
        bytes.replace(bytes.find(from), from.size(), to);
        ls::write_file(path, bytes);
        return ls::tensor_reader(path);
    };
    CHECK_THROWS_WITH_AS(changed("abcdef", "abcdeg").check_tensors(),
                         (path + ": tensor \"first\" is damaged: its checksum is 3c890979, not 4b8e39ef; use a copy of the "
                                 "file")
                             .c_str(),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(changed("1234", "1235").check_tensors(), doctest::Contains("tensor \"second\" is damaged"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(changed("value", "valve").check_metadata(), doctest::Contains("file: its metadata is damaged"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(changed("4b8e39ef", "4b8e39ee").check_metadata(), doctest::Contains("file: its metadata is damaged"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(changed("{\"dtype", "{\"dtypf"), doctest::Contains("the file is damaged: use a copy of it"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(changed("\"first\":{", "\"fjrst\":{").check_metadata(),
                         (path + ": tensor \"fjrst\" has no checksum: the file is damaged, or another program wrote it").c_str(),
                         std::runtime_error);
    ls::save_safetensors(path, {.tensors = {}, .metadata = {{"key", "value"}}});
    CHECK_FALSE(ls::tensor_reader(path).has_checksum());
    CHECK_THROWS_WITH_AS(ls::tensor_reader(path).check_metadata(), doctest::Contains("file: its metadata has no checksum"),
                         std::runtime_error);
    ls::write_file(path, whole.substr(0, whole.size() - 1));
    CHECK_THROWS_WITH_AS(ls::tensor_reader{path},
                         (path + ": is truncated: 1 bytes are missing; the file is damaged: use a copy of it").c_str(),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::tensor_reader{folder / "none"}, doctest::Contains("none: cannot be read"), std::runtime_error);
}
