// SPDX-License-Identifier: MIT
// A robot as its author states it: bodies, joints, geoms and actuators in MuJoCo's words and with MuJoCo's defaults
// (MuJoCo documentation, "XML reference"). physics/compile.hpp turns it into the tables that the dynamics read.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string_view>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>

namespace lockstep::physics {

/// At most Capacity elements of T in place, usable at compile time.
template <class T, std::size_t Capacity>
class bounded {
public:
    constexpr bounded() = default;
    constexpr bounded(std::initializer_list<T> list) {
        for (T const& element : list) {
            push_back(element);
        }
    }
    constexpr void push_back(T const& element) {
        if (count_ == Capacity) {
            throw std::length_error("lockstep::physics: the robot has more parts of one kind than physics/robot.hpp allows");
        }
        elements_[count_++] = element;
    }
    constexpr std::size_t size() const { return count_; }
    constexpr T const& operator[](std::size_t i) const { return elements_[i]; }
    constexpr T& operator[](std::size_t i) { return elements_[i]; }
    constexpr T const* begin() const { return elements_.data(); }
    constexpr T const* end() const { return elements_.data() + count_; }
    constexpr T* begin() { return elements_.data(); }
    constexpr T* end() { return elements_.data() + count_; }

private:
    std::array<T, Capacity> elements_{};
    std::size_t count_ = 0;
};

inline constexpr std::size_t max_bodies = 32, max_dofs = 32, max_geoms = 48, max_points = 64, max_actuators = 32, max_words = 18,
                             max_body_joints = 6, max_body_geoms = 8, max_sites = 32, max_pairs = 128;
inline constexpr std::size_t max_tendons = 8, max_tendon_joints = 8, max_scenery = 16;

/// Red, green, blue and opacity, from 0 to 1.
using color = std::array<float, 4>;

/// How soft a constraint is (MuJoCo documentation, "Solver parameters").
struct softness {
    std::array<double, 2> solref = {0.02, 1};                   // time constant and damping ratio, or -stiffness and -damping
    std::array<double, 5> solimp = {0.9, 0.95, 0.001, 0.5, 2};  // dmin, dmax, width, midpoint, power
    double margin = 0;
};

enum class joint_type { slide, hinge, ball, free };
constexpr std::size_t dofs_of(joint_type type) { return type == joint_type::free ? 6 : type == joint_type::ball ? 3 : 1; }

struct joint {
    std::string_view name = {};
    joint_type type = joint_type::hinge;
    vec3<double> axis = {0, 0, 1}, position = {0, 0, 0};  // in the body's frame
    double stiffness = 0, damping = 0, armature = 0;
    double reference = 0, spring_reference = 0;  // slide and hinge; a ball or free joint's spring is at rest as the robot begins
    bool limited = false;
    std::array<double, 2> range = {0, 0};  // of a ball joint: 0, and the angle that it may turn by
    softness limit = {};
    double friction_loss = 0;  // what dry friction can take, along each of the joint's degrees of freedom
    softness friction = {};    // of that; its margin means nothing
    bool actuator_force_limited = false;  // slide and hinge: what all actuators exert together
    std::array<double, 2> actuator_force_range = {0, 0};
};

enum class geom_type { sphere, capsule, cylinder, box, ellipsoid };

struct geom {
    std::string_view name = {};
    geom_type type = geom_type::capsule;
    double radius = 0, half_length = 0;                   // of a capsule: between the centres of its end spheres, halved
    vec3<double> half_sizes = {0, 0, 0};                  // of a box or an ellipsoid
    vec3<double> position = {0, 0, 0}, axis = {0, 0, 1};  // in the body's frame; the axis is the geom's z, of length 1
    quaternion<double> orientation = {1, 0, 0, 0};        // of the geom, before its z is turned to the axis the shortest way
    double density = 1000, friction = 1;
    int contype = 1, conaffinity = 1;  // two geoms may touch where the one's type and the other's affinity share a bit
    int condim = 3;                    // 1: without friction; of two geoms the greater counts
    softness contact = {};
    color paint = {0.5f, 0.5f, 0.5f, 1};
};

/// A body's mass, given instead of computed from its geoms.
struct inertial {
    bool given = false;
    double mass = 0;
    vec3<double> center = {0, 0, 0};
    symmetric3<double> about_center = {0, 0, 0, 0, 0, 0};  // in the body's axes
    bool has_axes = false;                                 // its principal axes are stated, not to be found
    quaternion<double> axes = {1, 0, 0, 0};
};

struct body {
    std::string_view name = {};
    std::string_view parent = {};  // empty: the world
    vec3<double> position = {0, 0, 0};
    quaternion<double> orientation = {1, 0, 0, 0};
    bounded<joint, max_body_joints> joints = {};  // none: welded to its parent
    bounded<geom, max_body_geoms> geoms = {};
    inertial inertia = {};  // otherwise from the geoms
};

/// A place to look at or to measure, which weighs and touches nothing.
struct site {
    std::string_view name = {};
    std::string_view body = {};  // empty: the world
    vec3<double> position = {0, 0, 0};
    quaternion<double> orientation = {1, 0, 0, 0};
};

/// What a joint adds to a tendon's length: coefficient times the position of a slide or hinge.
struct tendon_joint {
    std::string_view joint = {};
    double coefficient = 1;
};

/// MuJoCo's fixed tendon: a sum of joint positions with a spring, a damper, a limit and dry friction. The spring is slack between
/// the two lengths of spring_length; {-1, -1} stands for the length when all joints are at their spring_reference.
struct tendon {
    std::string_view name = {};
    bounded<tendon_joint, max_tendon_joints> joints = {};
    double stiffness = 0, damping = 0;
    std::array<double, 2> spring_length = {-1, -1};
    bool limited = false;
    std::array<double, 2> range = {0, 0};
    softness limit = {};
    double friction_loss = 0;  // what dry friction can take, along its length
    softness friction = {};    // of that; its margin means nothing
};

enum class actuator_type { motor, position, velocity, general };

/// A torque or force gear * f on a slide, hinge or tendon, whose position and velocity count gear times here:
///     motor     f = control
///     position  f = kp * (control - position) - kv * velocity
///     velocity  f = kv * (control - velocity)
///     general   f = gain * control + bias[0] + bias[1] * position + bias[2] * velocity
/// with control and f kept in their ranges. On a ball or free joint gear * f acts along `along`: about the axes of a ball joint,
/// whose position is how far it has turned about each; along the world's axes, then about its own, of a free one, which has no
/// position. Where position, or general with bias[1] = -gain, acts on a ball joint, control - position is taken to the nearest
/// turn: less the nearest multiple of 2 pi times the length of gear * along.
struct actuator {
    std::string_view joint = {};
    double gear = 1;
    std::array<double, 2> control_range = {-1, 1};
    bool control_limited = true;
    actuator_type type = actuator_type::motor;
    double kp = 1, kv = 0;
    /// Of a position actuator, or a general one whose bias[1] is -gain: above 0 in place of kv, or -bias[2], which becomes
    /// 2 * damping_ratio * sqrt(kp * inertia), kp being the gain.
    double damping_ratio = 0;
    double gain = 1;
    std::array<double, 3> bias = {0, 0, 0};
    bool force_limited = false;
    std::array<double, 2> force_range = {0, 0};
    std::string_view tendon = {};  // in place of a joint
    std::string_view name = {};
    std::array<double, 6> along = {1, 0, 0, 0, 0, 0};  // of a ball joint three
};

/// MuJoCo keeps the friction of a contact above this.
inline constexpr double least_friction = 1e-5;

/// A level plane.
struct ground {
    std::string_view name = {};
    double height = 0;
    double friction = 1;
    int contype = 1, conaffinity = 1, condim = 3;
    softness contact = {};
};

/// Two bodies whose geoms do not touch each other; "world" is the ground.
struct exclusion {
    std::string_view first = {}, second = {};
};

/// Two geoms that touch whatever their masks say, with parameters of their own. One of them may be the ground.
struct contact_pair {
    std::string_view first = {}, second = {};
    int condim = 3;
    double friction = 1;
    softness contact = {};
};

enum class cone_type { pyramidal, elliptic };

/// implicit_fast: as euler, but implicit in the damping of actuators, tendons and a fluid too. runge_kutta: as in MuJoCo 4.
/// runge_kutta_mujoco_3: as before, when free and ball joints turned less exactly.
enum class integrator_type { euler, runge_kutta, implicit_fast, runge_kutta_mujoco_3 };

struct robot {
    std::string_view name = {};
    double timestep = 0.002;
    vec3<double> gravity = {0, 0, -9.81};
    double density = 0, viscosity = 0;  // of the fluid around the robot
    integrator_type integrator = integrator_type::euler;
    cone_type cone = cone_type::pyramidal;
    double impratio = 1;    // how much stiffer friction is than the normal force of a contact
    double total_mass = 0;  // above 0: masses and inertias are scaled to it (MuJoCo's settotalmass)
    ground floor = {};
    bounded<body, max_bodies> bodies = {};  // parents before children, depth first
    bounded<tendon, max_tendons> tendons = {};
    bounded<actuator, max_actuators> actuators = {};
    bounded<site, max_sites> sites = {};
    bounded<exclusion, max_bodies> exclusions = {};
    bounded<contact_pair, max_geoms> pairs = {};
    bounded<geom, max_scenery> scenery = {};  // in the world's frame, to be looked at only
};

/// The capsule between two points. As of MuJoCo's fromto, its z points to the first.
constexpr geom capsule_between(std::string_view name, vec3<double> const& from, vec3<double> const& to, geom result) {
    vec3<double> const d = from - to;
    double const length = compile_time::sqrt(dot(d, d));
    result.name = name;
    result.half_length = 0.5 * length;
    result.position = 0.5 * (from + to);
    result.axis = (1 / length) * d;
    return result;
}

}  // namespace lockstep::physics
