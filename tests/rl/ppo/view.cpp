// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/view.hpp>
#include <tests/rl/ppo/setting.hpp>

using namespace support::ppo;

TEST_CASE("a slice has at least a block of samples, or the rollout of a group of environments, and there are at most sixteen") {
    using view = setting<gaussian>::update;
    CHECK(view::slices_of(1, 8) == 1);
    CHECK(view::slices_of(view::groups_per_slice, 8) == 1);
    CHECK(view::slices_of(view::groups_per_slice + 1, 8) == 2);
    CHECK(view::slices_of(1000 * view::groups_per_slice, 8) == 16);
    using with_memory = setting<gaussian, float, layers_that_remember>::update;
    CHECK(with_memory::slices_of(3 * 8, 8) == 3);
    CHECK(with_memory::slices_of(100 * 8, 8) == 16);
}

TEST_CASE("ranges hold each parameter once") {
    using view = setting<gaussian>::update;
    using networks = setting<gaussian>::networks;
    std::size_t count = 0;
    for (std::size_t i = 0; i < view::ranges; ++i) {
        CHECK(view::parameters_from(i * view::range) <= view::range);
        count += view::parameters_from(i * view::range);
    }
    CHECK(count == networks::parameter_count);
}

TEST_CASE("only networks with a memory need room for sequences") {
    using networks = setting<gaussian, float, layers_that_remember>::networks;
    using view = setting<gaussian, float, layers_that_remember>::update;
    CHECK(setting<gaussian>::update::sequence_numbers(8) == 1);
    std::size_t const steps = 8 * view::group_size;
    CHECK(view::sequence_numbers(8) ==
          std::max(networks::actor::sequence::count(steps), networks::critic::sequence::count(steps)));
}
