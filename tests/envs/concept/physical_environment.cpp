// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/physics/compile.hpp>
#include <tests/envs/family.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/print_tables.hpp>

namespace ls = lockstep;

TEST_CASE("every robot's environment names its robot, and steps as long as its substeps") {
    support::for_each_environment([]<class Env>(support::environment_facts const& facts) {
        static_assert(ls::physical_environment<Env>);
        std::string const name = facts.name;
        INFO(name);
        CHECK(Env::robot.bodies.size() == Env::model.robot_bodies.size());
        CHECK(ls::state_t<Env, float>{}.qpos.size() == Env::model.qpos_size());
        CHECK(Env::dt == doctest::Approx(static_cast<double>(Env::frame_skip) * Env::model.timestep));
    });
}

TEST_CASE("the compiler makes of the recorded tables what they were printed from" * doctest::skip(support::other_constants)) {
    support::for_each_environment([]<class Env>(support::environment_facts const&) {
        INFO(support::tables_path(Env::robot));
        std::string const printed = support::print_tables(Env::robot, Env::model);
        CHECK(support::print_tables(Env::robot, ls::physics::compile(Env::robot)) == printed);
        CHECK((ls::read_file(support::tables_path(Env::robot)) == printed));
    });
}

TEST_CASE("an environment without a robot is no physical one") {
    CHECK_FALSE(ls::physical_environment<ls::envs::pendulum>);
    CHECK_FALSE(ls::physical_environment<int>);
}

TEST_CASE("how many substeps a step has is a parameter of each robot's environment") {
    auto const check = []<class Env, class Short>() {
        static_assert(ls::physical_environment<Short>);
        CHECK(Short::dt == Env::model.timestep);
        ls::random<double> random(7, 0, 0), again(7, 0, 0);
        auto const begun = Env{}.reset(random);
        auto now = Short{}.reset(again);
        ls::vector<double, Env::action_size> action;
        std::fill(action.begin(), action.end(), 0.3);
        for (std::size_t k = 0; k < Env::frame_skip; ++k) {
            now = Short{}.step(now, action).state;
        }
        auto const after = Env{}.step(begun, action).state;
        for (std::size_t i = 0; i < now.qpos.size(); ++i) {
            CHECK(now.qpos[i] == after.qpos[i]);
        }
    };
    namespace envs = ls::envs;
    check.operator()<envs::half_cheetah, envs::basic_half_cheetah<false, 1>>();
    check.operator()<envs::walker2d, envs::basic_walker2d<false, 1>>();
    check.operator()<envs::hopper, envs::basic_hopper<false, 1>>();
    check.operator()<envs::ant, envs::basic_ant<envs::ant_view{}, 1>>();
    check.operator()<envs::humanoid, envs::basic_humanoid<envs::humanoid_view{}, 1>>();
    check.operator()<envs::humanoid_standup, envs::basic_humanoid_standup<envs::humanoid_view{}, 1>>();
    check.operator()<envs::swimmer, envs::basic_swimmer<false, 1>>();
    check.operator()<envs::reacher, envs::basic_reacher<1>>();
    check.operator()<envs::pusher, envs::basic_pusher<1>>();
    check.operator()<envs::inverted_pendulum, envs::basic_inverted_pendulum<1>>();
    check.operator()<envs::inverted_double_pendulum, envs::basic_inverted_double_pendulum<1>>();
}
