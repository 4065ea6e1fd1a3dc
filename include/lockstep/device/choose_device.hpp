// SPDX-License-Identifier: MIT
// Chooses a device by the user's text, and checks that it shares memory with the host.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns the place in `names` of the device that `asked` means: a number of one or two digits, or a part of a name. Empty means
/// the first device. Throws std::runtime_error if there is none. The message begins with `whose` and lists the devices.
LOCKSTEP_COLD inline std::size_t choose_device(std::string const& whose, std::string const& asked,
                                               std::vector<std::string> const& names) {
    // "1" is a part of many names, and "100" of some.
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

/// For a device class over unified memory. Throws std::runtime_error unless `does`. The message names the device and `discrete`,
/// the class for discrete memory. `when` may say when memory is not shared: " while a kernel runs".
LOCKSTEP_COLD inline void check_shares_memory(bool does, std::string const& whose, std::string const& device,
                                              std::string const& discrete, std::string const& when = "") {
    if (!does) {
        throw std::runtime_error(whose + ": " + device + " shares no memory with the host" + when + ": use " + discrete +
                                 ", which copies");
    }
}

}  // namespace lockstep
