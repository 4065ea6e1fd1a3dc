// SPDX-License-Identifier: MIT
// MuJoCo and Lockstep read the same texts.
#include <doctest/doctest.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/site.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/mjcf/actuator_defaults.hpp>
#include <tests/support/mujoco.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

bool near(double a, double b) { return doctest::Approx(a).epsilon(1e-12).scale(1) == b; }

std::string text_of(std::string const& name) {
    std::ifstream file(LOCKSTEP_TEST_DATA "/mjcf/" + name);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The type and the sizes, and of what shows them the axes.
void compare(physics::geom const& g, mjModel const& m, std::size_t i) {
    constexpr int types[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_CYLINDER, mjGEOM_BOX, mjGEOM_ELLIPSOID};
    CHECK(m.geom_type[i] == types[static_cast<int>(g.type)]);
    ls::vec3<double> const size = physics::half_sizes_of(g);
    bool const sphere = g.type == physics::geom_type::sphere, capsule = g.type == physics::geom_type::capsule;
    CHECK(near(size.x, m.geom_size[3 * i]));
    CHECK((sphere || near(g.half_length + g.half_sizes.y, m.geom_size[3 * i + 1])));
    CHECK((sphere || capsule || g.half_length > 0 || near(size.z, m.geom_size[3 * i + 2])));
    mjtNum theirs[9];
    mju_quat2Mat(theirs, m.geom_quat + 4 * i);
    ls::mat3<double> const ours = physics::frame_of(g);
    double const along = ours.x.z * theirs[2] + ours.y.z * theirs[5] + ours.z.z * theirs[8];
    CHECK((sphere || near(along, 1)));
    if (!sphere) {
        CHECK(near(ours.x.x, theirs[0]));
        CHECK(near(ours.y.x, theirs[3]));
    }
    CHECK(near(g.position.y, m.geom_pos[3 * i + 1]));
    CHECK(near(g.friction, m.geom_friction[3 * i]));
    CHECK(near(g.contact.margin, m.geom_margin[i]));
}

void compare(std::string const& text) {
    support::mujoco const theirs(text, false);
    mjModel const& m = *theirs.model;
    physics::robot const r = physics::read_mjcf(text);
    physics::model const ours = physics::compile(r);
    REQUIRE(static_cast<std::size_t>(m.nv) == ours.qvel_size());
    REQUIRE(static_cast<std::size_t>(m.nq) == ours.qpos_size());
    REQUIRE(static_cast<std::size_t>(m.nu) == ours.ctrl_size());
    REQUIRE(static_cast<std::size_t>(m.nbody) == r.bodies.size() + 1);
    CHECK(ours.timestep == m.opt.timestep);
    CHECK(ours.gravity.x == m.opt.gravity[0]);
    CHECK(ours.gravity.y == m.opt.gravity[1]);
    CHECK(ours.gravity.z == m.opt.gravity[2]);
    CHECK((ours.integrator == physics::integrator_type::runge_kutta) == (m.opt.integrator == mjINT_RK4));
    CHECK((ours.integrator == physics::integrator_type::implicit_fast) == (m.opt.integrator == mjINT_IMPLICITFAST));
    std::size_t geom = m.geom_bodyid[0] == 0 ? 1 : 0;  // after a floor
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        physics::body const& body = r.bodies[b];
        mjtNum const *quat = m.body_quat + 4 * (b + 1), *pos = m.body_pos + 3 * (b + 1);
        CHECK(near(body.position.x, pos[0]));
        CHECK(near(body.position.z, pos[2]));
        double const sign = body.orientation.w * quat[0] + body.orientation.x * quat[1] < 0 ? -1 : 1;
        CHECK(near(sign * body.orientation.w, quat[0]));
        CHECK(near(sign * body.orientation.x, quat[1]));
        CHECK(near(sign * body.orientation.y, quat[2]));
        CHECK(near(sign * body.orientation.z, quat[3]));
        for (physics::geom const& g : body.geoms) {
            compare(g, m, geom);
            ++geom;
        }
    }
    for (physics::site const& s : r.sites) {
        int const id = mj_name2id(&m, mjOBJ_SITE, std::string(s.name).c_str());
        REQUIRE(id >= 0);
        mjtNum const *quat = m.site_quat + 4 * id, *pos = m.site_pos + 3 * id;
        CHECK(near(s.position.y, pos[1]));
        double const along =
            s.orientation.w * quat[0] + s.orientation.x * quat[1] + s.orientation.y * quat[2] + s.orientation.z * quat[3];
        CHECK(near(std::abs(along), 1));
    }
    double mass = 0;
    for (physics::model::body const& b : ours.bodies) {
        mass += b.mass;
    }
    CHECK(near(mass, mj_getTotalmass(&m)));
    std::size_t dof = 0;
    for (int j = 0; j < m.njnt; ++j) {
        bool const single = m.jnt_type[j] == mjJNT_SLIDE || m.jnt_type[j] == mjJNT_HINGE;
        physics::model::dof const& d = ours.dofs[dof];
        if (single) {
            CHECK(d.limited == (m.jnt_limited[j] != 0));
            CHECK(near(d.axis.y, m.jnt_axis[3 * j + 1]));
            CHECK(near(d.stiffness, m.jnt_stiffness[j]));
            CHECK(near(d.spring_reference, m.qpos_spring[m.jnt_qposadr[j]]));
            if (d.limited) {
                CHECK(near(d.range[0], m.jnt_range[2 * j]));
                CHECK(near(d.range[1], m.jnt_range[2 * j + 1]));
                CHECK(near(d.limit.margin, m.jnt_margin[j]));
                CHECK(near(d.limit.dmax, m.jnt_solimp[mjNIMP * j + 1]));
            }
        }
        dof += m.jnt_type[j] == mjJNT_FREE ? 6 : m.jnt_type[j] == mjJNT_BALL ? 3 : 1;
    }
    for (std::size_t i = 0; i < ours.dofs.size(); ++i) {
        CHECK(near(ours.dofs[i].damping, m.dof_damping[i]));
        CHECK(near(ours.dofs[i].armature, m.dof_armature[i]));
        CHECK(ours.dofs[i].inverse_weight == doctest::Approx(m.dof_invweight0[i]).epsilon(1e-9));
    }
    for (std::size_t i = 0; i < ours.initial_qpos.size(); ++i) {
        CHECK(near(ours.initial_qpos[i], m.qpos0[i]));
    }
    for (std::size_t i = 0; i < ours.motors.size(); ++i) {
        for (std::size_t k = 0; k < 6; ++k) {
            CHECK(near(ours.motors[i].gear * ours.motors[i].along[k], m.actuator_gear[6 * i + k]));
        }
        CHECK(near(ours.motors[i].gain, m.actuator_gainprm[mjNGAIN * i]));
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(near(ours.motors[i].bias[k], m.actuator_biasprm[mjNBIAS * i + k]));
        }
        CHECK(ours.motors[i].force_limited == (m.actuator_forcelimited[i] != 0));
        if (m.actuator_ctrllimited[i]) {
            CHECK(near(ours.motors[i].low, m.actuator_ctrlrange[2 * i]));
            CHECK(near(ours.motors[i].high, m.actuator_ctrlrange[2 * i + 1]));
        } else {
            CHECK_FALSE(ours.motors[i].control_limited);
        }
    }
}

/// Of the robot as the text has it, moving.
double error_of_acceleration(std::string const& text) {
    support::mujoco const theirs(text, false);
    physics::model const ours = physics::compile(physics::read_mjcf(text));
    std::size_t const q = ours.qpos_size(), v = ours.qvel_size();
    for (std::size_t i = 0; i < v; ++i) {
        theirs.data->qvel[i] = std::sin(static_cast<double>(i + 1));
    }
    std::vector<double> const qpos(theirs.data->qpos, theirs.data->qpos + q), qvel(theirs.data->qvel, theirs.data->qvel + v);
    std::vector<double> active(ours.words, 0.0);
    auto const forward = physics::forward<double>(ours, qpos, qvel, {}, active);
    mj_forward(theirs.model.get(), theirs.data.get());
    return support::relative_error(std::span(forward.qacc).first(v), {theirs.data->qacc, v});
}

}  // namespace

TEST_CASE("MuJoCo understands the text of the cheetah as we do") { compare(std::string(physics::half_cheetah_mjcf)); }

TEST_CASE("MuJoCo understands every shape as we do, and a fluid resists it alike") {
    compare(text_of("shapes.xml"));
    CHECK(error_of_acceleration(text_of("shapes.xml")) < 1e-12);
}

TEST_CASE("MuJoCo understands the machines as we do") {
    for (physics::machine const& machine : physics::machines) {
        INFO(std::string(machine.name));
        compare(std::string(machine.mjcf));
    }
}

TEST_CASE("MuJoCo's actuators inherit from mixed defaults what ours do") {
    for (std::string const& text : physics::actuator_defaults()) {
        INFO(text);
        compare(text);
    }
}

TEST_CASE("what is fixed to the world carries what moves as MuJoCo's does") {
    std::string const text = text_of("base.xml");
    CHECK(error_of_acceleration(text) < 1e-12);
    support::mujoco const theirs(text, false);
    physics::robot const r = physics::read_mjcf(text);
    physics::model const ours = physics::compile(r);
    for (std::size_t i = 0; i < ours.dofs.size(); ++i) {
        CHECK(ours.dofs[i].inverse_weight == doctest::Approx(theirs.model->dof_invweight0[i]).epsilon(1e-9));
    }
    std::vector<double> const qpos = {0.3, -0.4, 0.05};
    std::copy(qpos.begin(), qpos.end(), theirs.data->qpos);
    mj_forward(theirs.model.get(), theirs.data.get());
    auto const pose = physics::forward_kinematics<double>(ours, qpos);
    for (std::size_t i = 0; i < r.sites.size(); ++i) {
        int const id = mj_name2id(theirs.model.get(), mjOBJ_SITE, std::string(r.sites[i].name).c_str());
        ls::vec3<double> const p = physics::site_position(ours, pose, i);
        CHECK(near(p.x, theirs.data->site_xpos[3 * id]));
        CHECK(near(p.y, theirs.data->site_xpos[3 * id + 1]));
        CHECK(near(p.z, theirs.data->site_xpos[3 * id + 2]));
        CHECK(near(physics::site_orientation(ours, pose, i).y.x, theirs.data->site_xmat[9 * id + 3]));
    }
}

TEST_CASE("a fluid takes bodies of several geoms in a line for MuJoCo's boxes") {
    std::string bodies;
    for (char const* line : {"0 0 1", "1 0 0", "0 1 0", "1 1 0", "0.3 -0.5 0.8"}) {
        std::string const at = line;
        bodies += "<body><freejoint/><geom type='capsule' size='0.1 0.3' zaxis='" + at + "'/><geom size='0.2' pos='" + at +
                  "'/><geom type='cylinder' size='0.2 0.1' pos='" + at + "' zaxis='" + at + "'/></body>";
    }
    std::string const text =
        "<mujoco><option density='900' viscosity='0.1'/><default><geom contype='0' conaffinity='0'/></default>"
        "<worldbody>" +
        bodies + "</worldbody></mujoco>";
    CHECK(error_of_acceleration(text) < 1e-12);
}

TEST_CASE("a body alone on slides weighs what MuJoCo's does, however its geom is turned") {
    for (char const* turn : {"", "quat='0.8 0 0 0.6'", "zaxis='0 1 0'", "euler='0 90 90'"}) {
        for (char const* shape :
             {"type='capsule' size='0.1 0.3'", "type='cylinder' size='0.1 0.3'", "type='box' size='0.1 0.2 0.3'", "size='0.1'"}) {
            compare("<mujoco><worldbody><body><joint type='slide' axis='1 0 0' armature='3'/><joint type='slide' axis='0 1 "
                    "0'/><geom " +
                    std::string(shape) + " " + turn + "/></body></worldbody></mujoco>");
        }
    }
}

TEST_CASE("so does a capsule between two ends on slides, and it touches the ground as MuJoCo's does") {
    for (char const* ends :
         {"0 0 -0.2 0 0 0.2", "0 0 0.2 0 0 -0.2", "-0.2 0 0 0.2 0 0", "0.2 0 0 -0.2 0 0", "0 -0.2 0 0 0.2 0"}) {
        std::string const text =
            "<mujoco><worldbody><geom type='plane' size='1 1 1' friction='0.3'/><body pos='0 0 0.05'><joint type='slide' "
            "axis='1 0 0' armature='0.5'/><joint type='slide' axis='0 0 1'/><geom type='capsule' size='0.1' fromto='" +
            std::string(ends) + "'/></body></worldbody></mujoco>";
        compare(text);
        CHECK(error_of_acceleration(text) < 1e-9);
    }
}

TEST_CASE("a shape that stands nearly upright, or on its head, is turned as MuJoCo's") {
    for (char const* direction : {"9e-8 0 ", "1.1e-7 0 ", "-8.742278e-8 0 ", "1e-9 1e-9 ", "0 -1.1e-7 ", "-7.7e-8 7.8e-8 "}) {
        for (char const* height : {"1", "-1"}) {
            std::string const at = std::string(direction) + height;
            INFO(at);
            for (std::string const& shape :
                 {"type='box' size='0.1 0.2 0.3' zaxis='" + at + "'", "type='box' size='0.1' fromto='" + at + " 0 0 0'",
                  "type='capsule' size='0.1 0.3' zaxis='" + at + "'", "type='capsule' size='0.1' fromto='" + at + " 0 0 0'"}) {
                std::string const text = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 0.2'><freejoint/>"
                                         "<geom " +
                                         shape + "/><site name='tip' zaxis='" + at + "'/></body></worldbody></mujoco>";
                compare(text);
                // MuJoCo leaves a geom unturned whose frame is within 1e-6 of its body's
                CHECK(error_of_acceleration(text) < (std::string(height) == "1" ? 1e-5 : 1e-9));
            }
        }
    }
}

TEST_CASE("stated axes of an inertia are MuJoCo's, equal moments or not") {
    for (char const* stated :
         {"diaginertia='0.1 0.2 0.15'", "diaginertia='0.1 0.1 0.15' euler='30 40 50'", "diaginertia='0.2 0.1 0.2'",
          "fullinertia='0.1 0.2 0.15 0 0 0'", "fullinertia='0.2 0.2 0.1 0 0 0'"}) {
        std::string const inertial = "<inertial pos='0 0 0' mass='2' " + std::string(stated) + "/></body></worldbody></mujoco>";
        compare("<mujoco><worldbody><body><joint type='slide' armature='3'/>" + inertial);
        CHECK(error_of_acceleration("<mujoco><option density='900' viscosity='0.1'/><worldbody><body><freejoint/>" + inertial) <
              1e-12);
    }
}

TEST_CASE("a capsule that stands upright has friction in MuJoCo's directions") {
    std::string const floor = "<mujoco><worldbody><geom type='plane' size='1 1 1' friction='0.3'/>";
    std::string const slides =
        "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/>";
    for (std::string const& body : {std::string("<body pos='0 0 0.3'><freejoint/><geom type='capsule' size='0.1 0.25'/>"),
                                    "<body pos='0 0 0.3'>" + slides + "<geom type='capsule' size='0.1 0.25'/>",
                                    "<body pos='0 0 0.3' euler='90 0 0'>" + slides +
                                        "<geom size='0.1' contype='0'/><geom type='capsule' size='0.1 0.25' "
                                        "zaxis='0 1 0'/>"}) {
        CHECK(error_of_acceleration(floor + body + "</body></worldbody></mujoco>") < 1e-9);
    }
}

TEST_CASE("what turns about its own centre rests on the ground as MuJoCo's does, with friction or next to none") {
    for (char const* friction : {"1", "0"}) {
        CHECK(error_of_acceleration("<mujoco><default><geom friction='" + std::string(friction) +
                                    "'/></default><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 0.09'>"
                                    "<joint axis='0 1 0'/><geom size='0.1'/></body></worldbody></mujoco>") < 1e-9);
    }
}

TEST_CASE("a welded part without a mass touches the ground as MuJoCo's does") {
    CHECK(error_of_acceleration("<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 0.2'>"
                                "<joint axis='0 1 0'/><geom type='box' size='0.2 0.1 0.02' pos='0.1 0 0' contype='0' "
                                "conaffinity='0'/><body pos='0.3 0 -0.1'><geom size='0.15' mass='0' pos='0.1 0 "
                                "0'/></body></body></worldbody></mujoco>") < 1e-9);
}

TEST_CASE("a part that is a point or a rod, and springs and dampers that push, are MuJoCo's") {
    for (char const* moments : {"0 0 0", "1 1 0", "0 2 2"}) {
        std::string const text = "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='0.1'/><body pos='0.3 0 0'>"
                                 "<inertial pos='0.1 0 0' mass='2' diaginertia='" +
                                 std::string(moments) + "'/></body></body></worldbody></mujoco>";
        compare(text);
        CHECK(error_of_acceleration(text) < 1e-12);
    }
    for (char const* joint :
         {"axis='0 1 0' damping='-1' stiffness='-3' springref='20'", "type='ball' damping='-1' stiffness='-3'"}) {
        std::string const text = "<mujoco><worldbody><body><joint name='a' axis='1 0 0' armature='0.1'/><joint name='b' " +
                                 std::string(joint) +
                                 "/><geom size='0.1' pos='0.1 0 0'/></body></worldbody><tendon><fixed stiffness='-2' "
                                 "damping='-1'><joint joint='a' coef='2'/></fixed></tendon></mujoco>";
        compare(text);
        CHECK(error_of_acceleration(text) < 1e-12);
    }
}

TEST_CASE("a step with negative damping is MuJoCo's: with Euler implicit only if some damping is not") {
    for (char const* integrator : {"Euler", "RK4", "implicitfast"}) {
        for (char const* damping : {"0", "0.5", "-0.5"}) {
            std::string const text =
                "<mujoco><option timestep='0.01' integrator='" + std::string(integrator) +
                "'/><worldbody><body><joint axis='0 1 0' damping='-1'/><geom size='0.1' pos='0.1 0 0'/>"
                "<body pos='0.3 0 0'><joint axis='0 1 0' damping='" +
                damping + "'/><geom size='0.1' pos='0.2 0 0' contype='0' conaffinity='0'/></body></body></worldbody></mujoco>";
            support::mujoco const theirs(text, false);
            physics::model const ours = physics::compile(physics::read_mjcf(text));
            std::vector<double> qpos = {0.1, -0.3}, qvel = {1, 2}, active(ours.words, 0.0);
            std::copy(qpos.begin(), qpos.end(), theirs.data->qpos);
            std::copy(qvel.begin(), qvel.end(), theirs.data->qvel);
            physics::substep<double>(ours, qpos, qvel, {}, active);
            mj_step(theirs.model.get(), theirs.data.get());
            CHECK(support::relative_error(qvel, {theirs.data->qvel, 2}) < 1e-12);
        }
    }
}

TEST_CASE("a servo inherits the range that MuJoCo's does") {
    std::string const classes = "<default><position inheritrange='1'/><default class='own'><general ctrlrange='-5 5'/></default>"
                                "<default class='some'><position inheritrange='0.5'/></default></default>";
    for (char const* joint : {"range='-30 60'", "type='slide' range='-3 6'"}) {
        for (char const* actuator :
             {"<position joint='a'/>", "<position joint='a' inheritrange='0.5' gear='3'/>",
              "<position joint='a' ctrlrange='-7 7'/>", "<position joint='a' inheritrange='0'/>",
              "<position joint='a' inheritrange='-1'/>", "<position joint='a' class='own' ctrlrange='-7 7'/>",
              "<position joint='a' class='own' inheritrange='0.3'/>", "<position joint='a' class='some'/>", "<motor joint='a'/>",
              "<velocity joint='a'/>", "<general joint='a'/>", "<general joint='a' gainprm='2'/>", "<position tendon='t'/>",
              "<position joint='a' ctrllimited='false'/>", "<motor joint='a' class='some'/>"}) {
            INFO(std::string(actuator));
            compare(
                "<mujoco>" + classes + "<worldbody><body><joint name='a' " + joint +
                "/><geom size='0.1'/></body></worldbody><tendon><fixed name='t' range='-1 2'><joint joint='a' coef='1'/></fixed>"
                "</tendon><actuator>" +
                actuator + "</actuator></mujoco>");
        }
    }
}

TEST_CASE("MuJoCo understands units, classes and orientations as we do") { compare(text_of("arms.xml")); }
