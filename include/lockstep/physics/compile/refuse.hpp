// SPDX-License-Identifier: MIT
// The error of a robot that cannot be compiled: one sentence that names the part.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace lockstep::physics {

/// Throws std::invalid_argument with one sentence: the kind and the name of the part, and the reason. It is not constexpr: at
/// compile time the call is the error.
[[noreturn]] inline void refuse(std::string_view kind, std::string_view name, std::string_view reason) {
    std::string message = "lockstep::physics::compile: ";
    message.append(kind).append(" \"").append(name).append("\" ").append(reason);
    throw std::invalid_argument(message);
}

/// Throws std::invalid_argument with one sentence: the kind and the names of two parts, and the reason.
[[noreturn]] inline void refuse(std::string_view kind, std::string_view first, std::string_view second, std::string_view reason) {
    refuse(kind, std::string(first).append("\" and \"").append(second), reason);
}

}  // namespace lockstep::physics
