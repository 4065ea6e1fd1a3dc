// SPDX-License-Identifier: MIT
// Comparisons with constants that are no lanes, and a choice of one.
// error(g++): :22:27: error: use of deleted function
// error(g++): :23:29: error: use of deleted function
// error(g++): :24:28: error: use of deleted function
// error(g++): :25:28: error: use of deleted function
// error(g++): :26:33: error: use of deleted function
// error(clang++): :22:23: error: attempt to use a deleted function
// error(clang++): :23:29: error: attempt to use a deleted function
// error(clang++): :24:23: error: attempt to use a deleted function
// error(clang++): :25:28: error: attempt to use a deleted function
// error(clang++): :26:23: error: call to deleted function 'select'
// note: write R(2) * x and x < R(2), not 2 * x and x < 2
// note: write select(mask, R(2), x), not select(mask, 2, x)
#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

using R = ls::lanes<4>;

void step(R const& x) {
    static_cast<void>(x < 2.4);
    static_cast<void>(2.4 < x);
    static_cast<void>(x == 2);
    static_cast<void>(2 == x);
    static_cast<void>(ls::select(x < R(0), 0.0, x));
}
