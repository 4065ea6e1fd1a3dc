// SPDX-License-Identifier: MIT
// That the bundled robots' texts have MuJoCo's constants is checked in compile.cpp and mujoco.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <ctime>
#include <string>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/mjcf/write_mjcf.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/mjcf/actuator_defaults.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/shapes.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

/// An arm with one more thing in its body, or around it.
std::string arm(std::string const& inside, std::string const& outside = "") {
    return "<mujoco>\n" + outside + "<worldbody>\n<body name='arm'><joint name='shoulder'/><geom size='0.1'/>\n" + inside +
           "</body>\n</worldbody>\n</mujoco>\n";
}

std::string error_of(std::string const& text) {
    try {
        physics::read_mjcf(text);
    } catch (std::runtime_error const& error) {
        return error.what();
    }
    return "";
}

constexpr char const* touched =
    "line 2: <geom type>: a geom that is fixed to the world and may be touched (contype, conaffinity or a pair) must be a plane "
    "directly in worldbody";

}  // namespace

TEST_CASE("classes are copies of the class around them, and the nearest childclass counts") {
    constexpr physics::robot r = physics::read_mjcf(R"(<mujoco model="arm">
        <compiler angle="radian"/>
        <worldbody>
          <body childclass="stiff">
            <joint name="a" type="slide"/> <geom size="0.1"/>
            <body> <joint class="main"/> <joint class="stiffer"/> <geom class="stiffer" mass="2"/> </body>
          </body>
        </worldbody>
        <default>
          <default class="stiff"> <default class="stiffer"> <geom size="0.2"/> </default> <joint stiffness="3"/> </default>
          <joint damping="2"/> <motor gear="5"/>
        </default>
        <actuator> <motor joint="a"/> <motor joint="a" gear="7" ctrlrange="-2 3"/> </actuator>
      </mujoco>)");
    REQUIRE(r.bodies.size() == 2);
    CHECK(r.name == "arm");
    CHECK(r.bodies[0].joints[0].stiffness == 3);
    CHECK(r.bodies[0].joints[0].damping == 2);
    CHECK(r.bodies[1].parent == r.bodies[0].name);
    CHECK(r.bodies[1].joints[0].stiffness == 0);
    CHECK(r.bodies[1].joints[1].stiffness == 3);
    CHECK(r.bodies[1].geoms[0].radius == 0.2);
    CHECK(physics::rigid_of(r.bodies[1]).mass == doctest::Approx(2).epsilon(1e-15));
    CHECK_FALSE(physics::may_touch(r.bodies[0].geoms[0], r.floor));
    REQUIRE(r.actuators.size() == 2);
    CHECK(r.actuators[0].gear == 5);
    CHECK_FALSE(r.actuators[0].control_limited);
    CHECK(r.actuators[1].control_range[0] == -2);
}

TEST_CASE("an actuator of one type inherits what a default says of another") {
    std::string const text = arm("", R"(<default><position kp="7" kv="2" forcerange="-3 3"/></default>
        <actuator> <position joint="shoulder"/> <motor joint="shoulder"/> <velocity joint="shoulder"/>
                   <general joint="shoulder" gainprm="2"/> <position joint="shoulder" dampratio="0.5"/> </actuator>)");
    physics::robot const r = physics::read_mjcf(text);
    REQUIRE(r.actuators.size() == 5);
    using type = physics::actuator_type;
    CHECK(r.actuators[0].type == type::position);
    CHECK(r.actuators[0].kp == 7);
    CHECK(r.actuators[0].kv == 2);
    CHECK(r.actuators[1].type == type::motor);
    CHECK(r.actuators[1].force_range[1] == 3);
    CHECK(r.actuators[2].type == type::velocity);
    CHECK(r.actuators[2].kv == 1);
    CHECK(r.actuators[3].type == type::general);
    CHECK(r.actuators[3].bias[2] == -2);
    CHECK(r.actuators[4].damping_ratio == 0.5);
    CHECK(r.actuators[4].kv == 0);
}

TEST_CASE("the gain and bias of an actuator are MuJoCo's, whatever defaults are mixed around it") {
    auto const rows = support::read_csv("physics/actuator_defaults.csv");
    auto const texts = physics::actuator_defaults();
    REQUIRE(rows.size() == texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        INFO(texts[i]);
        physics::robot const r = physics::read_mjcf(texts[i]);
        std::string const written = physics::to_mjcf(r);
        for (physics::robot const& same : {r, physics::read_mjcf(written)}) {
            physics::model::motor const motor = physics::compile(same).motors[0];
            CHECK(motor.gain == rows[i][0]);
            for (std::size_t k = 0; k < 3; ++k) {
                CHECK(motor.bias[k] == doctest::Approx(rows[i][1 + k]).epsilon(1e-12));
            }
        }
    }
}

TEST_CASE("a damping ratio may stand beside a constant force") {
    std::string const text =
        arm("", "<actuator><general joint='shoulder' biastype='affine' gainprm='2' biasprm='1 -2 0.5'/></actuator>");
    physics::robot const r = physics::read_mjcf(text);
    physics::model const m = physics::compile(r);
    CHECK(m.motors[0].bias[0] == 1);
    CHECK(m.motors[0].bias[2] == doctest::Approx(-std::sqrt(2 / m.dofs[0].inverse_weight)));
    std::string const written = physics::to_mjcf(r);
    CHECK(physics::to_mjcf(physics::read_mjcf(written)) == written);
}

TEST_CASE("a written robot is read as it was") {
    std::vector<physics::robot> robots = {physics::half_cheetah, physics::tripod, physics::ball_pendulum};
    for (physics::machine const& machine : physics::machines) {
        robots.push_back(physics::read_mjcf(machine.mjcf));
    }
    for (physics::robot const& r : robots) {
        std::string const text = physics::to_mjcf(r);
        physics::robot const again = physics::read_mjcf(text);
        CHECK(physics::to_mjcf(again) == text);
        physics::model const a = physics::compile(r), b = physics::compile(again);
        CHECK(a.words == b.words);
        CHECK(a.planar == b.planar);
    }
    std::string const mjcf = physics::to_mjcf(physics::cart_of_shapes);
    physics::robot const shapes = physics::read_mjcf(mjcf);
    for (std::size_t b = 0; b < shapes.bodies.size(); ++b) {
        auto const &written = physics::cart_of_shapes.bodies[b].geoms[0], &read = shapes.bodies[b].geoms[0];
        ls::vec3<double> const x = column(frame_of(written), 0) - column(frame_of(read), 0), z = written.axis - read.axis,
                               size = half_sizes_of(written) - half_sizes_of(read);
        CHECK(dot(x, x) < 1e-28);
        CHECK((written.type != physics::geom_type::cylinder || dot(z, z) < 1e-28));
        CHECK(dot(size, size) < 1e-28);
        CHECK(written.density == read.density);
    }
}

TEST_CASE("the text of the cheetah is the cheetah in C++, to the last bit") {
    CHECK(physics::to_mjcf(physics::half_cheetah) == physics::to_mjcf(physics::cheetah_in_cpp));
}

TEST_CASE("an inertial takes the place of geoms, unless masses are from geoms") {
    std::string const inertial = "<inertial pos='1 0 0' mass='2' diaginertia='3 4 5' axisangle='0 0 1 90'/>";
    std::string const automatic = arm(inertial), geoms = arm(inertial, "<compiler inertiafromgeom='true'/>");
    physics::robot const r = physics::read_mjcf(automatic);
    CHECK(physics::rigid_of(r.bodies[0]).mass == 2);
    CHECK(physics::rigid_of(r.bodies[0]).center.x == 1);
    CHECK(physics::rigid_of(r.bodies[0]).inertia.xx == doctest::Approx(4));
    CHECK(physics::rigid_of(r.bodies[0]).inertia.yy == doctest::Approx(3));
    std::string const written = physics::to_mjcf(r);
    auto const again = physics::rigid_of(physics::read_mjcf(written).bodies[0]);
    CHECK(again.mass == 2);
    CHECK(again.center.x == 1);
    CHECK(again.inertia.xx == physics::rigid_of(r.bodies[0]).inertia.xx);
    CHECK(again.inertia.yy == physics::rigid_of(r.bodies[0]).inertia.yy);
    CHECK(std::abs(again.inertia.xy) < 1e-15);
    CHECK_FALSE(physics::read_mjcf(geoms).bodies[0].inertia.given);
}

TEST_CASE("a welded part with a mass may be a point, and a spring and a damper may push") {
    std::string const text = arm("<body><inertial pos='1 0 0' mass='2' diaginertia='0 0 0'/></body>"
                                 "<joint name='wrist' axis='1 0 0' damping='-1' stiffness='-2'/>");
    physics::robot const r = physics::read_mjcf(text);
    physics::model const m = physics::compile(r);
    CHECK(m.bodies[0].mass == doctest::Approx(2 + physics::rigid_of(r.bodies[0]).mass));
    CHECK(m.dofs[1].damping == -1);
    CHECK(m.dofs[1].stiffness == -2);
    std::string const written = physics::to_mjcf(r);
    CHECK(physics::to_mjcf(physics::read_mjcf(written)) == written);
}

TEST_CASE("the range of control that a servo inherits is its joint's or its tendon's, unless one is stated nearer") {
    std::string const text = arm("<joint name='elbow' range='-90 180'/>", R"(
        <default> <position inheritrange="1"/> <default class="own"> <position ctrlrange="-5 5"/> </default> </default>
        <tendon> <fixed name="rope" range="-1 3"> <joint joint="elbow" coef="1"/> </fixed> </tendon>
        <actuator> <position joint="elbow"/> <position tendon="rope" inheritrange="0.5"/> <position joint="elbow" class="own"/>
                   <motor joint="elbow"/> <position joint="elbow" inheritrange="0"/> </actuator>)");
    physics::robot const r = physics::read_mjcf(text);
    CHECK(r.actuators[0].control_range[0] == doctest::Approx(-0.5 * 3.14159265358979323846));
    CHECK(r.actuators[0].control_range[1] == doctest::Approx(3.14159265358979323846));
    CHECK(r.actuators[1].control_range[0] == 0);
    CHECK(r.actuators[1].control_range[1] == 2);
    CHECK(r.actuators[2].control_range[1] == 5);
    CHECK_FALSE(r.actuators[3].control_limited);
    CHECK_FALSE(r.actuators[4].control_limited);
}

TEST_CASE("the time that a text takes grows with its length") {
    std::string defaults, end, bodies;
    for (int i = 0; i < 10000; ++i) {
        std::string const number = std::to_string(i);
        defaults += "<default class='a class of defaults whose name is long " + number + "'>", end += "</default>";
    }
    for (int i = 0; i < 100000; ++i) {
        bodies += "<geom name='something that stands, is looked at and has a long name " + std::to_string(i) +
                  "' size='1' contype='0' conaffinity='0'/>";
    }
    std::string const text = arm("", "<default>" + defaults + end + "</default><worldbody>" + bodies + "</worldbody>");
    std::clock_t const begun = std::clock();
    CHECK(physics::read_mjcf(text).bodies.size() == 1);
    CHECK(static_cast<double>(std::clock() - begun) < 10.0 * CLOCKS_PER_SEC);
}

TEST_CASE("geoms outside the range of groups have no part in masses") {
    std::string const paint = "<geom size='0.2' group='3'/><geom type='box' size='0.1 0.1 0.1' group='2' mass='3'/>";
    std::string const of_all = arm(paint), of_some = arm(paint, "<compiler inertiagrouprange='1 2'/>");
    physics::robot const all = physics::read_mjcf(of_all), some = physics::read_mjcf(of_some);
    CHECK(physics::rigid_of(some.bodies[0]).mass == doctest::Approx(3).epsilon(1e-14));
    CHECK(physics::rigid_of(all.bodies[0]).mass > 30);
}

TEST_CASE("a body without a joint from the world on stands still, and carries what does not") {
    std::string const text =
        "<mujoco><compiler angle='radian'/><worldbody><body name='table' pos='1 2 3' quat='0 0 0 1'>"
        "<geom size='1' contype='0' conaffinity='0'/><site name='top' pos='0.5 0 0'/><body name='leg' pos='0 0 1'/>"
        "<body name='arm' pos='0.1 0 0' quat='0 1 0 0'><joint/><geom size='0.1'/></body></body></worldbody></mujoco>";
    std::vector<std::string> ignored;
    physics::robot const r = physics::read_mjcf(text, &ignored);
    REQUIRE(r.bodies.size() == 1);
    CHECK(r.bodies[0].name == "arm");
    CHECK(r.bodies[0].parent.empty());
    CHECK(r.bodies[0].position.x == doctest::Approx(0.9));
    CHECK(r.bodies[0].position.y == 2);
    CHECK(std::abs(r.bodies[0].orientation.y) == 1);
    CHECK(r.sites[0].body.empty());
    CHECK(r.sites[0].position.x == doctest::Approx(0.5));
    CHECK(r.scenery[0].position.z == 3);
    CHECK(ignored.empty());
}

TEST_CASE("a mesh that neither touches nor weighs is left out") {
    std::vector<std::string> ignored;
    std::string const text = arm("<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"
                                 "<geom type='mesh' mesh='m' contype='0' conaffinity='0'/>");
    physics::robot const r = physics::read_mjcf(text, &ignored);
    CHECK(r.bodies[0].geoms.size() == 1);
    CHECK(ignored == std::vector<std::string>{"MJCF, line 4: <geom>: is ignored: it has no part in the physics"});
}

TEST_CASE("a site is kept, with its class") {
    std::string const text =
        arm("<site name='tip' pos='1 2 3' class='up'/><site fromto='0 0 0 2 0 0'/>",
            "<default><default class='up'><site euler='90 0 0'/></default></default><worldbody><site name='goal'/></worldbody>");
    physics::robot const r = physics::read_mjcf(text);
    REQUIRE(r.sites.size() == 3);
    CHECK(r.sites[0].name == "goal");
    CHECK(r.sites[0].body.empty());
    CHECK(r.sites[1].body == "arm");
    CHECK(r.sites[1].position.y == 2);
    CHECK(r.sites[1].orientation.x == doctest::Approx(std::sqrt(0.5)));
    CHECK(r.sites[2].position.x == 1);
    std::string const written = physics::to_mjcf(r);
    CHECK(physics::to_mjcf(physics::read_mjcf(written)) == written);
}

TEST_CASE("what of the world nobody may touch is left out") {
    std::vector<std::string> ignored;
    std::string const world =
        "<worldbody><geom type='box' size='1 1 1' contype='0'/><geom type='plane' size='1 1 1' pos='0 0 -3' "
        "contype='0'/><geom type='plane' size='1 1 1' contype='2'/></worldbody>";
    std::string const text =
        "<mujoco>" + world + "<worldbody><body><joint/><geom size='1' contype='0' conaffinity='2'/></body></worldbody></mujoco>";
    physics::robot const r = physics::read_mjcf(text, &ignored);
    CHECK(physics::may_touch(r.bodies[0].geoms[0], r.floor));
    CHECK(ignored.size() == 1);
    CHECK(r.scenery.size() == 1);
    std::string const second = "<worldbody><geom type='plane' size='1 1 1'/>\n<geom type='plane' size='1 1 1'/></worldbody>";
    CHECK(error_of(arm("", second)) == "MJCF, line 3: <geom type>: there is a second plane that may be touched");
}

TEST_CASE("angles are degrees unless the compiler says radian") {
    physics::robot const r =
        physics::read_mjcf("<mujoco><worldbody><body><joint range='-90 180' ref='45'/><geom size='1'/></body>"
                           "<body><joint type='slide' range='-90 180'/><geom size='1'/></body>"
                           "</worldbody><contact><exclude body1='#00' body2='#01'/></contact></mujoco>");
    CHECK(r.bodies[0].joints[0].range[1] == doctest::Approx(3.14159265358979323846));
    CHECK(r.bodies[0].joints[0].reference == doctest::Approx(0.25 * 3.14159265358979323846));
    CHECK(r.bodies[1].joints[0].range[1] == 180);
}

TEST_CASE("what has no part in the physics is listed") {
    std::vector<std::string> ignored;
    physics::read_mjcf("<mujoco>\n<size njmax='9'/>\n<worldbody><light/>\n<body><freejoint group='2'/><site size='1'/>"
                       "<geom size='1' material='a'/></body></worldbody>\n<sensor><gyro site='a'/></sensor></mujoco>",
                       &ignored);
    REQUIRE(ignored.size() == 6);
    CHECK(ignored[0] == "MJCF, line 2: <size>: is ignored: it has no part in the physics");
    CHECK(ignored[1] == "MJCF, line 5: <sensor>: is ignored: it has no part in the physics");
    CHECK(ignored[2] == "MJCF, line 3: <light>: is ignored: it has no part in the physics");
    CHECK(ignored[3] == "MJCF, line 4: <freejoint group>: is ignored: it has no part in the physics");
    CHECK(ignored[4] == "MJCF, line 4: <site size>: is ignored: it has no part in the physics");
    CHECK(ignored[5] == "MJCF, line 4: <geom material>: is ignored: it has no part in the physics");
}

TEST_CASE("a wrong text is a sentence with the line, the element and the attribute") {
    CHECK(error_of(arm("")) == "");
    std::vector<std::pair<std::string, std::string>> const wrong = {
        {"", "line 1: there is no element"},
        {"<mujoco/>", "line 1: <mujoco>: the robot has no body"},
        {"<robot/>", "line 1: this element is not supported here: robot"},
        {arm("<tendon/>"), "line 4: <body>: this element is not supported here: tendon"},
        {arm("", "<equality/>"), "line 2: <mujoco>: this element is not supported here: equality"},
        {arm("", "<tendon><spatial/></tendon>"), "line 2: <tendon>: this element is not supported here: spatial"},
        {arm("", "<tendon><fixed/></tendon>"), "line 2: <fixed>: has no joints"},
        {arm("", "<tendon><fixed><site/></fixed></tendon>"), "line 2: <fixed>: this element is not supported here: site"},
        {arm("", "<tendon><fixed><joint joint='shoulder'/></fixed></tendon>"),
         "line 2: <joint coef>: a tendon's joint needs a coefficient"},
        {arm("", "<tendon><fixed>\n<joint coef='1' joint='elbow'/></fixed></tendon>"),
         "line 3: <joint joint>: there is no slide or hinge of this name: elbow"},
        {arm("", "<tendon><fixed><joint joint='shoulder' coef='1'/>\n<joint joint='shoulder' coef='1'/></fixed></tendon>"),
         "line 3: <joint joint>: the tendon has this joint already: shoulder"},
        {arm("", "<tendon><fixed range='1 0'/></tendon>"),
         "line 2: <fixed range>: the lower end is not below the upper end: 1 0"},
        {arm("", "<tendon><fixed armature='1'/></tendon>"),
         "line 2: <fixed armature>: only the value that changes nothing is supported: 1"},
        {arm("", "<tendon><fixed frictionloss='-1'/></tendon>"), "line 2: <fixed frictionloss>: the value is negative: -1"},
        {arm("", "<tendon><fixed springlength='2 1'/></tendon>"),
         "line 2: <fixed springlength>: the lower end is above the upper end: 2 1"},
        {arm("", "<tendon><fixed name='a'><joint joint='shoulder' coef='1'/></fixed>\n<fixed name='a'/></tendon>"),
         "line 3: <fixed name>: another tendon has this name: a"},
        {arm("<body><joint name='a'/><geom size='1'/></body><body><joint name='b'/><geom size='1'/></body>",
             "<option integrator='implicitfast'/><default><geom contype='0' conaffinity='0'/></default><tendon>\n<fixed><joint "
             "joint='shoulder' coef='1'/><joint joint='a' coef='1'/><joint joint='b' coef='1'/></fixed></tendon>"),
         "line 3: <fixed>: has joints on one branch and on others: implicitfast is not supported for it"},
        {arm("", "<actuator><motor tendon='rope'/></actuator>"),
         "line 2: <motor tendon>: there is no fixed tendon of this name: rope"},
        {arm("<geom size='1'><plugin/></geom>"), "line 4: <geom>: there is an element inside, which is not supported"},
        {arm("<joint rnage='0 1'/>"), "line 4: <joint rnage>: this attribute is not supported"},
        {arm("<joint\nrange='1 0'/>"), "line 5: <joint range>: the lower end is not below the upper end: 1 0"},
        {arm("<joint limited='true'/>"), "line 4: <joint range>: there is a limit without a range"},
        {arm("<joint range='0 1'/>", "<compiler autolimits='false'/>"),
         "line 4: <joint range>: there is a range but neither limited nor autolimits"},
        {arm("<joint axis='0 0 0'/>"), "line 4: <joint axis>: this is not a direction: 0 0 0"},
        {arm("<joint axis='0 1'/>"), "line 4: <joint axis>: there are too few numbers: 0 1"},
        {arm("<joint axis='0 1 0 0'/>"), "line 4: <joint axis>: there are too many numbers: 0 1 0 0"},
        {arm("<joint axis='0 1 up'/>"), "line 4: <joint axis>: this is not a number: up"},
        {arm("<joint armature='-1'/>"), "line 4: <joint armature>: the value is negative: -1"},
        {arm("<joint armature='1e300'/>"), "line 4: <joint armature>: the number is beyond 1e15: 1e300"},
        {arm("<joint pos='0 0x10 0'/>"), "line 4: <joint pos>: a hexadecimal number is not supported: 0x10"},
        {arm("<joint frictionloss='-1'/>"), "line 4: <joint frictionloss>: the value is negative: -1"},
        {arm("<joint type='ball'/>\n<joint/>"),
         "line 5: <joint type>: rotates its body after a ball joint of the same body, which is not supported"},
        {arm("<joint springdamper='1 1'/>"),
         "line 4: <joint springdamper>: only the value that changes nothing is supported: 1 1"},
        {arm("", "<option cone='round'/>"), "line 2: <option cone>: the value is not one of those supported: round"},
        {arm("", "<option impratio='0'/>"), "line 2: <option impratio>: the ratio is not above zero: 0"},
        {arm("<joint type='screw'/>"), "line 4: <joint type>: the value is not one of those supported: screw"},
        {arm("<joint type='ball' range='-1 1'/>"), "line 4: <joint range>: the range of a ball joint does not begin at 0"},
        {arm("<joint class='soft'/>"), "line 4: <joint class>: there is no default of this class: soft"},
        {arm("<body childclass='soft'/>"), "line 4: <body childclass>: there is no default of this class: soft"},
        {arm("<joint name='shoulder'/>"), "line 4: <joint name>: another joint has this name: shoulder"},
        {arm("<site name='tip'/><site name='tip'/>"), "line 4: <site name>: another site has this name: tip"},
        {arm("<site fromto='0 0 0 0 0 0'/>"), "line 4: <site fromto>: the two ends are at the same point"},
        {arm("<geom name='a' size='1'/>\n<geom name='a' size='1'/>"), "line 5: <geom name>: another geom has this name: a"},
        {arm("<geom name='a' size='1'/>", "<worldbody>\n<geom name='a' size='1' contype='0' conaffinity='0'/></worldbody>"),
         "line 5: <geom name>: another geom has this name: a"},
        {arm("", "<actuator><motor name='a' joint='shoulder'/>\n<position name='a' joint='shoulder'/></actuator>"),
         "line 3: <position name>: another actuator has this name: a"},
        {arm("<body name='world'/>"), "line 4: <body name>: another body has this name: world"},
        {arm("<geom name='a' size='1'/><geom name='b' size='1'/>",
             "<contact><pair geom1='a' geom2='b'/>\n<pair geom1='b' geom2='a'/></contact>"),
         "line 3: <pair geom2>: these two geoms are a pair already: a"},
        {arm("<geom name='a' size='1'/>", "<contact><pair geom1='a' geom2='a'/></contact>"),
         "line 2: <pair geom2>: the two geoms of a pair are one: a"},
        {arm("<freejoint/>"), "line 4: <freejoint type>: a free joint is the only joint of a body of the world"},
        {arm("<geom size='-1'/>"), "line 4: <geom size>: the size is negative: -1"},
        {arm("<geom/>"), "line 4: <geom size>: a sphere needs a radius above zero"},
        {arm("<geom type='capsule' size='1'/>"),
         "line 4: <geom size>: a capsule needs a radius and, without fromto, a half length above zero"},
        {arm("<geom type='capsule' size='1' fromto='0 0 0 0 0 0'/>"),
         "line 4: <geom fromto>: the two ends are at the same point"},
        {arm("<geom type='plane' size='1'/>"), "line 4: <geom type>: a plane is supported in the world only"},
        {arm("<geom type='box' size='1 1'/>"), "line 4: <geom size>: a box needs three half sizes above zero, or one and fromto"},
        {arm("<geom type='cylinder' size='1'/>"),
         "line 4: <geom size>: a cylinder needs a radius and, without fromto, a half length above zero"},
        {arm("<geom type='ellipsoid' size='1 0 1'/>"),
         "line 4: <geom size>: an ellipsoid needs three half sizes above zero, or one and fromto"},
        {arm("<geom size='1' fromto='0 0 0 1 0 0'/>"), "line 4: <geom fromto>: a sphere has no two ends"},
        {arm("<geom type='box' size='1' pos='0 0 1' fromto='0 0 0 1 0 0'/>"),
         "line 4: <geom fromto>: there is a pos too, here or in the default"},
        {arm("<geom size='1' adhesion='1'/>"), "line 4: <geom adhesion>: only the value that changes nothing is supported: 1"},
        {arm("<geom size='1' quat='1 0 0 0' euler='0 0 0'/>"),
         "line 4: <geom euler>: there is an orientation of another kind, here or in the default"},
        {arm("<geom size='1' solref='0.1 -1'/>"), "line 4: <geom solref>: one of the two is above zero and one is not: 0.1 -1"},
        {arm("<geom size='1' contype='0.5'/>"), "line 4: <geom contype>: this is not a mask of 31 bits"},
        {arm("<geom size='1' condim='4'/>"), "line 4: <geom condim>: only contacts of condim 1 and 3 are supported"},
        {arm("<body><joint/></body>"), "line 4: <body>: a body that moves has no mass"},
        {arm("<body name='arm'/>"), "line 4: <body name>: another body has this name: arm"},
        {arm("<inertial/>"), "line 4: <inertial>: pos and mass are needed"},
        {arm("<inertial pos='0 0 0' mass='1'/>"), "line 4: <inertial>: diaginertia or fullinertia is needed"},
        {arm("<inertial pos='0 0 0' mass='1' diaginertia='1 1 3'/>"),
         "line 4: <inertial diaginertia>: each moment of inertia must be at least 0 and at most the sum of the other two"},
        {arm("<inertial pos='0 0 0' mass='1' diaginertia='1 1 0'/>"), "line 3: <body>: a body that moves has no inertia"},
        {arm("<inertial pos='0 0 0' mass='1' fullinertia='1 1 1 2 0 0'/>"),
         "line 4: <inertial fullinertia>: each principal moment of inertia must be above 0 and at most the sum of the other two"},
        {arm("<inertial pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0' euler='0 0 0'/>"),
         "line 4: <inertial fullinertia>: a full inertia has neither an orientation nor a diagonal beside it"},
        {arm("<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>\n<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>"),
         "line 5: <inertial>: the body has an inertial already"},
        {arm("", "<worldbody><inertial/></worldbody>"), "line 2: <worldbody>: this element is not supported here: inertial"},
        {arm("", "<compiler inertiafromgeom='false'/>"), "line 3: <body>: a body that moves has no mass"},
        {arm("", "<worldbody><body name='post'><geom size='1'/></body></worldbody>"),
         touched},
        {arm("", "<worldbody><body><geom type='plane' size='1 1 1'/></body></worldbody>"),
         touched},
        {arm("", "<compiler settotalmass='3'/>\n<worldbody><body name='post'/></worldbody>"),
         "line 3: <body>: is fixed to the world, and settotalmass would count its mass"},
        {arm("", "<worldbody><body name='arm'/></worldbody>"), "line 3: <body name>: another body has this name: arm"},
        {arm("", "<worldbody><body><body><freejoint/><geom size='1'/></body></body></worldbody>"),
         "line 2: <freejoint type>: a free joint is the only joint of a body of the world"},
        {"<mujoco><worldbody>\n<body>\n<body/></body></worldbody></mujoco>",
         "line 2: <body>: nothing moves: a body needs a joint"},
        {arm("<geom type='mesh' mesh='m'/>"),
         "line 4: <geom type>: a mesh may neither touch (contype and conaffinity) nor weigh (without an inertial)"},
        {arm("<geom type='mesh' mesh='m' contype='0' conaffinity='0'/>"),
         "line 4: <geom type>: a mesh may neither touch (contype and conaffinity) nor weigh (without an inertial)"},
        {arm("<geom type='box' mesh='m' size='1 1 1'/>"), "line 4: <geom mesh>: fitting a shape to a mesh is not supported"},
        {arm("", "<worldbody><geom type='plane' size='1 1 1' euler='10 0 0'/></worldbody>"),
         "line 2: <geom quat>: only a level plane is supported"},
        {arm("", "<worldbody><geom size='1'/></worldbody>"), touched},
        {arm("<body><joint/><geom size='1'/><body name='hand'><joint/><geom type='ellipsoid' size='1 1 1'/></body></body>"),
         "line 4: <geom type>: may touch a geom of another link, but contacts between these types are not supported: arm"},
        {arm("", "<contact><pair geom1='arm' geom2='leg'/></contact>"),
         "line 2: <pair geom1>: there is no geom of this name: arm"},
        {"<mujoco><default><pair condim='1'/></default><worldbody/></mujoco>",
         "line 1: <default>: defaults of pairs are not supported: pair"},
        {arm("<geom name='arm' size='1'/><geom name='leg' size='1'/>",
             "<contact><pair geom1='arm' geom2='leg' friction='1 2'/></contact>"),
         "line 2: <pair friction>: only the same friction in both directions is supported: 1 2"},
        {arm("", "<option timestep='0'/>"), "line 2: <option timestep>: the time step is not above zero: 0"},
        {arm("", "<option integrator='implicit'/>"),
         "line 2: <option integrator>: the value is not one of those supported: implicit"},
        {arm("", "<option integrator='implicitfast'/>\n<worldbody><body><freejoint/><geom size='1' contype='0' "
                 "conaffinity='0'/></body></worldbody>"),
         "line 3: <body>: has a free joint and nothing that moves hangs from it: implicitfast is not supported for it"},
        {arm("", "<option density='-1'/>"), "line 2: <option density>: the value is negative: -1"},
        {arm("", "<option><flag contact='disable'/></option>"),
         "line 2: <flag contact>: the value is not one of those supported: disable"},
        {arm("", "<compiler coordinate='global'/>"),
         "line 2: <compiler coordinate>: the value is not one of those supported: global"},
        {arm("", "<compiler eulerseq='xy'/>"),
         "line 2: <compiler eulerseq>: this is not three letters of x, y, z, X, Y and Z: xy"},
        {arm("", "<default><default class='a'/>\n<default class='a'/></default>"),
         "line 3: <default class>: the class is there already: a"},
        {arm("", "<default><default class='a'>\n<default class='a'/></default></default>"),
         "line 3: <default class>: the class is there already: a"},
        {arm("", "<default><default/></default>"), "line 2: <default class>: a default inside a default needs a class"},
        {arm("", "<default class='a'/>"), "line 2: <default class>: the outermost default is class main: a"},
        {arm("", "<default><muscle gear='1'/></default>"),
         "line 2: <default>: this element is not supported in a default: muscle"},
        {arm("", "<actuator><damper joint='shoulder'/></actuator>"),
         "line 2: <actuator>: this element is not supported here: damper"},
        {arm("", "<actuator><motor/></actuator>"), "line 2: <motor joint>: an actuator needs a joint or a tendon"},
        {arm("", "<actuator><motor joint='shoulder' kp='1'/></actuator>"), "line 2: <motor kp>: this attribute is not supported"},
        {arm("", "<actuator><position joint='shoulder' kv='-1'/></actuator>"),
         "line 2: <position kv>: the value is negative: -1"},
        {arm("", "<actuator><position joint='shoulder' kv='1'\ndampratio='1'/></actuator>"),
         "line 3: <position dampratio>: the damping is given by kv already"},
        {arm("", "<actuator><position joint='shoulder' timeconst='1'/></actuator>"),
         "line 2: <position timeconst>: only the value that changes nothing is supported: 1"},
        {arm("", "<actuator><velocity joint='shoulder' forcelimited='true'/></actuator>"),
         "line 2: <velocity forcerange>: there is a limit without a range"},
        {arm("", "<actuator><general joint='shoulder' dyntype='filter'/></actuator>"),
         "line 2: <general dyntype>: the value is not one of those supported: filter"},
        {arm("", "<actuator><position joint='shoulder' kp='-1' dampratio='1'/></actuator>"),
         "line 2: <position dampratio>: a spring of negative stiffness has no damping ratio"},
        {arm("<joint type='ball' actuatorfrcrange='-1 1'/>"),
         "line 4: <joint actuatorfrcrange>: the force of actuators is limited on slides and hinges only"},
        {arm("<joint/>", "<actuator><motor joint=''/></actuator>"),
         "line 2: <motor joint>: an actuator needs a joint or a tendon"},
        {arm("<joint/>", "<tendon><fixed><joint coef='1'/></fixed></tendon>"),
         "line 2: <joint joint>: there is no slide or hinge of this name"},
        {arm("<joint name='socket' type='ball'/>", "<actuator><position joint='socket' dampratio='1'/></actuator>"),
         "line 2: <position>: acts on a ball or free joint: a damping ratio is not supported there: socket"},
        {arm("<joint name='socket' type='ball'/>",
             "<option integrator='implicitfast'/><actuator><velocity joint='socket'/></actuator>"),
         "line 2: <velocity>: acts on a ball or free joint by its velocity: implicitfast is not supported for it: socket"},
        {arm("", "<option tolerance='small'/>"), "line 2: <option tolerance>: this is not a number: small"},
        {arm("", "<option solver='Euler'/>"), "line 2: <option solver>: the value is not one of those supported: Euler"},
        {arm("", "<actuator><motor joint='elbow'/></actuator>"), "line 2: <motor joint>: there is no joint of this name: elbow"},
        {arm("", "<contact><exclude body1='arm' body2='leg'/></contact>"),
         "line 2: <exclude body2>: there is no body of this name: leg"},
    };
    for (auto const& [text, sentence] : wrong) {
        CHECK(error_of(text) == "MJCF, " + sentence);
    }
}

TEST_CASE("more geoms that may touch another link than there is room for are an error with the line") {
    std::string bodies, pairs;
    for (std::size_t i = 0; i <= physics::max_geoms / 2; ++i) {
        std::string const number = std::to_string(i);
        bodies += "<body><joint/><geom name='a" + number + "' size='1'/><geom name='b" + number + "' size='1'/></body>\n";
        pairs += i == 0 ? "" : "<pair geom1='a0' geom2='a" + number + "'/><pair geom1='b0' geom2='b" + number + "'/>\n";
    }
    std::string const masks = "<default><geom contype='0' conaffinity='0'/></default>";
    CHECK(error_of(arm(bodies, masks + "<contact>\n" + pairs + "</contact>")) ==
          "MJCF, line " + std::to_string(5 + physics::max_geoms) +
              ": <geom>: there are more geoms that may touch another link than physics::max_geoms");
}

TEST_CASE("more parts than the capacity are an error with the line") {
    std::string joints, geoms, bodies, motors, sites = "<site/>\n";
    for (std::size_t i = 0; i < physics::max_body_joints; ++i) {
        joints += "<joint/>\n";
    }
    for (std::size_t i = 0; i < physics::max_body_geoms; ++i) {
        geoms += "<geom size='1'/>\n";
    }
    for (std::size_t i = 0; i < physics::max_sites; ++i) {
        sites += "<site/>\n";
    }
    auto const last_line = [](std::size_t count) { return "MJCF, line " + std::to_string(3 + count); };
    CHECK(error_of(arm(joints)) ==
          last_line(physics::max_body_joints) + ": <joint>: a body has more joints than physics::body holds");
    CHECK(error_of(arm(geoms)) ==
          last_line(physics::max_body_geoms) + ": <geom>: a body has more geoms than physics::body holds");
    CHECK(error_of(arm(sites)) == last_line(physics::max_sites + 1) + ": <site>: there are more sites than physics::max_sites");
    for (std::size_t i = 0; i < physics::max_bodies; ++i) {
        bodies += "<body/>\n";
        motors += "<motor joint='shoulder'/>\n";
    }
    CHECK(error_of(arm(bodies)) ==
          "MJCF, line " + std::to_string(3 + physics::max_bodies) + ": <body>: there are more bodies than physics::max_bodies");
    CHECK(error_of(arm("", "<actuator>\n" + motors + "<motor joint='shoulder'/></actuator>")) ==
          "MJCF, line " + std::to_string(3 + physics::max_actuators) +
              ": <motor>: there are more actuators than physics::max_actuators");
}
