// SPDX-License-Identifier: MIT
// As with the golden data, with more states, and with a MuJoCo library that is there.
#include <doctest/doctest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/mjcf/write_mjcf.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/golden/machine_states.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/relative_error.hpp>

namespace physics = lockstep::physics;

namespace {

// The largest relative errors of accelerations and of velocities after a step, without and with constraints.
struct errors {
    double qacc[2] = {0, 0}, qvel[2] = {0, 0};
};

errors against_mujoco(physics::model const& model, support::mujoco& m, int count) {
    golden::machine_states states;
    errors worst;
    auto const raise = [](double& most, std::vector<double> const& ours, double const* theirs) {
        most = std::max(most, support::relative_error(ours, {theirs, ours.size()}));
    };
    for (int n = 0; n < count; ++n) {
        states.draw(m);
        std::span<double const> const ctrl(m.data->ctrl, model.ctrl_size());
        std::vector<double> qpos(m.data->qpos, m.data->qpos + m.model->nq), qvel(m.data->qvel, m.data->qvel + m.model->nv);
        std::vector<double> active(model.words, 0.0), qacc(qvel.size());
        std::copy_n(physics::forward<double>(model, qpos, qvel, ctrl, active).qacc.begin(), qacc.size(), qacc.begin());
        physics::substep<double>(model, qpos, qvel, ctrl, active);
        mj_forward(m.model.get(), m.data.get());
        bool const constrained = m.data->nefc > 0;
        raise(worst.qacc[constrained], qacc, m.data->qacc);
        mj_step(m.model.get(), m.data.get());
        raise(worst.qvel[constrained], qvel, m.data->qvel);
    }
    return worst;
}

/// Whether an actuator's force depends on the velocity of a ball or free joint.
bool has_servo_of_ball(physics::model const& m) {
    return std::any_of(m.motors.begin(), m.motors.end(),
                       [](auto const& motor) { return motor.dof_count > 1 && motor.bias[2] != 0; });
}

}  // namespace

TEST_CASE("accelerations and velocities after a step are MuJoCo's in 500 states of each machine, with every integrator") {
    for (physics::machine const& machine : physics::machines) {
        for (mjtIntegrator const integrator : {mjINT_EULER, mjINT_RK4, mjINT_IMPLICITFAST}) {
            INFO(std::string(machine.name) << ", integrator " << integrator);
            physics::robot robot = physics::read_mjcf(machine.mjcf);
            robot.integrator = integrator == mjINT_EULER ? physics::integrator_type::euler
                               : integrator == mjINT_RK4 ? physics::integrator_type::runge_kutta
                                                         : physics::integrator_type::implicit_fast;
            if (integrator == mjINT_IMPLICITFAST &&
                (physics::is_lone_free_body(robot, 0) || has_servo_of_ball(machine.compiled))) {
                CHECK_THROWS_AS(physics::compile(robot), std::invalid_argument);
                continue;
            }
            support::mujoco read(std::string(machine.mjcf), false), written(robot);
            read.model->opt.integrator = integrator;
            CHECK(written.model->opt.integrator == integrator);
            for (support::mujoco* m : {&read, &written}) {
                m->solve_exactly();
                auto const [qacc, qvel] = against_mujoco(physics::compile(robot), *m, 500);
                CHECK(qacc[0] < 1e-12);
                CHECK(qacc[1] < 1e-9);
                CHECK(qvel[0] < 1e-12);
                CHECK(qvel[1] < 1e-9);
            }
        }
    }
}

namespace {

void check_forces(physics::model const& model, support::mujoco& m) {
    golden::machine_states states;
    for (int n = 0; n < 200; ++n) {
        states.draw(m);
        std::vector<double> qpos(m.data->qpos, m.data->qpos + m.model->nq), qvel(m.data->qvel, m.data->qvel + m.model->nv);
        std::vector<double> active(model.words, 0.0);
        std::span<double const> const ctrl(m.data->ctrl, model.ctrl_size());
        physics::contact_forces<double> sum(model);
        physics::substep<double>(model, qpos, qvel, ctrl, active, std::ref(sum));
        auto const forces = sum.sums();
        mj_step(m.model.get(), m.data.get());
        mj_rnePostConstraint(m.model.get(), m.data.get());
        std::vector<double> theirs(m.data->cfrc_ext + 6, m.data->cfrc_ext + 6 * (model.robot_bodies.size() + 1));
        CHECK(support::relative_error(lockstep::numbers_of<double>(forces).first(theirs.size()), theirs) < 1e-9);
    }
}

}  // namespace

TEST_CASE("the forces of the ground and of other links with an elliptic cone are MuJoCo's cfrc_ext") {
    for (auto const& [text, model] : {std::pair(physics::crawler_mjcf, &physics::crawler_model),
                                      std::pair(physics::wrestlers_mjcf, &physics::wrestlers_model)}) {
        support::mujoco m(std::string(text), false);
        m.solve_exactly();
        check_forces(*model, m);
    }
}
