// SPDX-License-Identifier: MIT
// Checksums (io/storage/crc32.hpp) in the metadata of a file of tensors, as hexadecimal texts: the key "crc32.NAME" has the
// checksum of tensor NAME, and "crc32" has the checksum of all other keys and texts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/crc32.hpp>
#include <lockstep/io/storage/tensor.hpp>

namespace lockstep::detail {

inline constexpr std::string_view metadata_checksum_key = "crc32", tensor_checksum_prefix = "crc32.";

LOCKSTEP_COLD inline std::string tensor_checksum_key(std::string const& tensor) {
    return std::string(tensor_checksum_prefix) + tensor;
}
inline bool is_checksum_key(std::string_view key) {
    return key == metadata_checksum_key || key.starts_with(tensor_checksum_prefix);
}
/// Returns how many checksums the metadata have: 0, or that of the metadata and one for each tensor.
LOCKSTEP_COLD inline std::size_t count_checksums(metadata_map const& metadata) {
    auto const is_checksum = [](auto const& text) { return is_checksum_key(text.first); };
    return static_cast<std::size_t>(std::count_if(metadata.begin(), metadata.end(), is_checksum));
}
LOCKSTEP_COLD inline std::string checksum_text(crc32 const& checksum) { return formatted("%08x", checksum.value()); }

/// Returns the checksum of all keys and texts but that under "crc32".
LOCKSTEP_COLD inline std::string checksum_of_metadata(metadata_map const& metadata) {
    crc32 checksum;
    for (auto const& [key, text] : metadata) {
        if (key != metadata_checksum_key) {
            checksum.add(key + '\0' + text + '\0');
        }
    }
    return checksum_text(checksum);
}

/// Returns the checksum of `what` that the metadata have under `key`. Throws std::runtime_error if they have none.
LOCKSTEP_COLD inline std::string const& find_checksum(metadata_map const& metadata, std::string const& key,
                                                      std::string const& what) {
    auto const written = metadata.find(key);
    if (written == metadata.end()) {
        throw std::runtime_error(what + " has no checksum: the file is damaged, or another program wrote it");
    }
    return written->second;
}
LOCKSTEP_COLD inline std::string const& find_tensor_checksum(metadata_map const& metadata, std::string const& tensor) {
    return find_checksum(metadata, tensor_checksum_key(tensor), formatted("tensor \"%s\"", tensor.c_str()));
}

/// Throws std::runtime_error unless `written`, the checksum of `what` in the file, is `found`.
LOCKSTEP_COLD inline void require_checksum(std::string const& what, std::string const& written, std::string const& found) {
    if (written != found) {
        throw std::runtime_error(formatted("%s is damaged: its checksum is %s, not %s; use a copy of the file", what.c_str(),
                                           found.c_str(), written.c_str()));
    }
}
/// Throws std::runtime_error, naming the tensor, unless the metadata have `found` as its checksum.
LOCKSTEP_COLD inline void require_tensor_checksum(metadata_map const& metadata, std::string const& tensor,
                                                  std::string const& found) {
    require_checksum(formatted("tensor \"%s\"", tensor.c_str()), find_tensor_checksum(metadata, tensor), found);
}
/// Throws std::runtime_error unless the metadata are as they were written.
LOCKSTEP_COLD inline void require_metadata_checksum(metadata_map const& metadata) {
    std::string const what = "its metadata";
    require_checksum(what, find_checksum(metadata, std::string(metadata_checksum_key), what), checksum_of_metadata(metadata));
}

}  // namespace lockstep::detail
