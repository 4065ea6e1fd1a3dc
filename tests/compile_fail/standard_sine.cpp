// SPDX-License-Identifier: MIT
// A function of the standard library, which knows no lanes.
// error(g++): use of deleted function
// error(clang++): invokes a deleted function
// note: ls::sin(x), not std::sin(x)
// note: standard_sine.cpp:15:
#include <cmath>

#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

template <ls::real R>
R height(R const& angle) {
    return std::sin(angle);
}

ls::lanes<8> const heights = height(ls::lanes<8>(0.5));
