// SPDX-License-Identifier: MIT
// Comparisons with constants that are no lanes, and a choice of one.
// error(g++): use of deleted function
// error(g++): lockstep::operator<(
// error(g++): lockstep::operator==(
// error(g++): lockstep::select(
// error(clang++): overload resolution selected deleted operator '<'
// error(clang++): overload resolution selected deleted operator '=='
// error(clang++): call to deleted function 'select'
// note: write x < R(2), not x < 2
// note: write R(2) < x, not 2 < x
// note: write x == R(2), not x == 2
// note: write select(mask, R(2), x), not select(mask, 2, x)
// lines: 58
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
