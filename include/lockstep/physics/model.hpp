// SPDX-License-Identifier: MIT
// A compiled robot: the tables that the dynamics read, in MuJoCo's words. Bodies without joints are fused into their parents.
// Bodies are in depth-first order, and degrees of freedom (dofs) are in the order of their bodies.
//
// Units are m, kg, s, rad, N and N m. "m or rad" is m for a slide or a translation and rad for a hinge or a rotation; "N or N m"
// likewise. Numbers without a unit are ratios or counts.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::size_t no_body = static_cast<std::size_t>(-1), no_word = no_body, no_tendon = no_body;

/// The most rows that couple links in one lane: as many as a word of the active set has bits. In a model whose links touch with
/// elliptic cones, each contact and each limit takes three rows. Dry friction of a tendon takes the bits of two.
inline constexpr std::size_t max_rows = 24;

/// The parameters of a constraint's impedance d(r) and of its reference acceleration aref = -damping * v - stiffness * d(r) * r.
/// Here r is the distance minus the margin, and v is the rate of change of r.
struct impedance {
    double dmin = 0, dmax = 0, width = 0, midpoint = 0, power = 0;  // solimp; the width in m or rad
    double stiffness = 0, damping = 0;                              // from solref: 1/s^2 and 1/s
    double margin = 0;                                              // m or rad
    double inverse_weight = 0;  // MuJoCo's diagApprox, an approximation of the row's inverse inertia: 1/kg or 1/(kg m^2)

    friend constexpr bool operator==(impedance const&, impedance const&) = default;
};

/// Where a row has its bit in the active set. If the row has several bits, it is the first of them.
struct row_bit {
    std::size_t word = 0;  // index into the words of the active set
    int bit = 0;           // from 0 to 23
};

/// The type of a dof. `translation` belongs to a free joint and is along an axis of the world. `rotation` belongs to a ball or
/// free joint and is about an axis of the body.
enum class dof_type { slide, hinge, translation, rotation };

/// Which point of a geom may touch the ground. `center` is the centre of a sphere or of an end of a capsule. The other types are
/// points on the surface: `corner` of a box, `rim` of a cylinder, and `ellipsoid` of an ellipsoid.
enum class point_type { center, corner, rim, ellipsoid };

/// The tables of a robot. Members called `body` or `dof` are indices into `bodies` or `dofs`. `first` and `second` of a pair are
/// indices into `shapes`.
struct model {
    using number = double;  // the type of the parameters that may vary: see physics/varied_model.hpp
    /// A link: a body of the robot with joints, and the bodies that are fused into it.
    struct body {
        std::size_t parent = no_body;                     // the link that carries it; no_body: the world
        vec3<double> position = {0, 0, 0};                // m, in the parent's frame
        mat3<double> orientation = identity3<double>();   // from the body's axes to its parent's
        bool turned = false;                              // whether orientation is not the identity
        bool free = false;                                // whether it has a free joint, so that its qpos are its pose
        double mass = 0;                                  // kg
        vec3<double> center = {0, 0, 0};                  // m, in the body's frame: the centre of mass
        symmetric3<double> inertia = {0, 0, 0, 0, 0, 0};  // kg m^2, about the centre of mass, in the body's axes
        bool axisymmetric = false;                        // whether inertia = across * 1 + (along - across) * axis axis^T
        double across = 0, along = 0;                     // kg m^2: moments across and about the axis, if axisymmetric
        vec3<double> axis = {0, 0, 1};                    // in the body's frame, of length 1: the axis of symmetry
        std::size_t first_dof = 0, dof_count = 0;         // its degrees of freedom are [first_dof, first_dof + dof_count)
        std::size_t limb = 0;                             // the index of its limb; 0: the trunk
    };
    /// A degree of freedom.
    struct dof {
        std::size_t body = 0;  // the link that it moves
        dof_type type = dof_type::hinge;
        vec3<double> axis = {0, 0, 1};    // of length 1; of a translation in the world's axes, otherwise in the body's
        vec3<double> anchor = {0, 0, 0};  // m, in the body's frame: a point of the axis
        std::size_t qpos = 0;             // index of its position; of a rotation, of the first number of the quaternion
        std::size_t index = 0;            // 0, 1 or 2 among the three translations or rotations of a joint
        bool moves_tree = false;          // whether it translates a whole tree: then bias forces do not depend on its velocity
        double reference = 0;             // qpos in the pose in which the robot is stated: m or rad
        double stiffness = 0;             // of the spring: N/m or N m/rad
        double damping = 0;               // N s/m or N m s/rad
        double armature = 0;              // kg or kg m^2
        double spring_reference = 0;      // qpos at which the spring is at rest: m or rad
        double inverse_weight = 0;        // MuJoCo's dof_invweight0: 1/kg or 1/(kg m^2)
        bool limited = false;                  // whether qpos has a range; of a ball joint see ball_limits
        std::array<double, 2> range = {0, 0};  // of qpos: m or rad
        impedance limit = {};                  // of the ends of the range
        bool narrow = false;       // whether both limits may be active at once; then each is one of the rows that couple links
        row_bit row = {};          // of the limit at the nearer end of the range
        double friction_loss = 0;  // largest force of dry friction: N or N m
        impedance friction = {};                              // of dry friction
        row_bit friction_row = {};                            // of dry friction: two bits
        bool coupled = false;                                 // whether a row that couples links may act on it
        bool actuator_force_limited = false;                  // whether the sum of the actuators' forces is clamped
        std::array<double, 2> actuator_force_range = {0, 0};  // N or N m

        /// Returns whether the limit has a bit of its own. The limits of a narrow range are rows that couple links instead.
        constexpr bool has_limit() const { return limited && !narrow; }
    };
    /// A point that may touch the ground.
    struct point {
        std::size_t body = 0;               // the link
        std::size_t robot_body = 0;         // the body of the robot, before fusing
        vec3<double> position = {0, 0, 0};  // m, in the body's frame: the centre of the sphere, capsule end, box, ...
        vec3<double> axis = {0, 0, 1};      // in the body's frame, of length 1: the geom's z
        bool along_axis = false;            // whether the first tangent is the axis, projected onto the ground; otherwise it is x
        point_type type = point_type::center;
        mat3<double> half_axes = identity3<double>();  // m, rows: the geom's half axes in the body's frame; not used by a center
        vec3<double> weights = {0, 0, 0};              // of a corner or a rim: see physics/contact/ground_point.hpp
        double radius = 0;                             // m: of a center
        double ground = 0;                             // m: the ground's height
        int condim = 3;                                // 1: without friction, 3: with
        double friction = 0;                           // of sliding
        double cone_friction = 0;  // friction / sqrt(impratio), of the regularized elliptic cone
        impedance contact = {};
        row_bit row = {};  // its first bit; its other bits follow
    };
    /// A geom that may touch another link.
    struct shape {
        std::size_t body = 0;        // the link
        std::size_t robot_body = 0;  // the body of the robot, before fusing
        geom_type type = geom_type::sphere;
        vec3<double> position = {0, 0, 0};        // m, in the body's frame
        vec3<double> axis = {0, 0, 1};            // in the body's frame, of length 1: the geom's z
        double radius = 0, half_length = 0;       // m
        mat3<double> axes = identity3<double>();  // of a box, rows: the directions of its edges in the body's frame
        vec3<double> half_sizes = {0, 0, 0};      // m: of a box
    };
    /// Two shapes that may touch. `first` is the shape of the lesser geom_type. If both have the same type, it is the shape that
    /// comes first.
    struct pair {
        std::size_t first = 0, second = 0;
        int condim = 3;  // 1: without friction, 3: with
        double friction = 0;  // of sliding
        double reach = 0;  // m: the shapes do not touch if their centres are farther apart than this
        impedance contact = {};

        /// Returns whether contacts of both pairs have the same parameters. Their inverse weights may differ.
        constexpr bool is_like(pair const& other) const {
            impedance own = contact;
            own.inverse_weight = other.contact.inverse_weight;
            return condim == other.condim && friction == other.friction && own == other.contact;
        }
    };
    /// A body of the robot before fusing.
    struct robot_body {
        std::size_t body = 0;                             // the link that it is, or is fused into
        double mass = 0;                                  // kg
        vec3<double> center = {0, 0, 0};                  // m, in the link's frame: its centre of mass
        symmetric3<double> inertia = {0, 0, 0, 0, 0, 0};  // kg m^2, about its centre of mass, in the link's axes
        bool aligned = true;                              // whether MuJoCo takes the body's axes for its principal axes
    };
    /// The box with the inertia of a robot's body. A fluid acts on this box in place of the body.
    struct fluid_box {
        std::size_t body = 0;                     // the link
        vec3<double> center = {0, 0, 0};          // m, in the link's frame
        mat3<double> axes = identity3<double>();  // columns: the directions of its edges in the link's frame
        vec3<double> edges = {0, 0, 0};           // m: their lengths
    };
    /// A frame on a link.
    struct site {
        std::size_t body = no_body;                      // no_body: the world
        vec3<double> position = {0, 0, 0};               // m, in the link's frame
        mat3<double> orientation = identity3<double>();  // from the site's axes to the link's
    };
    /// A fixed tendon. Its length is the sum of coefficient * qpos.
    struct tendon {
        struct joint {
            std::size_t dof = 0;     // of a slide or a hinge
            double coefficient = 1;  // m of tendon per m or rad of joint
        };
        bounded<joint, max_tendon_joints> joints = {};
        double stiffness = 0, damping = 0;             // N/m, N s/m
        std::array<double, 2> spring_length = {0, 0};  // m: the spring is slack between these lengths
        bool branch = false;                           // whether all of its joints are on one branch of the tree
        bool limited = false;
        std::array<double, 2> range = {0, 0};  // of its length: m
        impedance limit = {};
        double friction_loss = 0;  // largest force of dry friction: N
        impedance friction = {};
    };
    /// The limit of a ball joint.
    struct ball_limit {
        std::size_t dof = 0;  // the first of the joint's three
        double angle = 0;     // the largest: rad
        impedance limit = {};
    };
    /// An actuator of any type. It exerts gear * (gain * control + bias[0] + bias[1] * length + bias[2] * velocity), where length
    /// and velocity are gear times those of the joint or tendon.
    struct motor {
        std::size_t dof = 0;                               // the first dof of its joint; not used if there is a tendon
        std::size_t dof_count = 1;                         // of its joint
        std::array<double, 6> along = {1, 0, 0, 0, 0, 0};  // what a unit of gear exerts on each dof of the joint
        double gear = 1;                                   // what it exerts per unit of the force; it scales length too
        double low = -1, high = 1;                         // of the control, in its unit
        bool control_limited = true;                       // whether the control is clamped to [low, high]
        double gain = 1;                                   // force per control
        std::array<double, 3> bias = {0, 0, 0};            // of the force: constant, per length, per velocity
        bool force_limited = false;                        // whether the force is clamped to force_range
        std::array<double, 2> force_range = {0, 0};        // before the gear: N or N m
        std::size_t tendon = no_tendon;                    // what it pulls in place of a joint
    };

    double timestep = 0.002;               // s
    double density = 0, viscosity = 0;     // of the fluid: kg/m^3, Pa s
    vec3<double> gravity = {0, 0, -9.81};  // m/s^2
    integrator_type integrator = integrator_type::euler;
    cone_type cone = cone_type::pyramidal;
    double impratio = 1;  // impedance of friction over that of the normal force
    bounded<body, max_bodies> bodies = {};
    bounded<robot_body, max_bodies> robot_bodies = {};
    bounded<dof, max_dofs> dofs = {};
    bounded<point, max_points> points = {};
    bounded<shape, max_geoms> shapes = {};
    bounded<pair, max_pairs> pairs = {};
    bounded<fluid_box, max_bodies> boxes = {};  // empty without a fluid
    bounded<tendon, max_tendons> tendons = {};
    bounded<ball_limit, max_dofs / 3> ball_limits = {};
    bounded<motor, max_actuators> motors = {};
    bounded<site, max_sites> sites = {};              // the robot's, in the same order
    bounded<double, 2 * max_dofs> initial_qpos = {};  // m, rad and quaternions, joint by joint
    bool planar = false;                              // whether all motion stays in the plane y = 0
    std::size_t limbs = 1;                            // how many, the trunk included
    std::size_t words = 0;                            // how many the active set has, the counters included
    std::size_t coupled_word = no_word;               // the word of the rows that couple links: a whole number with their bits
    std::size_t unconverged_word = no_word;           // counts the evaluations that ended before their active set settled
    std::size_t dropped_contacts_word = no_word;      // counts the contacts that found no room, in all evaluations; the last word

    constexpr std::size_t qpos_size() const { return initial_qpos.size(); }
    constexpr std::size_t qvel_size() const { return dofs.size(); }
    constexpr std::size_t ctrl_size() const { return motors.size(); }
    /// Returns whether the contacts of a point or a pair have an elliptic cone.
    template <class Contact>
    constexpr bool has_cone(Contact const& c) const {
        return cone == cone_type::elliptic && c.condim == 3;
    }
    /// Returns whether any contacts between links have an elliptic cone. Then limits that couple links are kept as contacts
    /// too (physics/constraint/coupled_cones.hpp).
    constexpr bool has_coupled_cones() const {
        for (pair const& p : pairs) {
            if (has_cone(p)) {
                return true;
            }
        }
        return false;
    }
    /// Returns whether the solver needs a line search. It does if contacts have elliptic cones, if a joint or a tendon has dry
    /// friction, or if a box, a cylinder or an ellipsoid may touch the ground. With cones or dry friction a whole step of
    /// Newton's method may lead too far. Boxes and cylinders touch the ground with several points at once. With them the active
    /// sets of whole steps repeat so often that Murty's pivots, which suffice for spheres and capsules, would be too slow.
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
    /// Returns how many bits a contact with the ground has: one for each edge of its pyramid. In a planar model the two edges
    /// across the plane share one bit. Without friction there is one bit, for the normal. A contact with an elliptic cone has as
    /// many bits as with a pyramid, and uses the first two.
    constexpr int edges(point const& p) const { return p.condim == 1 ? 1 : planar ? 3 : 4; }
    /// Returns how many of the rows that couple links a limit takes. The overload for a pair returns how many a contact of the
    /// pair takes.
    constexpr int coupled_rows() const { return has_coupled_cones() ? 3 : 1; }
    constexpr int coupled_rows(pair const& p) const { return has_coupled_cones() ? 3 : p.condim == 1 ? 1 : 4; }
    /// Returns how many words the active set itself has, without the counters.
    constexpr std::size_t set_words() const { return unconverged_word == no_word ? 0 : unconverged_word; }
};

/// Returns the first body of the tree to which body b belongs.
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
