// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/view.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a cleared report has no number left") {
    using bytes = std::array<std::byte, sizeof(ls::off_policy_progress)>;
    bytes dirty;
    dirty.fill(std::byte(0x41));
    auto progress = std::bit_cast<ls::off_policy_progress>(dirty);
    CHECK(progress.critic_loss[1] != 0);
    CHECK(progress.stopped != 0);
    progress.clear();
    auto const cleared = std::bit_cast<bytes>(progress);
    CHECK(std::all_of(cleared.begin(), cleared.end(), [](std::byte b) { return b == std::byte(0); }));
}
