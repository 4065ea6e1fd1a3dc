// SPDX-License-Identifier: MIT
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/device/flush_denormals.hpp>

namespace ls = lockstep;

TEST_CASE("below the normal numbers is zero inside the scope, and the mode before comes back") {
    float const volatile tiny = std::numeric_limits<float>::min();
    float const volatile denormal = tiny * 0.5f;
    float volatile result = 0;
    float volatile operand = 0;
    {
        ls::flush_denormals const mode;
        result = tiny * 0.5f;
        operand = denormal * 2.0f;
        { ls::flush_denormals const again; }
        CHECK(tiny * 0.5f == 0.0f);
    }
    CHECK(result == 0.0f);
    CHECK(operand == 0.0f);
    CHECK(denormal * 2.0f == tiny);
}
