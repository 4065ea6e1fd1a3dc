// SPDX-License-Identifier: MIT
// The text that a piece of a kernel writes.
#pragma once

#include <cstddef>
#include <map>
#include <regex>
#include <string>

#include <lockstep/kernel/writer.hpp>

namespace lockstep_test {

/// A text whose variables v7, v9, ... are v0, v1, ... in the order in which they appear: compilers may evaluate operands in any
/// order, and so number variables in any.
inline std::string renumbered(std::string const& text) {
    std::regex const variable("\\bv[0-9]+\\b");
    std::map<std::string, std::string> names;
    std::string result;
    std::size_t from = 0;
    for (std::sregex_iterator i(text.begin(), text.end(), variable), end; i != end; ++i) {
        auto const at = static_cast<std::size_t>(i->position());
        auto const& name = names.try_emplace(i->str(), "v" + std::to_string(names.size())).first->second;
        result.append(text, from, at - from).append(name);
        from = at + i->str().size();
    }
    return result.append(text, from);
}

/// The statements that part() writes, for packs of `lanes` lanes, each begun by a new line and four blanks.
template <class Part>
std::string statements(Part&& part, std::size_t lanes = 16) {
    lockstep::kernel_writer writer(lanes);
    part();
    return "\n" + renumbered(writer.body());
}

}  // namespace lockstep_test
