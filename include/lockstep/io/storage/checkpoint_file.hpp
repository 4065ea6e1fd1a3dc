// SPDX-License-Identifier: MIT
// The file of a checkpoint (io/checkpoint.hpp), written and read without the learner's types.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/function_ref.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/checkpoint_identity.hpp>
#include <lockstep/io/storage/device_tensor.hpp>
#include <lockstep/io/storage/learner_contents.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor.hpp>
#include <lockstep/io/storage/tensor_stream.hpp>

namespace lockstep::detail {

/// Replaces the file at `path` with these contents, wholly or not at all. The metadata are those of checkpoint_identity. Throws
/// std::runtime_error, naming the file, if it cannot be written.
LOCKSTEP_COLD inline void write_checkpoint(std::string const& path, metadata_map metadata, learner_contents const& contents) {
    safetensors_header header{.metadata = std::move(metadata)};
    for (host_number const& number : contents.numbers) {
        header.metadata.emplace(number.name, number.show(number.address));
    }
    for (device_tensor const& tensor : contents.tensors) {
        tensor_place place = tensor.place;
        place.begin = header.data_bytes();
        place.end += place.begin;
        header.tensors.push_back(std::move(place));
    }
    tensor_writer file(path, std::move(header));
    for (device_tensor const& tensor : contents.tensors) {
        tensor.read([&](std::span<char> bytes) { file.append({bytes.data(), bytes.size()}); });
    }
    file.finish();
}

/// Throws std::runtime_error unless `file` is a checkpoint of this format whose metadata are as they were written.
LOCKSTEP_COLD inline void check_format(std::string const& path, tensor_reader const& file) {
    if (file.has_checksum()) {  // a damaged format is damage, and not another format
        file.check_metadata();
    }
    expect_checkpoint(path, file.header().metadata);
    expect_metadata(path, file.header().metadata, "format", checkpoint_format);
    file.check_metadata();
}

/// Throws std::runtime_error, naming the path and the learner, if the configuration in the metadata has no size under `key`. Then
/// it is that of another learner.
LOCKSTEP_COLD inline void expect_size(std::string const& path, metadata_map const& metadata, std::string const& key) {
    if (metadata.count(key) == 0) {
        refuse_checkpoint(path, formatted("is a checkpoint of another learner, %s: its %s is missing",
                                          find_metadata(path, metadata, "learner").c_str(), key.c_str()));
    }
}

/// Reads a number from the text of the metadata under `key`. Throws std::runtime_error, naming the path and the key, if there is
/// none, or if it is no such number.
LOCKSTEP_COLD inline void read_number(std::string const& path, metadata_map const& metadata, std::string const& key,
                                      host_number const& number) {
    std::string const& text = find_metadata(path, metadata, key);
    if (!number.parse(text, number.address)) {
        refuse_checkpoint(path, formatted("its %s is \"%s\", which is no such number", key.c_str(), text.c_str()));
    }
}

/// Throws std::runtime_error, naming the path, unless the file has these tensors, with their types and shapes, and no others.
LOCKSTEP_COLD inline void check_places(std::string const& path, safetensors_header const& header,
                                       std::vector<device_tensor> const& tensors) {
    for (device_tensor const& tensor : tensors) {
        tensor_place const& expected = tensor.place;
        try {
            tensor_place const* const found = header.find(expected.name);
            if (found == nullptr) {
                refuse_missing_tensor(expected.name);
            }
            require_tensor(expected.name, found->type, found->shape, expected.type, expected.shape);
        } catch (std::runtime_error const& error) {
            refuse_checkpoint(path, error.what());
        }
    }
    if (std::size_t const found = header.tensors.size(); found != tensors.size()) {
        refuse_checkpoint(path, formatted("has %zu tensors, not %zu", found, tensors.size()));
    }
}

/// Reads the file at `path` into the contents that `list_contents` returns, and queues the copies to the device. `identity` is
/// that of the learner (checkpoint_identity). Throws std::runtime_error, naming the path and the problem, if the file cannot be
/// read, is damaged, or is of another learner. The learner is then unchanged, unless the disk fails between the check of the
/// tensors and their use.
LOCKSTEP_COLD inline void read_checkpoint(std::string const& path, metadata_map const& identity,
                                          function_ref<learner_contents()> list_contents) {
    tensor_reader const file(path);
    check_format(path, file);
    safetensors_header const& header = file.header();
    check_identity(path, header.metadata, identity);

    std::vector<host_number> const numbers = list_contents().numbers;
    std::vector<std::string> before;
    for (host_number const& number : numbers) {
        before.push_back(number.show(number.address));
    }
    std::vector<device_tensor> tensors;
    try {
        for (host_number const& number : numbers) {
            read_number(path, header.metadata, number.name, number);
        }
        tensors = list_contents().tensors;  // their lengths may depend on the numbers
        check_places(path, header, tensors);
        file.check_tensors();
    } catch (...) {
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i].parse(before[i], numbers[i].address);
        }
        list_contents();  // a learner may set other members from its numbers when it lists them
        throw;
    }

    for (device_tensor const& tensor : tensors) {
        tensor_place const& place = *header.find(tensor.place.name);
        std::size_t begin = 0;  // of what is left of the tensor
        tensor.write([&](std::span<char> bytes) {
            file.read(place, begin, bytes);
            begin += bytes.size();
        });
    }
}

}  // namespace lockstep::detail
