// SPDX-License-Identifier: MIT
// A contact of a point with the ground: MuJoCo's soft contact with a pyramidal friction cone. With the normal n and two tangents
// t and s, the cone's four edges are n + mu t, n - mu t, n + mu s, n - mu s. They are rows of the constraint problem, and each
// has a bit in the active set. Without friction (condim 1) the normal is the only row. All vectors are in world axes; O is the
// origin of physics/dynamics/kinematics.hpp.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/impedance.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/contact/ground_point.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

template <real R>
struct contact {
    vec3<R> position;  // m, about O: half way between the surfaces
    R weight;          // D of a pyramid's edge, or of the normal without friction or with a cone; 0 where not near
    // m/s^2: edge d is active where its residual d . (a - aref) is negative, at the point's acceleration a
    reference_acceleration<vec3<R>> aref;
    R tangent_x, tangent_y;  // the first tangent t, of length 1; the second is s = (-tangent_y, tangent_x)
};

/// Returns the distance (m) of a point from the ground. It is negative below the ground.
template <real R>
LOCKSTEP_INLINE R distance_to_ground(model::point const& p, kinematics<R> const& k) {
    R const z = k.position[p.body].z + dot(k.orientation[p.body].z, ground_point(p, k.orientation[p.body].z));
    return z + (k.origin[p.body].z - R(p.radius + p.ground));
}

/// Returns the contact of point p. `distance` must be the result of distance_to_ground for the point.
template <real R, class Model>
contact<R> find_contact(Model const& m, model::point const& p, kinematics<R> const& k, body_dynamics<R> const& bodies,
                        R const& distance) {
    contact<R> c;
    mat3<R> const& orientation = k.orientation[p.body];
    vec3<R> const local = ground_point(p, orientation.z), &origin = k.position[p.body];
    c.position = {origin.x + dot(orientation.x, local), origin.y + dot(orientation.y, local),
                  R(0.5) * distance - k.origin[p.body].z};
    if (p.ground != 0) {
        c.position.z = c.position.z + R(p.ground);
    }
    constraint_response<R> const response = respond(p.contact, distance);
    spatial<R> const& v = bodies.velocity[p.body];
    vec3<R> const velocity = (v.linear + bodies.tree_velocity[p.body]) + cross(v.angular, c.position);
    c.weight = of_friction(m, p, response.weight);
    c.aref.negated = R(p.contact.damping) * velocity;
    c.aref.negated.z = c.aref.negated.z + response.recovery;
    c.tangent_x = R(1);
    c.tangent_y = R(0);
    if (p.along_axis) {
        vec3<R> const axis = orientation * constant<R>(p.axis);
        R const squared = axis.x * axis.x + axis.y * axis.y, least(1e-30), s = rsqrt(max(squared, least));
        mask_t<R> const upright = squared < least;  // as in MuJoCo, the first tangent is then x
        c.tangent_x = select(upright, R(1), s * axis.x);
        c.tangent_y = select(upright, R(0), s * axis.y);
    }
    return c;
}

/// Returns the edges whose residual is negative if the point has this acceleration (m/s^2). Without friction the first edge
/// stands for the normal, and the others are false.
template <real R, class Model>
LOCKSTEP_INLINE std::array<mask_t<R>, 4> active_edges(Model const& m, model::point const& p, contact<R> const& c,
                                                      vec3<R> const& acceleration) {
    vec3<R> const residual = acceleration - c.aref;
    if (p.condim == 1) {
        mask_t<R> const none(false);
        return {residual.z < R(0), none, none, none};
    }
    R const mu(friction_of(m, p)), down = -residual.z;
    R const first = mu * (c.tangent_x * residual.x + c.tangent_y * residual.y);
    R const second = mu * (c.tangent_x * residual.y - c.tangent_y * residual.x);
    return {first < down, residual.z < first, second < down, residual.z < second};
}

/// Returns the acceleration (m/s^2) of the contact's point if its body has the acceleration `a`, about O.
template <real R>
LOCKSTEP_INLINE vec3<R> point_acceleration(contact<R> const& c, spatial<R> const& a) {
    return a.linear + cross(a.angular, c.position);
}

/// Returns `word` with the bits of the contact's active edges. In lanes where the contact is not near, no bit is set. In a planar
/// model one bit stands for both edges across the plane.
template <real R>
LOCKSTEP_INLINE R with_edges(model const& m, model::point const& p, contact<R> const& c, std::array<mask_t<R>, 4> const& edges,
                             R word) {
    mask_t<R> const present = R(0) < c.weight;
    for (int e = 0; e < m.edges(p); ++e) {
        word = with_bit(word, edges[static_cast<std::size_t>(e)] && present, p.row.bit + e);
    }
    return word;
}

/// Returns the sum of D d d^T (3 x 3) over the contact's edges d that are active in `word`.
template <real R, class Model>
LOCKSTEP_INLINE symmetric3<R> active_stiffness(Model const& m, model::point const& p, contact<R> const& c, R const& word) {
    auto const weight = [&](int edge) {
        return select(bit(word, p.row.bit + (edge < m.edges(p) ? edge : edge - 1)), c.weight, R(0));
    };
    if (p.condim == 1) {
        return {R(0), R(0), weight(0), R(0), R(0), R(0)};
    }
    R const t0 = weight(0), t1 = weight(1), s0 = weight(2), s1 = weight(3);
    typename Model::number const friction = friction_of(m, p);
    R const mu(friction), mu_squared(friction * friction), tt = mu_squared * (t0 + t1), ss = mu_squared * (s0 + s1);
    R const tn = mu * (t0 - t1), sn = mu * (s0 - s1), &x = c.tangent_x, &y = c.tangent_y;
    return {x * x * tt + y * y * ss, y * y * tt + x * x * ss, (t0 + t1) + (s0 + s1),
            x * y * (tt - ss),       x * tn - y * sn,         y * tn + x * sn};
}

}  // namespace lockstep::physics
