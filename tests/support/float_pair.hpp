// SPDX-License-Identifier: MIT
// Reads a pair of floats as a double, which holds every bit of it.
#pragma once

#include <lockstep/core/float_pair.hpp>

namespace support {

inline double in_double(lockstep::float_pair const& x) { return static_cast<double>(x.high) + static_cast<double>(x.low); }

}  // namespace support
