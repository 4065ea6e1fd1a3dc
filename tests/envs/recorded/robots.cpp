// SPDX-License-Identifier: MIT
// This test includes no recorded tables, so that it can be built and write them anew after their types have changed.
#include <doctest/doctest.h>

#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/fetch.hpp>
#include <lockstep/physics/robots/grasp.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/physics/robots/humanoid_standup.hpp>
#include <lockstep/physics/robots/inverted_double_pendulum.hpp>
#include <lockstep/physics/robots/inverted_pendulum.hpp>
#include <lockstep/physics/robots/pusher.hpp>
#include <lockstep/physics/robots/reacher.hpp>
#include <lockstep/physics/robots/reachers.hpp>
#include <lockstep/physics/robots/swimmer.hpp>
#include <lockstep/physics/robots/ur5e.hpp>
#include <lockstep/physics/robots/walker2d.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/print_tables.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the tables in the repository are those of the robots" * doctest::skip(support::other_constants)) {
    auto const check = [](physics::robot const& robot, physics::model const& model) {
        support::check_generated(support::tables_path(robot), support::print_tables(robot, model));
    };
    check(physics::ant, physics::ant_model);
    check(physics::fetch, physics::fetch_model);
    check(physics::grasp, physics::grasp_model);
    check(physics::half_cheetah, physics::half_cheetah_model);
    check(physics::hopper, physics::hopper_model);
    check(physics::humanoid, physics::humanoid_model);
    check(physics::humanoid_standup, physics::humanoid_standup_model);
    check(physics::inverted_double_pendulum, physics::inverted_double_pendulum_model);
    check(physics::inverted_pendulum, physics::inverted_pendulum_model);
    check(physics::pusher, physics::pusher_model);
    check(physics::reacher, physics::reacher_model);
    check(physics::reachers, physics::reachers_model);
    check(physics::swimmer, physics::swimmer_model);
    check(physics::ur5e, physics::ur5e_model);
    check(physics::walker2d, physics::walker2d_model);
}
