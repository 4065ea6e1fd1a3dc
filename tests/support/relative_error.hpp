// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace support {

/// The largest difference, in units of the largest expected number.
inline double relative_error(std::span<double const> actual, std::span<double const> expected) {
    double error = 0, size = 1e-300;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        error = std::max(error, std::abs(actual[i] - expected[i]));
        size = std::max(size, std::abs(expected[i]));
        if (std::isnan(actual[i])) {
            return std::numeric_limits<double>::infinity();
        }
    }
    return error / size;
}

}  // namespace support
