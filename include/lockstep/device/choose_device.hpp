// SPDX-License-Identifier: MIT
// Chooses the device that a user asks for, and checks that a device shares memory with the host.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns the index in `names` of the device that `asked` means. If `asked` is one or two digits, it is the index itself.
/// Otherwise it is a part of a name, and means the first device whose name contains it. If `asked` is empty, it means the first
/// device. Throws std::runtime_error if there is no such device. The message begins with `whose` and lists the devices.
LOCKSTEP_COLD inline std::size_t choose_device(std::string const& whose, std::string const& asked,
                                               std::vector<std::string> const& names) {
    // "1" is a part of many names, so it is a number. "100" is a part of some names, so it is a name.
    bool const is_number = !asked.empty() && asked.size() <= 2 && asked.find_first_not_of("0123456789") == std::string::npos;
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (is_number ? asked == std::to_string(i) : names[i].find(asked) != std::string::npos) {
            return i;
        }
        list += (list.empty() ? "" : ", ") + std::to_string(i) + " is " + names[i];
    }
    throw std::runtime_error(whose + ": no device \"" + asked + "\": " + list);
}

/// Throws std::runtime_error if `does` is false. `does` says whether a device shares memory with the host. Classes of devices
/// with unified memory call this function. The message begins with `whose`, and names `device` and `discrete`, the class to use
/// for discrete memory. `when` may say when the memory is not shared: " while a kernel runs".
LOCKSTEP_COLD inline void check_shares_memory(bool does, std::string const& whose, std::string const& device,
                                              std::string const& discrete, std::string const& when = "") {
    if (!does) {
        throw std::runtime_error(whose + ": " + device + " shares no memory with the host" + when + ": use " + discrete +
                                 ", which copies");
    }
}

}  // namespace lockstep
