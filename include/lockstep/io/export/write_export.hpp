// SPDX-License-Identifier: MIT
// What all exports of a policy do: describe it, print it, and write the file.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/io/export/describe_policy.hpp>
#include <lockstep/io/export/layers.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/storage/file_suffix.hpp>

namespace lockstep {

/// Replaces the file at `path`, wholly or not at all, by the text that `print` returns for the policy's layers. `suffix` is that
/// of such files. Throws std::runtime_error, naming the path, if the policy cannot be described or the file cannot be written.
/// Throws std::invalid_argument if `path` has another format's suffix (check_suffix).
template <trained_policy Policy>
LOCKSTEP_COLD void write_export(std::string const& path, std::string_view suffix, Policy const& policy,
                                std::string (*print)(exported_policy const&)) {
    check_suffix(path, suffix);
    std::string content;
    try {
        content = print(describe_policy(policy));
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(formatted("%s: %s", path.c_str(), error.what()));
    }
    write_file(path, content);
}

}  // namespace lockstep
