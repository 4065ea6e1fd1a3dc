// SPDX-License-Identifier: MIT
// The sentence with which something is refused.
#pragma once

#include <stdexcept>
#include <string>

namespace support {

/// What `check` throws as std::invalid_argument; "accepted" if nothing.
template <class Check>
std::string refusal(Check check) {
    try {
        check();
    } catch (std::invalid_argument const& e) {
        return e.what();
    }
    return "accepted";
}

}  // namespace support
