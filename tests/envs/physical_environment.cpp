// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/physical_environment.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/walker2d.hpp>

namespace ls = lockstep;
namespace envs = lockstep::envs;

TEST_CASE_TEMPLATE("every robot's environment names its robot, and steps as long as its substeps", Env, envs::ant,
                   envs::half_cheetah, envs::inverted_double_pendulum, envs::inverted_pendulum, envs::reacher, envs::swimmer,
                   envs::walker2d) {
    static_assert(ls::physical_environment<Env>);
    CHECK(Env::robot.bodies.size() == Env::model.parts);
    CHECK(ls::state_t<Env, float>{}.qpos.size() == Env::model.qpos_size());
    CHECK(Env::dt == doctest::Approx(static_cast<double>(Env::frame_skip) * Env::model.timestep));
}

TEST_CASE("an environment without a robot is no physical one") {
    CHECK_FALSE(ls::physical_environment<envs::pendulum>);
    CHECK_FALSE(ls::physical_environment<int>);
}
