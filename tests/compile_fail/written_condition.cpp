// SPDX-License-Identifier: MIT
// A condition of a kernel's text is no bool: an if does not take it.
// error(g++): could not convert
// error(clang++): is not contextually convertible to 'bool'
#include <lockstep/kernel/text_world.hpp>

using lockstep::written_number;

written_number least(written_number const& a, written_number const& b) {
    if (a < b) {
        return a;
    }
    return b;
}
