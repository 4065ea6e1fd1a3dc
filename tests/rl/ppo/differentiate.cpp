// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/differentiate.hpp>
#include <tests/rl/ppo/setting.hpp>

using namespace support::ppo;

TEST_CASE("the number of slices changes nothing but rounding, and each is independent of the others' order") {
    setting<gaussian> one, many, backwards;
    one.step(one.kernel(1));
    many.step(many.kernel(3));
    auto const kernel = backwards.kernel(3);
    using networks = setting<gaussian>::networks;
    for (std::size_t i = 6; i-- > 0;) {
        ls::ppo_differentiate<networks>{kernel}(i);
    }
    for (std::size_t i = setting<gaussian>::minibatch::ranges; i-- > 0;) {
        ls::ppo_gather<networks>{kernel}(i);
    }
    for (std::size_t i = 0; i < one.gradient.size(); ++i) {
        CHECK(many.gradient[i] == doctest::Approx(one.gradient[i]).epsilon(1e-3).scale(1e-3));
        REQUIRE(backwards.gradient[i] == many.gradient[i]);
    }
}
