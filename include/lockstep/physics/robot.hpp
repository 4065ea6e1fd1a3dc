// SPDX-License-Identifier: MIT
// A robot as its author states it: bodies, joints, geoms and actuators in MuJoCo's words and with MuJoCo's defaults
// (MuJoCo documentation, "XML reference"). physics/compile.hpp turns it into the tables that the dynamics read.
//
// Units are m, kg, s, rad, N and N m. "m or rad" is m for a slide or a translation of a free joint, and rad for a hinge or a
// rotation of a ball or free joint; "N or N m" likewise. The names in a robot are views, not copies: their characters must
// outlive the robot.
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

/// A list of at most Capacity elements of T. It allocates nothing, so it works at compile time.
template <class T, std::size_t Capacity>
class bounded {
public:
    constexpr bounded() = default;
    constexpr bounded(std::initializer_list<T> list) {
        for (T const& element : list) {
            push_back(element);
        }
    }
    /// Adds an element at the end. Throws std::length_error if the list is full.
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

/// The most parts of each kind that a robot and its model may have. max_body_joints and max_body_geoms count the parts of one
/// body. max_geoms counts the geoms that may touch another link, and also robot::pairs. max_pairs counts the pairs of geoms of
/// two links that may touch, max_points the points that may touch the ground, and max_words the words of the active set.
inline constexpr std::size_t max_bodies = 32, max_dofs = 32, max_geoms = 48, max_points = 64, max_actuators = 32, max_words = 18,
                             max_body_joints = 6, max_body_geoms = 8, max_sites = 32, max_pairs = 128;
inline constexpr std::size_t max_tendons = 8, max_tendon_joints = 8, max_scenery = 16;

/// Red, green, blue and opacity, from 0 to 1.
using color = std::array<float, 4>;

/// How soft a constraint is (MuJoCo documentation, "Solver parameters"). `solref` is a time constant (s) and a damping ratio if
/// both of its numbers are above 0. If neither is, they are -stiffness (1/s^2) and -damping (1/s). The constraint exists while
/// its distance is below the margin.
struct softness {
    std::array<double, 2> solref = {0.02, 1};                   // time constant (s), damping ratio; or -stiffness, -damping
    std::array<double, 5> solimp = {0.9, 0.95, 0.001, 0.5, 2};  // dmin, dmax, width (m or rad), midpoint, power
    double margin = 0;                                          // m or rad
};

enum class joint_type { slide, hinge, ball, free };
/// Returns how many degrees of freedom a joint of this type has.
constexpr std::size_t dofs_of(joint_type type) { return type == joint_type::free ? 6 : type == joint_type::ball ? 3 : 1; }

/// A joint. It lets a body move relative to its parent.
struct joint {
    std::string_view name = {};
    joint_type type = joint_type::hinge;
    vec3<double> axis = {0, 0, 1};      // in the body's frame, of any length but 0; slide and hinge only
    vec3<double> position = {0, 0, 0};  // m, in the body's frame: a point of the axis, or the centre of a ball joint
    double stiffness = 0;               // of its spring: N/m or N m/rad
    double damping = 0;                 // N s/m or N m s/rad
    double armature = 0;                // inertia added to each degree of freedom: kg or kg m^2
    double reference = 0;               // qpos in the pose in which the robot is stated: m or rad; slide and hinge only
    double spring_reference = 0;        // qpos at which the spring is at rest: m or rad; slide and hinge only. The spring of a
                                        // ball or free joint is at rest in the pose in which the robot begins.
    bool limited = false;                  // whether qpos has a range
    std::array<double, 2> range = {0, 0};  // of qpos: m or rad; of a ball joint: 0 and the largest angle (rad)
    softness limit = {};                   // of the ends of the range
    double friction_loss = 0;             // largest force of dry friction on each degree of freedom: N or N m
    softness friction = {};               // of dry friction; its margin is not used
    bool actuator_force_limited = false;  // slide and hinge only: whether the sum of all actuators' forces is clamped
    std::array<double, 2> actuator_force_range = {0, 0};  // N or N m
};

enum class geom_type { sphere, capsule, cylinder, box, ellipsoid };

/// A shape of a body. Its mass is part of the body's mass if the body's inertia is not given. It may touch other geoms and
/// the ground.
struct geom {
    std::string_view name = {};
    geom_type type = geom_type::capsule;
    double radius = 0;                              // m: of a sphere, a capsule or a cylinder
    double half_length = 0;                         // m: of a cylinder; of a capsule without its round ends
    vec3<double> half_sizes = {0, 0, 0};            // m: of a box or an ellipsoid
    vec3<double> position = {0, 0, 0};              // m, in the body's frame: of the geom's centre
    vec3<double> axis = {0, 0, 1};                  // in the body's frame, of length 1: the geom's z
    quaternion<double> orientation = {1, 0, 0, 0};  // of length 1: applied before the shortest rotation from z to the axis
    double density = 1000;                          // kg/m^3
    double friction = 1;                            // of sliding; of two geoms that touch, the greater one counts
    int contype = 1, conaffinity = 1;  // two geoms may touch if the contype of one and the conaffinity of the other share a bit
    int condim = 3;                    // 1: without friction, 3: with; of two geoms that touch, the greater one counts
    softness contact = {};
    color paint = {0.5f, 0.5f, 0.5f, 1};
};

/// A body's mass and inertia, if they are given. Otherwise they are computed from the body's geoms.
struct inertial {
    bool given = false;                                    // false: computed from the geoms, and the rest is not used
    double mass = 0;                                       // kg
    vec3<double> center = {0, 0, 0};                       // m, in the body's frame: the centre of mass
    symmetric3<double> about_center = {0, 0, 0, 0, 0, 0};  // kg m^2, about the centre of mass, in the body's axes
    bool has_axes = false;                                 // whether `axes` are the principal axes; otherwise they are computed
    quaternion<double> axes = {1, 0, 0, 0};                // from the principal axes to the body's, of length 1
};

/// A rigid part of the robot.
struct body {
    std::string_view name = {};
    std::string_view parent = {};                   // empty: the world
    vec3<double> position = {0, 0, 0};              // m, in the parent's frame
    quaternion<double> orientation = {1, 0, 0, 0};  // from the body's axes to its parent's, of length 1
    bounded<joint, max_body_joints> joints = {};    // none: the body is welded to its parent
    bounded<geom, max_body_geoms> geoms = {};
    inertial inertia = {};
};

/// A frame on a body, to look at or to measure. It has no mass and touches nothing.
struct site {
    std::string_view name = {};
    std::string_view body = {};                     // empty: the world
    vec3<double> position = {0, 0, 0};              // m, in the body's frame
    quaternion<double> orientation = {1, 0, 0, 0};  // from the site's axes to the body's, of length 1
};

/// A joint of a tendon, a slide or hinge. The tendon's length is the sum of coefficient * qpos over its joints.
struct tendon_joint {
    std::string_view joint = {};
    double coefficient = 1;  // m of tendon per m or rad of joint
};

/// MuJoCo's fixed tendon: a sum of joint positions with a spring, a damper, a limit and dry friction. If the coefficients are in
/// m per m or rad, lengths are in m and forces in N.
struct tendon {
    std::string_view name = {};
    bounded<tendon_joint, max_tendon_joints> joints = {};
    double stiffness = 0, damping = 0;               // N/m, N s/m
    std::array<double, 2> spring_length = {-1, -1};  // m: the spring is slack between these lengths; {-1, -1}: both are the
                                                     // length in the pose in which all joints are at their spring_reference
    bool limited = false;
    std::array<double, 2> range = {0, 0};  // of the length: m
    softness limit = {};
    double friction_loss = 0;  // largest force of dry friction: N
    softness friction = {};    // of dry friction; its margin is not used
};

enum class actuator_type { motor, position, velocity, general };

/// An actuator. It exerts gear * f on a slide, a hinge or a tendon. Below, length is gear times the position of that joint or
/// tendon, and velocity is gear times its velocity:
///     motor     f = control
///     position  f = kp * (control - length) - kv * velocity
///     velocity  f = kv * (control - velocity)
///     general   f = gain * control + bias[0] + bias[1] * length + bias[2] * velocity
/// The control is clamped to control_range, and f to force_range, if they are limited. On a ball joint, gear * f is a torque
/// about `along`. The joint's position is then the dot product of `along` and the rotation vector from the pose in which the
/// robot is stated. There a position actuator, and a general actuator with bias[1] = -gain, wrap control - length: they subtract
/// the nearest multiple of 2 pi |gear * along|. On a free joint, gear * f acts along `along`, and the length is 0.
struct actuator {
    std::string_view joint = {};                    // what it acts on, unless `tendon` is given
    double gear = 1;                                // force or torque per unit of f; it scales the length too
    std::array<double, 2> control_range = {-1, 1};  // in the unit of the control
    bool control_limited = true;                    // whether the control is clamped to control_range
    actuator_type type = actuator_type::motor;
    double kp = 1, kv = 0;  // f per length, and f per velocity
    /// If it is above 0, kv of a position actuator is 2 * damping_ratio * sqrt(kp * inertia) instead, with the inertia in the
    /// reference pose; 1 is critical damping. In a general actuator, gain stands for kp and -bias[2] for kv; bias[1] must then be
    /// -gain. On a ball or free joint a damping ratio is not supported.
    double damping_ratio = 0;
    double gain = 1;                         // f per control
    std::array<double, 3> bias = {0, 0, 0};  // of f: constant, per length, per velocity
    bool force_limited = false;                  // whether f is clamped to force_range
    std::array<double, 2> force_range = {0, 0};  // of f: N or N m
    std::string_view tendon = {};                // what it acts on in place of a joint
    std::string_view name = {};
    /// The direction on a ball or free joint. A ball joint uses three numbers, about its own axes. A free joint uses six: three
    /// along the world's axes, then three about its own axes.
    std::array<double, 6> along = {1, 0, 0, 0, 0, 0};
};

/// The least friction of a contact, as in MuJoCo.
inline constexpr double least_friction = 1e-5;

/// The ground: a level plane with its normal along z.
struct ground {
    std::string_view name = {};
    double height = 0;    // m
    double friction = 1;  // of sliding; of the ground and a geom that touches it, the greater one counts
    int contype = 1, conaffinity = 1, condim = 3;  // as of a geom
    softness contact = {};
};

/// Two bodies, by name, whose geoms do not touch each other. "world" is the ground.
struct exclusion {
    std::string_view first = {}, second = {};
};

/// Two geoms, by name, that may touch whatever their contype and conaffinity are, and even if an exclusion names their bodies or
/// one of the two bodies is the other's parent. Their contacts have the parameters that are stated here. One of the two may be
/// the ground.
struct contact_pair {
    std::string_view first = {}, second = {};
    int condim = 3;       // 1: without friction, 3: with
    double friction = 1;  // of sliding
    softness contact = {};
};

enum class cone_type { pyramidal, elliptic };

/// How a step moves the state. `euler` is semi-implicit, and implicit in the damping of joints. `implicit_fast` is also implicit
/// in the damping of actuators, tendons and a fluid. `runge_kutta` is of fourth order, as in MuJoCo 4. `runge_kutta_mujoco_3` is
/// the method of MuJoCo 3, which rotates free and ball joints less exactly.
enum class integrator_type { euler, runge_kutta, implicit_fast, runge_kutta_mujoco_3 };

/// A robot, with its ground and its scenery.
struct robot {
    std::string_view name = {};
    double timestep = 0.002;               // s
    vec3<double> gravity = {0, 0, -9.81};  // m/s^2
    double density = 0, viscosity = 0;     // of the fluid around the robot: kg/m^3, Pa s
    integrator_type integrator = integrator_type::euler;
    cone_type cone = cone_type::pyramidal;
    double impratio = 1;    // impedance of friction over that of the normal force
    double total_mass = 0;  // kg; above 0, masses and inertias are scaled to it (MuJoCo's settotalmass)
    ground floor = {};
    bounded<body, max_bodies> bodies = {};  // depth first: each parent before its children
    bounded<tendon, max_tendons> tendons = {};
    bounded<actuator, max_actuators> actuators = {};
    bounded<site, max_sites> sites = {};
    bounded<exclusion, max_bodies> exclusions = {};
    bounded<contact_pair, max_geoms> pairs = {};
    bounded<geom, max_scenery> scenery = {};  // in the world's frame; it is drawn, and touches nothing
};

/// Returns `result` with this name, placed between two points (m): its centre is half way, and its half_length is half of their
/// distance. As with MuJoCo's fromto, its z axis points to `from`. The points must differ. The type stays that of `result`: by
/// default a capsule.
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
