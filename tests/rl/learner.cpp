// SPDX-License-Identifier: MIT
#include <lockstep/rl/learner.hpp>

#include <string>

#include <doctest/doctest.h>

#include <tests/archetype/learner.hpp>
#include <tests/support/temporary_folder.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

namespace ls = lockstep;
using ls::envs::pendulum;

static_assert(ls::check_learner<archetype::learner<ls::cpu>>());
static_assert(ls::check_learner<ls::ppo<pendulum, ls::cpu>>() && ls::check_learner<ls::sac<pendulum, ls::cpu>>());
static_assert(ls::check_learner<ls::td3<pendulum, ls::cpu>>() && ls::check_learner<ls::crossq<pendulum, ls::cpu>>());
static_assert(ls::check_learner<ls::ars<pendulum, ls::cpu>>());
static_assert(!ls::learner<int>);

TEST_CASE("a learner of one's own is saved and goes on by what the concept asks") {
    lockstep_test::temporary_folder const folder;
    ls::cpu device({.threads = 1});
    archetype::learner before(device), after(device);
    before.iterate();
    before.iterate();
    ls::save_checkpoint(folder / "checkpoint", before);
    ls::load_checkpoint(folder / "checkpoint", after);
    CHECK(after.total_steps() == 2);
    CHECK(after.iterate().iteration == 3);
    CHECK_FALSE(after.done());
}
