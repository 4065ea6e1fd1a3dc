// SPDX-License-Identifier: MIT
// lines(g++): 19
// A condition of a kernel's text is no bool: neither an if nor std::min takes one.
// error(g++): could not convert
// error(clang++): is not contextually convertible to 'bool'
#include <algorithm>

#include <lockstep/kernel/text_world.hpp>

using lockstep::written_number;
using lockstep::written_scalar;

written_number branch(written_number const& a, written_number const& b) {
    if (a < b) {
        return a;
    }
    return b;
}
written_scalar branch(written_scalar const& a, written_scalar const& b) { return a < b ? a : b; }
written_scalar least(written_scalar const& a, written_scalar const& b) { return std::min(a, b); }
