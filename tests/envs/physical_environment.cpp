// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/physical_environment.hpp>
#include <tests/envs/family.hpp>

namespace ls = lockstep;

TEST_CASE("every robot's environment names its robot, and steps as long as its substeps") {
    support::for_each_environment([]<class Env>(support::environment_facts const& facts) {
        static_assert(ls::physical_environment<Env>);
        std::string const name = facts.name;
        INFO(name);
        CHECK(Env::robot.bodies.size() == Env::model.parts.size());
        CHECK(ls::state_t<Env, float>{}.qpos.size() == Env::model.qpos_size());
        CHECK(Env::dt == doctest::Approx(static_cast<double>(Env::frame_skip) * Env::model.timestep));
    });
}

TEST_CASE("an environment without a robot is no physical one") {
    CHECK_FALSE(ls::physical_environment<ls::envs::pendulum>);
    CHECK_FALSE(ls::physical_environment<int>);
}
