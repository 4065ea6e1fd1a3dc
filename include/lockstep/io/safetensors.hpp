// SPDX-License-Identifier: MIT
// Files of tensors in the safetensors format (io/storage/safetensors_header.hpp). The whole content of a file is in memory.
// Python can read and write such files.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/storage/crc32.hpp>
#include <lockstep/io/storage/safetensors_header.hpp>
#include <lockstep/io/storage/tensor.hpp>
#include <lockstep/io/storage/tensor_checksums.hpp>

namespace lockstep {

/// The content of a file.
struct safetensors {
    tensor_map tensors = {};
    metadata_map metadata = {};
};

namespace detail {

LOCKSTEP_COLD inline std::string checksum_of_tensor(tensor const& tensor) {
    crc32 checksum;
    checksum.add(tensor.bytes);
    return checksum_text(checksum);
}

}  // namespace detail

/// Puts checksums of the tensors and of the metadata into the metadata (io/storage/tensor_checksums.hpp), in the place of those
/// that are there.
LOCKSTEP_COLD inline void add_checksums(safetensors& content) {
    std::erase_if(content.metadata, [](auto const& text) { return detail::is_checksum_key(text.first); });
    for (auto const& [name, tensor] : content.tensors) {
        content.metadata[detail::tensor_checksum_key(name)] = detail::checksum_of_tensor(tensor);
    }
    content.metadata[std::string(detail::metadata_checksum_key)] = detail::checksum_of_metadata(content.metadata);
}

/// Throws std::runtime_error, naming the tensor, if a tensor or the metadata have changed since add_checksums(), or if a tensor is
/// new or missing. A content without checksums is accepted.
LOCKSTEP_COLD inline void check_checksums(safetensors const& content) {
    std::size_t const found = detail::count_checksums(content.metadata);
    if (found == 0) {
        return;
    }
    detail::require_metadata_checksum(content.metadata);
    for (auto const& [name, tensor] : content.tensors) {
        detail::require_tensor_checksum(content.metadata, name, detail::checksum_of_tensor(tensor));
    }
    if (found != content.tensors.size() + 1) {
        throw std::runtime_error("a tensor is missing: the file is damaged; use a copy of it");
    }
}

/// Returns the bytes of a file with this content.
LOCKSTEP_COLD inline std::string to_bytes(safetensors const& content) {
    safetensors_header header{.metadata = content.metadata};
    std::string data;
    for (auto const& [name, tensor] : content.tensors) {
        std::size_t const begin = data.size();
        data += tensor.bytes;
        header.tensors.push_back({name, tensor.type, tensor.shape, begin, data.size()});
    }
    return to_bytes(header) + data;
}

/// Returns the content of a file with these bytes. Throws std::runtime_error if the bytes are not exactly a safetensors file.
LOCKSTEP_COLD inline safetensors parse_safetensors(std::string_view bytes) {
    std::string_view const data = bytes.substr(header_end(bytes, bytes.size()));
    auto const text = bytes.substr(8, bytes.size() - data.size() - 8);
    safetensors_header header = parse_safetensors_header(text, data.size());
    safetensors content{.metadata = std::move(header.metadata)};
    for (tensor_place const& place : header.tensors) {
        content.tensors[place.name] = {place.type, place.shape, std::string(data.substr(place.begin, place.bytes()))};
    }
    return content;
}

/// Replaces the file at `path`, wholly or not at all. Throws std::runtime_error, naming the file, if it cannot be written.
inline void save_safetensors(std::string const& path, safetensors const& content) { write_file(path, to_bytes(content)); }

/// Returns the content of the file at `path`. Throws std::runtime_error, naming the path and the problem, if the file cannot be
/// read or is not complete and valid. It does not compare checksums; check_checksums() does.
LOCKSTEP_COLD inline safetensors load_safetensors(std::string const& path) {
    std::string const bytes = read_file(path);
    try {
        return parse_safetensors(bytes);
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(formatted("%s: %s", path.c_str(), error.what()));
    }
}

}  // namespace lockstep
