// SPDX-License-Identifier: MIT
// A function of the standard library, which knows no lanes. The compiler lists all that it knows.
// lines: 40
// error(g++): no matching function for call to 'sin(const lockstep::lanes<8>&)'
// error(clang++): no matching function for call to 'sin'
// note: standard_sine.cpp:15:
#include <cmath>

#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

template <ls::real R>
R height(R const& angle) {
    return std::sin(angle);
}

ls::lanes<8> const heights = height(ls::lanes<8>(0.5));
