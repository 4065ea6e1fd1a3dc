// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/physics/varied_model.hpp>
#include <lockstep/program/print_lanes.hpp>
#include <lockstep/program/record.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/touching_robots.hpp>
#include <tests/physics/varied.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/recorded_substep.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

/// qpos and qvel after a step of either kind of model.
template <class Model>
std::vector<double> stepped(Model const& m, std::vector<double> rows) {
    physics::substep<double>(m, std::span(rows));
    rows.resize(m.qpos_size() + m.qvel_size());
    return rows;
}

}  // namespace

TEST_CASE("a parameter of one's own does what the same number in the model does") {
    for (auto const& [m, file] : {std::pair(&physics::half_cheetah_model, "physics/half_cheetah_contact.csv"),
                                  std::pair(&physics::ant_model, "physics/ant_contact.csv"),
                                  std::pair(&physics::tripod_model, "physics/tripod_steps.csv"),
                                  std::pair(&physics::servo_arm_model, "physics/servo_arm_steps.csv"),
                                  std::pair(&physics::implicit_arm_model, "physics/implicit_arm_steps.csv"),
                                  std::pair(&physics::gripper_model, "physics/gripper_steps.csv"),
                                  std::pair(&physics::suspended_model, "physics/suspended_steps.csv"),
                                  std::pair(&physics::dry_arm_model, "physics/dry_arm_steps.csv"),
                                  std::pair(&physics::juggler_model, "physics/juggler_steps.csv")}) {
        physics::varied_model<double> const own = support::varied<double>(*m);
        physics::model const changed = support::changed(*m);
        auto const states = support::read_csv(file);
        double moved = 0;
        for (std::size_t n = 0; n < states.size(); n += 5) {
            auto const rows = support::substep_rows_of<double>(*m, states[n]);
            auto const ours = stepped(own, rows), expected = stepped(changed, rows);
            CHECK(support::relative_error(ours, expected) < 1e-12);
            moved = std::max(moved, support::relative_error(stepped(*m, rows), expected));
        }
        CHECK(moved > 0.01);
    }
}

TEST_CASE("with nothing changed it is the model, to the last bit of a recording") {
    for (physics::model const* m :
         {&physics::half_cheetah_model, &physics::tripod_model, &physics::ball_pendulum_model, &physics::gripper_model,
          &physics::suspended_model, &physics::dry_arm_model, &physics::implicit_arm_model}) {
        auto const text = [&](auto const& of) {
            return ls::print_lanes(ls::record(physics::substep_size(*m),
                                              [&](std::span<ls::recorded> rows) { physics::substep<ls::recorded>(of(), rows); }),
                                   "substep");
        };
        CHECK(text([&] { return physics::varied_model<ls::recorded>(*m); }) ==
              text([&]() -> physics::model const& { return *m; }));
    }
}

TEST_CASE("friction that is varied to nothing is MuJoCo's least") {
    physics::varied_model<double> m(physics::half_cheetah_model);
    m.own.friction[0] = 0;
    physics::model::point const& p = m.points[0];
    CHECK(friction_of(m, p) == 1e-5);
    CHECK(cone_friction_of(m, p) == doctest::Approx(1e-5));
    CHECK(std::isfinite(of_friction(m, p, 1.0)));
}
