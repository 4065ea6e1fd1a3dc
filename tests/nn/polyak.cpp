// SPDX-License-Identifier: MIT
#include <lockstep/nn/polyak.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a target goes a share of its way in each update, and arrives") {
    std::size_t const count = 3 * ls::pack_width<float>;
    std::vector<float> parameters(count), target(count);
    for (std::size_t i = 0; i < count; ++i) {
        parameters[i] = std::sin(static_cast<float>(i));
        target[i] = std::cos(static_cast<float>(i));
    }
    auto const before = target;
    ls::polyak_update(0.25f, count - ls::pack_width<float>, parameters.data(), target.data());
    for (std::size_t i = 0; i < count; ++i) {
        float const share = i < count - ls::pack_width<float> ? 0.25f : 0.0f;
        CHECK(target[i] == doctest::Approx(before[i] + share * (parameters[i] - before[i])).epsilon(1e-6));
    }
    ls::polyak_update(1, count, parameters.data(), target.data());
    for (std::size_t i = 0; i < count; ++i) {
        CHECK(target[i] == doctest::Approx(parameters[i]).epsilon(1e-6));
    }
}
