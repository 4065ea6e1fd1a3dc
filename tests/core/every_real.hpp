// SPDX-License-Identifier: MIT
// Checks that hold for every number: a float, a double and lanes of every width.
#pragma once

#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>

namespace core_test {

namespace ls = lockstep;

#define EVERY_REAL float, double, ls::lanes<2>, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>

/// The same value in every lane, or a failed check.
template <ls::real R>
double everywhere(R const& x) {
    double const first = double(ls::lane(x, 0));
    for (std::size_t i = 1; i < std::size_t(ls::width_of<R>); ++i) {
        CHECK(double(ls::lane(x, i)) == first);
    }
    return first;
}

template <ls::real R>
bool holds(ls::mask_t<R> const& mask) {
    return everywhere(ls::select(mask, R(1), R(0))) != 0;
}

}  // namespace core_test
