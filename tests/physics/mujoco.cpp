// SPDX-License-Identifier: MIT
// The same comparisons as with the golden data, and more states, against a MuJoCo library that is there.
#include <doctest/doctest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
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
#include <lockstep/physics/scene.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/physics/varied_model.hpp>
#include <tests/golden/robot_states.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/shapes.hpp>
#include <tests/physics/thrown_states.hpp>
#include <tests/physics/touching_robots.hpp>
#include <tests/physics/varied.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace physics = lockstep::physics;

namespace {

constexpr std::pair<physics::robot const*, physics::model const*> family[] = {
    {&physics::half_cheetah, &physics::half_cheetah_model},
    {&physics::walker2d, &physics::walker2d_model},
    {&physics::ant, &physics::ant_model},
    {&physics::hopper, &physics::hopper_model},
    {&physics::humanoid, &physics::humanoid_model},
    {&physics::humanoid_standup, &physics::humanoid_standup_model},
    {&physics::reacher, &physics::reacher_model},
    {&physics::reachers, &physics::reachers_model},
    {&physics::swimmer, &physics::swimmer_model},
    {&physics::inverted_pendulum, &physics::inverted_pendulum_model},
    {&physics::inverted_double_pendulum, &physics::inverted_double_pendulum_model},
    {&physics::fetch, &physics::fetch_model},
    {&physics::grasp, &physics::grasp_model},
    {&physics::pusher, &physics::pusher_model},
    {&physics::ur5e, &physics::ur5e_model},
    {&physics::tripod, &physics::tripod_model},
    {&physics::ball_pendulum, &physics::ball_pendulum_model},
    {&physics::cart_of_shapes, &physics::cart_of_shapes_model}};

}  // namespace

TEST_CASE("MuJoCo compiles our robots to our constants") {
    for (auto const& [robot, model] : family) {
        support::mujoco const m(*robot);
        REQUIRE(static_cast<std::size_t>(m.model->nv) == model->qvel_size());
        REQUIRE(static_cast<std::size_t>(m.model->nq) == model->qpos_size());
        double ours = 0, theirs = 0;
        for (physics::model::body const& b : model->bodies) {
            ours += b.mass;
        }
        for (int b = 1; b < m.model->nbody; ++b) {
            theirs += m.model->body_mass[b];
        }
        CHECK(ours == doctest::Approx(theirs).epsilon(1e-13));
        for (std::size_t i = 0; i < model->dofs.size(); ++i) {
            CHECK(model->dofs[i].inverse_weight == doctest::Approx(m.model->dof_invweight0[i]).epsilon(1e-9));
        }
        for (std::size_t i = 0; i < model->initial_qpos.size(); ++i) {
            // A slide's zero is where its body stands; the free joint's position is the body's own.
            CHECK(model->initial_qpos[i] == doctest::Approx(m.model->qpos0[i]).epsilon(1e-12));
        }
    }
}

namespace {

struct compared {
    physics::robot const& robot;
    physics::model const& model;
    double low, high;  // heights of the root around the ground
};
constexpr compared cheetah{physics::half_cheetah, physics::half_cheetah_model, -0.7, 0.1},
    walker{physics::walker2d, physics::walker2d_model, 0.3, 1.3}, ant{physics::ant, physics::ant_model, 0.1, 0.6},
    hopper{physics::hopper, physics::hopper_model, 0.3, 1.3}, humanoid{physics::humanoid, physics::humanoid_model, 0.3, 1.3},
    humanoid_standup{physics::humanoid_standup, physics::humanoid_standup_model, 0, 0.5},
    dog{physics::fetch, physics::fetch_model, 0.1, 0.6};

}  // namespace

TEST_CASE("a scene's shapes are where MuJoCo's geoms are") {
    for (auto const& [robot, model] : family) {
        auto const& name = robot->name;
        CAPTURE(name);
        support::mujoco m(*robot);
        physics::scene const scene = physics::scene_of(*robot);
        golden::robot_states draw(0, 0);
        for (int n = 0; n < 20; ++n) {
            std::vector<double> qpos(model->qpos_size());
            for (double& position : qpos) {
                position = draw.uniform(-2, 2);
            }
            std::copy(qpos.begin(), qpos.end(), m.data->qpos);
            mj_kinematics(m.model.get(), m.data.get());
            auto const poses = physics::poses(scene, *model, qpos);
            for (std::size_t i = 0; i < poses.size(); ++i) {
                int const id = mj_name2id(m.model.get(), mjOBJ_GEOM, std::string(scene.shapes[i].name).c_str());
                REQUIRE(id >= 0);
                auto const& [p, orientation] = poses[i];
                auto const r = rotation(orientation);
                double const ours[] = {p.x, p.y, p.z, r.x.x, r.x.y, r.x.z, r.y.x, r.y.y, r.y.z, r.z.x, r.z.y, r.z.z};
                double const* const xpos = m.data->geom_xpos + 3 * id;
                double const* const xmat = m.data->geom_xmat + 9 * id;
                CHECK(support::relative_error(std::span(ours).first(3), {xpos, 3}) < 1e-12);
                CHECK(support::relative_error(std::span(ours).subspan(3), {xmat, 9}) < 1e-12);
            }
        }
    }
}

TEST_CASE("accelerations and velocities after a step are MuJoCo's in 600 states of each robot") {
    for (auto const& [robot, model, low, high] : {cheetah, walker, ant, hopper, humanoid, humanoid_standup, dog}) {
        auto const& name = robot.name;
        CAPTURE(name);
        support::mujoco m(robot);
        m.solve_exactly();
        std::size_t const q = model.qpos_size(), v = model.qvel_size(), u = model.ctrl_size();
        golden::robot_states states(low, high);
        double worst[2] = {0, 0}, worst_step[2] = {0, 0};
        for (int n = 0; n < 600; ++n) {
            bool const in_air = n % 2 == 0;
            states.draw(m, in_air);
            std::vector<double> qpos(m.data->qpos, m.data->qpos + q), qvel(m.data->qvel, m.data->qvel + v);
            std::vector<double> const ctrl(m.data->ctrl, m.data->ctrl + u);
            std::vector<double> active(model.words, 0.0);
            auto const forward = physics::forward<double>(model, qpos, qvel, ctrl, active);
            physics::substep<double>(model, qpos, qvel, ctrl, active);
            mj_forward(m.model.get(), m.data.get());
            bool const constrained = m.data->nefc > 0;
            worst[constrained] =
                std::max(worst[constrained], support::relative_error(std::span(forward.qacc).first(v), {m.data->qacc, v}));
            mj_step(m.model.get(), m.data.get());
            worst_step[constrained] = std::max(worst_step[constrained], support::relative_error(qvel, {m.data->qvel, v}));
        }
        CHECK(worst[0] < 1e-12);
        CHECK(worst[1] < 1e-9);
        CHECK(worst_step[0] < 1e-12);
        CHECK(worst_step[1] < 1e-9);
    }
}

TEST_CASE("accelerations are MuJoCo's in states that are thrown together anyhow") {
    for (auto const& [robot, model, low, high] : {cheetah, walker, ant, hopper, humanoid, humanoid_standup, dog}) {
        auto const& name = robot.name;
        CAPTURE(name);
        support::mujoco m(robot);
        m.solve_exactly();
        std::vector<std::uint32_t> numbers = physics_test::circles(model);
        for (std::uint32_t n = 0; n < 300; ++n) {
            numbers.push_back(n);
        }
        double worst = 0;
        for (std::uint32_t const n : numbers) {
            physics_test::thrown_state const s(model, n);
            mj_resetData(m.model.get(), m.data.get());
            std::copy(s.qpos.begin(), s.qpos.end(), m.data->qpos);
            std::copy(s.qvel.begin(), s.qvel.end(), m.data->qvel);
            std::copy(s.ctrl.begin(), s.ctrl.end(), m.data->ctrl);
            mj_forward(m.model.get(), m.data.get());
            std::vector<double> active(model.words, 0.0);
            auto const forward = physics::forward<double>(model, s.qpos, s.qvel, s.ctrl, active);
            std::size_t const v = model.qvel_size();
            if (model.dropped_contacts_word == physics::no_word || active[model.dropped_contacts_word] == 0) {
                worst = std::max(worst, support::relative_error(std::span(forward.qacc).first(v), {m.data->qacc, v}));
            }
        }
        CHECK(worst < 1e-9);
    }
}

namespace {

/// A step from MuJoCo's state: velocities, and the forces of contacts in its last stage.
void check_step(support::mujoco& m, physics::model const& model) {
    std::size_t const q = model.qpos_size(), v = model.qvel_size(), u = model.ctrl_size();
    std::vector<double> qpos(m.data->qpos, m.data->qpos + q), qvel(m.data->qvel, m.data->qvel + v);
    std::vector<double> const ctrl(m.data->ctrl, m.data->ctrl + u);
    std::vector<double> active(model.words, 0.0), ours;
    physics::contact_forces<double> sum(model);
    physics::substep<double>(model, qpos, qvel, ctrl, active, std::ref(sum));
    auto const forces = sum.sums();
    for (std::size_t robot_body = 0; robot_body < model.robot_bodies.size(); ++robot_body) {
        auto const& [torque, force] = forces[robot_body];
        ours.insert(ours.end(), {torque.x, torque.y, torque.z, force.x, force.y, force.z});
    }
    mj_step(m.model.get(), m.data.get());
    mj_rnePostConstraint(m.model.get(), m.data.get());
    CHECK(support::relative_error(qvel, {m.data->qvel, v}) < 1e-9);
    CHECK(support::relative_error(ours, {m.data->cfrc_ext + 6, 6 * model.robot_bodies.size()}) < 1e-9);
}

}  // namespace

TEST_CASE("the forces of the ground are MuJoCo's cfrc_ext, of the step's last stage") {
    for (auto const& [robot, model, low, high] : {cheetah, walker, ant, hopper, humanoid, humanoid_standup, dog}) {
        auto const& name = robot.name;
        CAPTURE(name);
        support::mujoco m(robot);
        m.solve_exactly();
        golden::robot_states states(low, high);
        for (int n = 0; n < 200; ++n) {
            states.draw(m, false);
            check_step(m, model);
        }
    }
}

TEST_CASE("so are the forces between links of several trees") {
    physics::robot robot = physics::juggler;
    robot.exclusions.push_back({"puck", "world"});  // the ground would push the puck, which cannot give way
    physics::model const model = physics::compile(robot);
    support::mujoco m(robot);
    m.solve_exactly();
    for (auto const& row : support::read_csv("physics/juggler_steps.csv")) {
        auto const q = static_cast<std::ptrdiff_t>(model.qpos_size()), v = static_cast<std::ptrdiff_t>(model.qvel_size());
        mj_resetData(m.model.get(), m.data.get());
        std::copy_n(row.begin(), q, m.data->qpos);
        std::copy_n(row.begin() + q, v, m.data->qvel);
        std::copy_n(row.begin() + q + v, model.ctrl_size(), m.data->ctrl);
        check_step(m, model);
    }
}

TEST_CASE("a ball in the middle of another, and on a rod's axis, is pushed out as MuJoCo's is") {
    support::mujoco m(std::string(physics::shells_mjcf), false);
    m.solve_exactly();
    check_step(m, physics::shells_model);
    REQUIRE(m.data->ncon == 3);
}

TEST_CASE("capsules whose axes are nearly parallel touch as MuJoCo's do") {
    for (double const angle : {0.0, 1e-7, 2e-6, 2e-5, 0.9e-4, 1.1e-4, 2e-4, 1e-3, 1e-2}) {
        for (char const* sizes : {"0.05 0.2", "0.05 2", "0.05 0.005"}) {
            std::string const geom = "'><freejoint/><geom type='capsule' axisangle='0 1 0 1.57079632679489662' size='" +
                                     std::string(sizes) + "'/></body>";
            std::string const text = "<mujoco><compiler angle='radian'/><worldbody><body pos='0 0 0" + geom +
                                     "<body pos='0.003 0 0.095' euler='0 0 " + std::to_string(angle * 1e7) + "e-7" + geom +
                                     "</worldbody></mujoco>";
            support::mujoco theirs(text, false);
            theirs.solve_exactly();
            physics::model const ours = physics::compile(physics::read_mjcf(text));
            std::vector<double> const qpos(theirs.data->qpos, theirs.data->qpos + 14), qvel(12, 0.0);
            std::vector<double> active(ours.words, 0.0);
            auto const forward = physics::forward<double>(ours, qpos, qvel, {}, active);
            mj_forward(theirs.model.get(), theirs.data.get());
            INFO(text);
            CHECK(support::relative_error(std::span(forward.qacc).first(12), {theirs.data->qacc, 12}) < 1e-6);
        }
    }
}

TEST_CASE("inertias and velocities about the centre of mass are MuJoCo's cinert and cvel") {
    for (auto const& [robot, model, low, high] : {cheetah, walker, ant, hopper, humanoid, humanoid_standup}) {
        auto const& name = robot.name;
        CAPTURE(name);
        support::mujoco m(robot);
        golden::robot_states states(low, high);
        for (int n = 0; n < 100; ++n) {
            states.draw(m, false);
            std::vector<double> rows(m.data->qpos, m.data->qpos + m.model->nq);
            rows.insert(rows.end(), m.data->qvel, m.data->qvel + m.model->nv);
            std::size_t const inertias = rows.size() + 3, bodies = model.robot_bodies.size();
            rows.resize(physics::centroidal_size(model));
            physics::centroidal<double>(model, rows);
            mj_forward(m.model.get(), m.data.get());
            CHECK(support::relative_error(std::span(rows).subspan(inertias, 10 * bodies), {m.data->cinert + 10, 10 * bodies}) <
                  1e-12);
            CHECK(support::relative_error(std::span(rows).subspan(inertias + 10 * bodies), {m.data->cvel + 6, 6 * bodies}) <
                  1e-12);
        }
    }
}

TEST_CASE("boxes, cylinders and ellipsoids touch the ground as MuJoCo's, however they stand") {
    physics::model const& model = physics::cart_of_shapes_model;
    std::size_t const q = model.qpos_size(), v = model.qvel_size();
    support::mujoco m(physics::cart_of_shapes);
    m.solve_exactly();
    golden::robot_states draw(0, 0);
    double worst = 0;
    int contacts = 0;
    for (int n = 0; n < 1000; ++n) {
        mj_resetData(m.model.get(), m.data.get());
        for (std::size_t i = 0; i < q; ++i) {
            m.data->qpos[i] += draw.uniform(-1, 1);
        }
        if (n % 4 == 0) {  // upright, to the last bit
            mj_resetData(m.model.get(), m.data.get());
        }
        m.data->qpos[2] = draw.uniform(-0.1, 0.6);
        mju_normalize4(m.data->qpos + 3);
        for (std::size_t i = 0; i < v; ++i) {
            m.data->qvel[i] = 3 * draw.normal();
        }
        std::vector<double> const qpos(m.data->qpos, m.data->qpos + q), qvel(m.data->qvel, m.data->qvel + v),
            ctrl(model.ctrl_size(), 0.0);
        std::vector<double> active(model.words, 0.0);
        auto const forward = physics::forward<double>(model, qpos, qvel, ctrl, active);
        mj_forward(m.model.get(), m.data.get());
        contacts += m.data->ncon;
        worst = std::max(worst, support::relative_error(std::span(forward.qacc).first(v), {m.data->qacc, v}));
    }
    CHECK(worst < 1e-9);
    CHECK(contacts > 4000);
}

TEST_CASE("in the plane boxes, cylinders and ellipsoids touch as MuJoCo's do, though their points are beside it") {
    std::string const text = R"(<mujoco>
      <default> <geom contype="0"/> <joint axis="0 1 0"/> </default>
      <worldbody>
        <geom type="plane" size="1 1 1" contype="1"/>
        <body pos="0 0 0.3">
          <joint type="slide" axis="1 0 0"/> <joint type="slide" axis="0 0 1"/> <joint/>
          <geom type="box" size="0.2 0.1 0.1" euler="0 20 0"/>
          <body pos="0.3 0 -0.1"> <joint/> <geom type="cylinder" size="0.1 0.05" zaxis="0 1 0"/> </body>
          <body pos="-0.3 0 -0.1"> <joint/> <geom type="cylinder" size="0.1 0.05" euler="0 50 0"/> </body>
          <body pos="0 0 0.2"> <joint/> <geom type="ellipsoid" size="0.1 0.05 0.2" euler="0 50 0" pos="0.1 0 0.1"/> </body>
        </body>
      </worldbody>
    </mujoco>)";
    physics::model const model = physics::compile(physics::read_mjcf(text));
    REQUIRE(model.planar);
    std::size_t const v = model.qvel_size();
    support::mujoco m(text, false);
    m.solve_exactly();
    golden::robot_states draw(0, 0);
    double worst = 0;
    int contacts = 0;
    for (int n = 0; n < 500; ++n) {
        mj_resetData(m.model.get(), m.data.get());
        for (std::size_t i = 0; i < v; ++i) {
            m.data->qpos[i] = draw.uniform(-0.6, 0.6);
            m.data->qvel[i] = draw.normal();
        }
        m.data->qpos[1] = draw.uniform(-0.25, 0);
        std::vector<double> const qpos(m.data->qpos, m.data->qpos + v), qvel(m.data->qvel, m.data->qvel + v);
        std::vector<double> active(model.words, 0.0);
        auto const forward = physics::forward<double>(model, qpos, qvel, {}, active);
        mj_forward(m.model.get(), m.data.get());
        contacts += m.data->ncon;
        worst = std::max(worst, support::relative_error(std::span(forward.qacc).first(v), {m.data->qacc, v}));
    }
    CHECK(worst < 1e-9);
    CHECK(contacts > 1000);
}

TEST_CASE("a fluid resists parts of several geoms, fused parts and free bodies as MuJoCo's does") {
    physics::robot diver = physics::tripod;
    diver.density = 900;
    diver.viscosity = 0.5;
    diver.bodies[0].geoms.push_back(
        physics::capsule_between("nose", {0.1, 0.05, 0.1}, {0.5, 0.2, 0.3}, {.radius = 0.05, .density = 700}));
    physics::model const model = physics::compile(diver);
    support::mujoco m(diver);
    golden::robot_states draw(0, 0);
    double worst = 0;
    for (int n = 0; n < 200; ++n) {
        mj_resetData(m.model.get(), m.data.get());
        std::vector<double> qpos(model.qpos_size()), qvel(model.qvel_size());
        std::vector<double> const ctrl(model.ctrl_size(), 0.0);
        for (std::size_t i = 0; i < qpos.size(); ++i) {
            qpos[i] = m.data->qpos[i] = i < 7 ? draw.uniform(-1, 1) + (i == 2 ? 5 : 0) : draw.uniform(-0.4, 0.7);
        }
        for (std::size_t i = 0; i < qvel.size(); ++i) {
            qvel[i] = m.data->qvel[i] = 3 * draw.normal();
        }
        mju_normalize4(m.data->qpos + 3);
        std::copy_n(m.data->qpos + 3, 4, qpos.begin() + 3);
        std::vector<double> active(model.words, 0.0);
        auto const forward = physics::forward<double>(model, qpos, qvel, ctrl, active);
        mj_forward(m.model.get(), m.data.get());
        worst = std::max(worst, support::relative_error(std::span(forward.qacc).first(qvel.size()), {m.data->qacc, qvel.size()}));
    }
    CHECK(worst < 1e-12);
}

TEST_CASE("a step is MuJoCo's in 500 states of each robot without contacts") {
    for (auto const& [robot, model] :
         {std::pair(&physics::reacher, &physics::reacher_model), std::pair(&physics::swimmer, &physics::swimmer_model),
          std::pair(&physics::ur5e, &physics::ur5e_model),
          std::pair(&physics::inverted_pendulum, &physics::inverted_pendulum_model),
          std::pair(&physics::inverted_double_pendulum, &physics::inverted_double_pendulum_model)}) {
        auto const& name = robot->name;
        INFO(name);
        support::mujoco m(*robot);
        m.solve_exactly();
        golden::robot_states draw(0, 0);
        double worst[2] = {0, 0};
        for (int n = 0; n < 500; ++n) {
            mj_resetData(m.model.get(), m.data.get());
            std::vector<double> qpos(model->qpos_size()), qvel(model->qvel_size()), ctrl(model->ctrl_size());
            for (std::size_t i = 0; i < qpos.size(); ++i) {
                bool const limited = model->dofs[i].limited;
                double const high = limited ? model->dofs[i].range[1] : 3;
                qpos[i] = m.data->qpos[i] = draw.uniform(-1.1, 1.1) * high;
                qvel[i] = m.data->qvel[i] = 3 * draw.normal();
            }
            for (std::size_t u = 0; u < ctrl.size(); ++u) {
                ctrl[u] = m.data->ctrl[u] = 1.2 * model->motors[u].high * draw.uniform(-1, 1);
            }
            std::vector<double> active(model->words, 0.0);
            physics::substep<double>(*model, qpos, qvel, ctrl, active);
            mj_forward(m.model.get(), m.data.get());
            bool const constrained = m.data->nefc > 0;
            mj_step(m.model.get(), m.data.get());
            worst[constrained] = std::max(worst[constrained], support::relative_error(qvel, {m.data->qvel, qvel.size()}));
        }
        CHECK(worst[0] < 1e-12);
        CHECK(worst[1] < 1e-9);
    }
}

TEST_CASE("a robot with parameters of its own moves as MuJoCo's does whose model is changed while it runs") {
    for (auto const& [robot, model, low, high] : {cheetah, walker, ant, hopper}) {
        support::mujoco m(robot);
        m.solve_exactly();
        mjModel& fields = *m.model;
        auto own = support::varied<double>(model);
        std::copy_n(&support::heavier.x, 3, fields.opt.gravity);
        for (std::size_t robot_body = 0; robot_body < model.robot_bodies.size(); ++robot_body) {
            std::size_t const b = model.robot_bodies[robot_body].body, id = robot_body + 1;
            fields.body_mass[id] *= own.own.mass[b];
            for (std::size_t k = 0; k < 3; ++k) {
                fields.body_inertia[3 * id + k] *= own.own.mass[b];
                bool const moved = robot.bodies[robot_body].joints.size() > 0 && model.bodies[b].parent != physics::no_body;
                fields.body_pos[3 * id + k] += moved ? (&support::longer.x)[k] : 0;
            }
        }
        for (std::size_t i = 0; i < model.dofs.size(); ++i) {
            fields.dof_damping[i] *= own.own.damping[i];
            fields.dof_armature[i] *= own.own.armature[i];
            int const joint = fields.dof_jntid[i];
            fields.jnt_stiffness[joint] *= own.own.stiffness[i];
            if (fields.jnt_type[joint] != mjJNT_FREE) {
                fields.qpos_spring[fields.jnt_qposadr[joint]] += own.own.spring_reference[i];
                fields.jnt_range[2 * joint] += own.own.range_low[i];
                fields.jnt_range[2 * joint + 1] += own.own.range_high[i];
            }
        }
        for (mjtSize g = 0; g < fields.ngeom; ++g) {
            int const id = fields.geom_bodyid[g];
            double& friction = fields.geom_friction[3 * g];
            friction =
                id == 0 ? 0 : std::max(friction, robot.floor.friction) * support::factor(4, static_cast<std::size_t>(id) - 1);
        }
        for (std::size_t p = 0; p < model.pairs.size(); ++p) {  // MuJoCo's have the greater friction of their geoms
            double greater = 0;
            for (std::size_t const shape : {model.pairs[p].first, model.pairs[p].second}) {
                int const body = static_cast<int>(model.shapes[shape].robot_body) + 1;
                greater = std::max(greater, fields.geom_friction[3 * fields.body_geomadr[body]]);
            }
            own.own.pair_friction[p] = greater / model.pairs[p].friction;
        }
        for (std::size_t u = 0; u < model.motors.size(); ++u) {
            fields.actuator_gear[6 * u] *= own.own.gear[u];
            fields.actuator_gainprm[mjNGAIN * u] *= own.own.gain[u];
        }

        std::size_t const q = model.qpos_size(), v = model.qvel_size(), u = model.ctrl_size();
        golden::robot_states states(low, high);
        double worst[2] = {0, 0};
        for (int n = 0; n < 300; ++n) {
            states.draw(m, n % 2 == 0);
            std::vector<double> qpos(m.data->qpos, m.data->qpos + q), qvel(m.data->qvel, m.data->qvel + v);
            std::vector<double> const ctrl(m.data->ctrl, m.data->ctrl + u);
            std::vector<double> active(model.words, 0.0);
            physics::substep<double>(own, qpos, qvel, ctrl, active);
            mj_forward(m.model.get(), m.data.get());
            double& largest = worst[m.data->nefc > 0];
            mj_step(m.model.get(), m.data.get());
            largest = std::max(largest, support::relative_error(qvel, {m.data->qvel, v}));
        }
        CHECK(worst[0] < 1e-12);
        CHECK(worst[1] < 1e-9);
    }
}
