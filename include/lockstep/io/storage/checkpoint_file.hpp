// SPDX-License-Identifier: MIT
// The file of a checkpoint (io/checkpoint.hpp), written and read without the learner's types.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/function_ref.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/member_list.hpp>
#include <lockstep/io/storage/checkpoint_identity.hpp>
#include <lockstep/io/storage/device_tensor.hpp>
#include <lockstep/io/storage/learner_contents.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor.hpp>
#include <lockstep/io/storage/tensor_stream.hpp>

namespace lockstep::detail {

using checkpoint_metadata = std::map<std::string, std::string>;

/// Replaces the file at `path` with these contents, wholly or not at all. The metadata are those of checkpoint_identity. Throws
/// std::runtime_error, naming the file, if it cannot be written.
LOCKSTEP_COLD inline void write_checkpoint(std::string const& path, checkpoint_metadata metadata,
                                           learner_contents const& contents) {
    safetensors_header header{.metadata = std::move(metadata)};
    for (listed_member const& number : contents.numbers) {
        header.metadata.emplace(std::string(number.name), number.type->show(number.address));
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
    expect_checkpoint(path, file.header().metadata);
    expect_metadata(path, file.header().metadata, "format", checkpoint_format);
    file.check_metadata();
}

/// Reads a number from the metadata. Throws std::runtime_error, naming the path and the key, if they do not have it.
LOCKSTEP_COLD inline void read_number(std::string const& path, checkpoint_metadata const& metadata, std::string_view key,
                                      listed_member const& number) {
    std::string const& text = find_metadata(path, metadata, key);
    if (!number.type->parse(text, number.address)) {
        refuse_checkpoint(path, formatted("its %s is \"%s\", which is no such number", std::string(key).c_str(), text.c_str()));
    }
}

/// Throws std::runtime_error, naming the path, if `found` is null or does not have the type and the shape of `expected`.
LOCKSTEP_COLD inline void check_place(std::string const& path, tensor_place const* found, tensor_place const& expected) {
    try {
        if (found == nullptr) {
            refuse_missing_tensor(expected.name);
        }
        require_tensor(expected.name, found->type, found->shape, expected.type, expected.shape);
    } catch (std::runtime_error const& error) {
        refuse_checkpoint(path, error.what());
    }
}

/// Restores what `list_contents` lists from the file at `path`. The learner's metadata must be those of the file. Queues the
/// copies to the device. Throws std::runtime_error, naming the path and the problem, if the file cannot be read, is damaged, or
/// is of another learner. The learner is then unchanged, unless the disk fails between the check of the tensors and their use.
LOCKSTEP_COLD inline void read_checkpoint(std::string const& path, checkpoint_metadata const& metadata,
                                          function_ref<learner_contents()> list_contents) {
    tensor_reader const file(path);
    check_format(path, file);
    safetensors_header const& header = file.header();
    check_identity(path, header.metadata, metadata);

    std::vector<listed_member> const numbers = list_contents().numbers;
    numbers_before before(numbers);
    for (listed_member const& number : numbers) {
        read_number(path, header.metadata, number.name, number);
    }
    std::vector<device_tensor> const tensors = list_contents().tensors;  // whose lengths may depend on the numbers
    for (device_tensor const& tensor : tensors) {
        check_place(path, header.find(tensor.place.name), tensor.place);
    }
    if (std::size_t const found = header.tensors.size(); found != tensors.size()) {
        refuse_checkpoint(path, formatted("has %zu tensors, not %zu", found, tensors.size()));
    }
    file.check_tensors();

    before.forget();
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
