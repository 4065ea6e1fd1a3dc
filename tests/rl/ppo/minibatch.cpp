// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/minibatch.hpp>
#include <tests/rl/ppo/setting.hpp>

using namespace support::ppo;

TEST_CASE("a slice has at least a block of samples, or the rollout of a group of environments, and there are at most sixteen") {
    using minibatch = setting<gaussian>::minibatch;
    CHECK(minibatch::slices_of(1, 8) == 1);
    CHECK(minibatch::slices_of(minibatch::groups_per_slice, 8) == 1);
    CHECK(minibatch::slices_of(minibatch::groups_per_slice + 1, 8) == 2);
    CHECK(minibatch::slices_of(1000 * minibatch::groups_per_slice, 8) == 16);
    using with_memory = setting<gaussian, float, layers_that_remember>::minibatch;
    CHECK(with_memory::slices_of(3 * 8, 8) == 3);
    CHECK(with_memory::slices_of(100 * 8, 8) == 16);
}

TEST_CASE("ranges hold each parameter once") {
    using minibatch = setting<gaussian>::minibatch;
    using networks = setting<gaussian>::networks;
    std::size_t count = 0;
    for (std::size_t i = 0; i < minibatch::ranges; ++i) {
        CHECK(minibatch::parameters_from(i * minibatch::range) <= minibatch::range);
        count += minibatch::parameters_from(i * minibatch::range);
    }
    CHECK(count == networks::parameter_count);
}

TEST_CASE("only networks with a memory need room for sequences") {
    using networks = setting<gaussian, float, layers_that_remember>::networks;
    using minibatch = setting<gaussian, float, layers_that_remember>::minibatch;
    CHECK(setting<gaussian>::minibatch::sequence_numbers(8) == 1);
    std::size_t const steps = 8 * minibatch::group_size;
    CHECK(minibatch::sequence_numbers(8) ==
          std::max(networks::actor::sequence::count(steps), networks::critic::sequence::count(steps)));
}
