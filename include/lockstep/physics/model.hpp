// SPDX-License-Identifier: MIT
// A compiled robot: the tables that the dynamics read, in MuJoCo's words. Bodies without joints are fused into their
// parents; bodies are in depth-first order, and degrees of freedom (dofs) in the order of their bodies.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::size_t no_body = static_cast<std::size_t>(-1), no_word = no_body, no_tendon = no_body;

/// Rows that couple links, at most, in a lane: as many as a word has bits. Where links touch with an elliptic cone, three are
/// taken by each contact and each limit. Dry friction of a tendon takes two.
inline constexpr std::size_t max_rows = 24;

/// A constraint's impedance d(r) and the reference acceleration -damping * v - stiffness * d(r) * r that it is drawn to.
struct impedance {
    double dmin = 0, dmax = 0, width = 0, midpoint = 0, power = 0;
    double stiffness = 0, damping = 0, margin = 0;
    double inverse_weight = 0;  // MuJoCo's diagApprox: an approximation of the constraint's inverse inertia

    friend constexpr bool operator==(impedance const&, impedance const&) = default;
};

/// One bit of an active-set word.
struct row_bit {
    std::size_t word = 0;
    int bit = 0;
};

enum class dof_type { slide, hinge, translation, rotation };  // the last two: a free joint in world axes; ball or free, own axes

/// center: of a sphere or of an end of a capsule. The others are on the surface of a box, a cylinder or an ellipsoid.
enum class point_type { center, corner, rim, ellipsoid };

struct model {
    using number = double;  // of what may vary: see physics/varied_model.hpp
    struct body {
        std::size_t parent = no_body;
        vec3<double> position = {0, 0, 0};
        mat3<double> orientation = identity3<double>();
        bool turned = false;  // orientation is not the identity
        bool free = false;    // position and orientation are those of its free joint alone
        double mass = 0;
        vec3<double> center = {0, 0, 0};
        symmetric3<double> inertia = {0, 0, 0, 0, 0, 0};  // about the centre of mass, in the body's axes
        bool axisymmetric = false;                        // inertia = across * 1 + (along - across) * axis axis^T
        double across = 0, along = 0;
        vec3<double> axis = {0, 0, 1};
        std::size_t first_dof = 0, dof_count = 0;
        std::size_t limb = 0;  // 0: the trunk
    };
    struct dof {
        std::size_t body = 0;
        dof_type type = dof_type::hinge;
        vec3<double> axis = {0, 0, 1}, anchor = {0, 0, 0};
        std::size_t qpos = 0;     // rotation: where its quaternion begins
        std::size_t index = 0;    // within the joint's three translations or rotations
        bool moves_tree = false;  // a translation of a whole tree: it takes no part in velocity-dependent forces
        double reference = 0, stiffness = 0, damping = 0, armature = 0, spring_reference = 0, inverse_weight = 0;
        bool limited = false;
        std::array<double, 2> range = {0, 0};
        impedance limit = {};
        bool narrow = false;  // both ends of the range may be near at once: a row each, among those that couple links
        row_bit row = {};     // of the nearer end
        double friction_loss = 0;
        impedance friction = {};
        row_bit friction_row = {};  // two bits
        bool coupled = false;  // a row that couples links may act on it
        bool actuator_force_limited = false;
        std::array<double, 2> actuator_force_range = {0, 0};

        /// Whether a limit of it has a bit of its own.
        constexpr bool has_limit() const { return limited && !narrow; }
    };
    /// What may touch the ground.
    struct point {
        std::size_t body = 0, robot_body = 0;
        vec3<double> position = {0, 0, 0}, axis = {0, 0, 1};
        bool along_axis = false;  // the first tangent is the capsule's axis, projected; otherwise x
        point_type type = point_type::center;
        mat3<double> half_axes = identity3<double>();  // not of a center: from `position`, in the rows
        vec3<double> weights = {0, 0, 0};              // of a corner or a rim: see physics/contact/ground_point.hpp
        double radius = 0, ground = 0;                 // ground: its height
        int condim = 3;
        double friction = 0;
        double cone_friction = 0;  // of the regularized cone
        impedance contact = {};
        row_bit row = {};  // of its first row; the others follow
    };
    /// A geom that may touch another link.
    struct shape {
        std::size_t body = 0, robot_body = 0;
        geom_type type = geom_type::sphere;
        vec3<double> position = {0, 0, 0}, axis = {0, 0, 1};
        double radius = 0, half_length = 0;
        mat3<double> axes = identity3<double>();  // of a box: the directions of its edges, in the rows
        vec3<double> half_sizes = {0, 0, 0};      // of a box
    };
    /// Two shapes that may touch; the first is of the lesser type, or the earlier one.
    struct pair {
        std::size_t first = 0, second = 0;
        int condim = 3;
        double friction = 0;
        double reach = 0;  // the distance of their centres beyond which they do not touch
        impedance contact = {};

        /// Whether its contacts have the same parameters, but for the links' weights.
        constexpr bool is_like(pair const& other) const {
            impedance own = contact;
            own.inverse_weight = other.contact.inverse_weight;
            return condim == other.condim && friction == other.friction && own == other.contact;
        }
    };
    /// A body of the robot before fusing.
    struct robot_body {
        std::size_t body = 0;  // that it is, or is fused into
        double mass = 0;
        vec3<double> center = {0, 0, 0};                  // in the body's frame
        symmetric3<double> inertia = {0, 0, 0, 0, 0, 0};  // about its centre of mass, in the body's axes
        bool aligned = true;                              // MuJoCo takes its axes for those of its inertia
    };
    /// What a fluid takes a part of the robot for: the box of the same inertia.
    struct fluid_box {
        std::size_t body = 0;
        vec3<double> center = {0, 0, 0};          // in the body's frame
        mat3<double> axes = identity3<double>();  // directions of the edges, in the columns
        vec3<double> edges = {0, 0, 0};           // their lengths
    };
    /// A site in its body's frame; body no_body: in the world's.
    struct site {
        std::size_t body = no_body;
        vec3<double> position = {0, 0, 0};
        mat3<double> orientation = identity3<double>();
    };
    struct tendon {
        struct joint {
            std::size_t dof = 0;
            double coefficient = 1;
        };
        bounded<joint, max_tendon_joints> joints = {};
        double stiffness = 0, damping = 0;
        std::array<double, 2> spring_length = {0, 0};
        bool branch = false;  // of any two of its joints, one moves the other
        bool limited = false;
        std::array<double, 2> range = {0, 0};
        impedance limit = {};
        double friction_loss = 0;
        impedance friction = {};
    };
    /// How far a ball joint turns, from its first dof on.
    struct ball_limit {
        std::size_t dof = 0;
        double angle = 0;
        impedance limit = {};
    };
    /// What an actuator of any type comes to: gear * (gain * control + bias . (1, length, velocity)).
    struct motor {
        std::size_t dof = 0;  // of a ball or free joint the first; not if there is a tendon
        std::size_t dof_count = 1;
        std::array<double, 6> along = {1, 0, 0, 0, 0, 0};  // what a unit of gear exerts on each dof
        double gear = 1, low = -1, high = 1;
        bool control_limited = true;
        double gain = 1;
        std::array<double, 3> bias = {0, 0, 0};
        bool force_limited = false;
        std::array<double, 2> force_range = {0, 0};
        std::size_t tendon = no_tendon;
    };

    double timestep = 0.002, density = 0, viscosity = 0;
    vec3<double> gravity = {0, 0, -9.81};
    integrator_type integrator = integrator_type::euler;
    cone_type cone = cone_type::pyramidal;
    double impratio = 1;
    bounded<body, max_bodies> bodies = {};
    bounded<robot_body, max_bodies> robot_bodies = {};
    bounded<dof, max_dofs> dofs = {};
    bounded<point, max_points> points = {};
    bounded<shape, max_geoms> shapes = {};
    bounded<pair, max_pairs> pairs = {};
    bounded<fluid_box, max_bodies> boxes = {};  // none without a fluid
    bounded<tendon, max_tendons> tendons = {};
    bounded<ball_limit, max_dofs / 3> ball_limits = {};
    bounded<motor, max_actuators> motors = {};
    bounded<site, max_sites> sites = {};  // the robot's, in its order
    bounded<double, 2 * max_dofs> initial_qpos = {};
    bool planar = false;  // everything happens in the plane y = 0
    std::size_t limbs = 1, words = 0;
    std::size_t coupled_word = no_word;  // the rows that couple links, as bits of a whole number
    std::size_t unconverged_word = no_word;       // counts the evaluations that ended before their active set settled
    std::size_t dropped_contacts_word = no_word;  // counts the contacts that found no room, in all evaluations; the last word

    constexpr std::size_t qpos_size() const { return initial_qpos.size(); }
    constexpr std::size_t qvel_size() const { return dofs.size(); }
    constexpr std::size_t ctrl_size() const { return motors.size(); }
    /// Whether a contact has an elliptic cone.
    template <class Contact>  // a point or a pair
    constexpr bool has_cone(Contact const& c) const {
        return cone == cone_type::elliptic && c.condim == 3;
    }
    /// Whether contacts between links have: then all that couples links stands as contacts
    /// (physics/constraint/coupled_cones.hpp).
    constexpr bool has_coupled_cones() const {
        for (pair const& p : pairs) {
            if (has_cone(p)) {
                return true;
            }
        }
        return false;
    }
    /// Whether the solver must look how far a step of Newton's method may go: with cones and dry friction a whole one may lead
    /// too far. Where boxes and cylinders touch, with several points at once, the sets of whole steps go round in circles too
    /// often to leave that to steps of one row, as with spheres and capsules.
    constexpr bool searches() const {
        bool result = has_coupled_cones();
        for (point const& p : points) {
            result = result || p.type != point_type::center || has_cone(p);
        }
        for (dof const& d : dofs) {
            result = result || d.friction_loss > 0;
        }
        for (tendon const& t : tendons) {
            result = result || t.friction_loss > 0;
        }
        return result;
    }
    /// Rows of a contact that have a bit: the edges of its pyramid, of which in the plane the two across it are one, or,
    /// without friction, its normal alone.
    constexpr int edges(point const& p) const { return p.condim == 1 ? 1 : planar ? 3 : 4; }
    /// Rows that a limit, or a contact of two links, takes of the list of those that couple links.
    constexpr int coupled_rows() const { return has_coupled_cones() ? 3 : 1; }
    constexpr int coupled_rows(pair const& p) const { return has_coupled_cones() ? 3 : p.condim == 1 ? 1 : 4; }
    /// Words that are the active set.
    constexpr std::size_t set_words() const { return unconverged_word == no_word ? 0 : unconverged_word; }
};

/// The first body of a body's tree.
constexpr std::size_t root_of(model const& m, std::size_t b) {
    while (m.bodies[b].parent != no_body) {
        b = m.bodies[b].parent;
    }
    return b;
}

template <class T>
using per_body = std::array<T, max_bodies>;
template <class T>
using per_dof = std::array<T, max_dofs>;
template <class T>
using per_point = std::array<T, max_points>;

}  // namespace lockstep::physics
