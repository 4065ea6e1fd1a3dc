// SPDX-License-Identifier: MIT
// Checksums (io/storage/crc32.hpp) in the metadata of a file of tensors, as hexadecimal texts: the key "crc32.NAME" has the
// checksum of tensor NAME, and "crc32" has the checksum of all other keys and texts.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/storage/crc32.hpp>

namespace lockstep::detail {

inline constexpr std::string_view checksum_key = "crc32";

LOCKSTEP_COLD inline std::string checksum_key_of(std::string const& tensor) { return std::string(checksum_key) + '.' + tensor; }
LOCKSTEP_COLD inline std::string checksum_text(crc32 const& checksum) { return formatted("%08x", checksum.value()); }

LOCKSTEP_COLD inline std::string checksum_of(std::map<std::string, std::string> const& metadata) {
    crc32 checksum;
    for (auto const& [key, value] : metadata) {
        if (key != checksum_key) {
            checksum.add(key + '\0' + value + '\0');
        }
    }
    return checksum_text(checksum);
}

/// Returns the checksum of `what` that the metadata have under `key`. Throws std::runtime_error if they have none.
LOCKSTEP_COLD inline std::string const& find_checksum(std::map<std::string, std::string> const& metadata, std::string const& key,
                                                      std::string const& what) {
    auto const written = metadata.find(key);
    if (written == metadata.end()) {
        throw std::runtime_error(what + " has no checksum: the file is damaged, or another program wrote it");
    }
    return written->second;
}

/// Throws std::runtime_error unless the metadata have the checksum `found` of `what` under `key`.
LOCKSTEP_COLD inline void require_checksum(std::map<std::string, std::string> const& metadata, std::string const& key,
                                           std::string const& what, std::string const& found) {
    std::string const& written = find_checksum(metadata, key, what);
    if (written != found) {
        throw std::runtime_error(formatted("%s is damaged: its checksum is %s, not %s; use a copy of the file", what.c_str(),
                                           found.c_str(), written.c_str()));
    }
}

/// Throws std::runtime_error unless the metadata have the checksum that they had when they were written.
LOCKSTEP_COLD inline void require_checksum_of(std::map<std::string, std::string> const& metadata) {
    require_checksum(metadata, std::string(checksum_key), "its metadata", checksum_of(metadata));
}

}  // namespace lockstep::detail
