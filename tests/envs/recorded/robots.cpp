// SPDX-License-Identifier: MIT
// This test includes no recorded tables, so that it can be built and write them anew after their types have changed.
#include <doctest/doctest.h>

#include <string>

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
    auto const check = [](std::string const& name, physics::robot const& robot, physics::model const& model) {
        support::check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/robots/" + name +
                                     ".hpp",
                                 support::print_tables(name, robot, model));
    };
    check("ant", physics::ant, physics::ant_model);
    check("fetch", physics::fetch, physics::fetch_model);
    check("grasp", physics::grasp, physics::grasp_model);
    check("half_cheetah", physics::half_cheetah, physics::half_cheetah_model);
    check("hopper", physics::hopper, physics::hopper_model);
    check("humanoid", physics::humanoid, physics::humanoid_model);
    check("humanoid_standup", physics::humanoid_standup, physics::humanoid_standup_model);
    check("inverted_double_pendulum", physics::inverted_double_pendulum, physics::inverted_double_pendulum_model);
    check("inverted_pendulum", physics::inverted_pendulum, physics::inverted_pendulum_model);
    check("pusher", physics::pusher, physics::pusher_model);
    check("reacher", physics::reacher, physics::reacher_model);
    check("reachers", physics::reachers, physics::reachers_model);
    check("swimmer", physics::swimmer, physics::swimmer_model);
    check("ur5e", physics::ur5e, physics::ur5e_model);
    check("walker2d", physics::walker2d, physics::walker2d_model);
}
