// SPDX-License-Identifier: MIT
// Drag of the fluid around a robot. Each body of the robot counts as the box with its inertia. Pressure acts on the faces of the
// box, and viscosity as on a sphere of its size (MuJoCo documentation, "Computation: Fluid forces, Inertia model").
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Calls resisted(linear, squared, v) for each component v of a velocity, and returns the results. The drag against v is
/// linear * v + squared * |v| v. `box` has the lengths of the box's edges (m).
template <real R, class Resisted>
spatial<R> on_box(vec3<double> const& box, double density, double viscosity, spatial<R> const& velocity,
                  Resisted const& resisted) {
    constexpr double pi = 3.14159265358979323846;
    double const size = (box.x + box.y + box.z) / 3;
    double const turning = pi * size * size * size * viscosity, moving = 3 * pi * size * viscosity;
    // Pressure grows with the square of the speed. Its integral over a face that turns gives the fourth powers.
    auto const face = [&](double a, double b) { return 0.5 * density * a * b; };
    auto const faces = [&](double along, double a, double b) { return density * along * (a * a * a * a + b * b * b * b) / 64; };
    vec3<R> const &w = velocity.angular, &v = velocity.linear;
    return {{resisted(turning, faces(box.x, box.y, box.z), w.x), resisted(turning, faces(box.y, box.z, box.x), w.y),
             resisted(turning, faces(box.z, box.x, box.y), w.z)},
            {resisted(moving, face(box.y, box.z), v.x), resisted(moving, face(box.z, box.x), v.y),
             resisted(moving, face(box.x, box.y), v.z)}};
}

/// Returns the torque (N m) and force (N) of the drag on a box about its centre. `velocity` is the velocity of the box in the
/// resting fluid. All vectors are in the box's own axes.
template <real R>
spatial<R> drag(vec3<double> const& box, double density, double viscosity, spatial<R> const& velocity) {
    return on_box(box, density, viscosity, velocity,
                  [](double linear, double squared, R const& v) { return -((R(linear) + R(squared) * abs(v)) * v); });
}

/// Returns minus the derivative of each component of the drag with respect to the same component of the velocity.
template <real R>
spatial<R> drag_slope(vec3<double> const& box, double density, double viscosity, spatial<R> const& velocity) {
    return on_box(box, density, viscosity, velocity,
                  [](double linear, double squared, R const& v) { return R(linear) + R(2 * squared) * abs(v); });
}

/// The pose and the velocity of a box.
template <real R>
struct moving_box {
    mat3<R> axes;         // columns: its axes in the world
    vec3<R> center;       // m, about O
    spatial<R> velocity;  // of its centre, in its own axes
};

template <real R>
moving_box<R> find_box(model::fluid_box const& box, kinematics<R> const& k, body_dynamics<R> const& bodies) {
    std::size_t const b = box.body;
    mat3<R> const axes = k.orientation[b] * constant<R>(box.axes), inverse = transpose(axes);
    vec3<R> const center = k.position[b] + k.orientation[b] * constant<R>(box.center);
    spatial<R> const& velocity = bodies.velocity[b];
    vec3<R> const at_center = (velocity.linear + bodies.tree_velocity[b]) + cross(velocity.angular, center);
    return {axes, center, {inverse * velocity.angular, inverse * at_center}};
}

/// Subtracts the drag on each body from its bias force.
template <real R>
void add_drag(model const& m, kinematics<R> const& k, body_dynamics<R>& bodies) {
    for (model::fluid_box const& box : m.boxes) {
        auto const [axes, center, velocity] = find_box(box, k, bodies);
        spatial<R> const own = drag(box.edges, m.density, m.viscosity, velocity);
        vec3<R> const force = axes * own.linear;
        bodies.bias[box.body] = bodies.bias[box.body] - spatial<R>{axes * own.angular + cross(center, force), force};
    }
}

/// Returns for each body the damping matrix of its drag, about O, times the time step. Implicit integration adds it to the
/// inertia of the body.
template <real R>
per_body<spatial_inertia<R>> implicit_drag(model const& m, kinematics<R> const& k, body_dynamics<R> const& bodies) {
    per_body<spatial_inertia<R>> sum;
    sum.fill({constant<R>(symmetric3<double>{}), constant<R>(mat3<double>{}), constant<R>(symmetric3<double>{})});
    for (model::fluid_box const& box : m.boxes) {
        auto const [axes, center, velocity] = find_box(box, k, bodies);
        auto const [turning, moving] = drag_slope(box.edges, m.density, m.viscosity, velocity);
        auto const in_world = [&, &axes = axes](vec3<R> const& slope) {
            vec3<R> const own = R(m.timestep) * slope;
            return rotated(axes, symmetric3<R>{own.x, own.y, own.z, R(0), R(0), R(0)});
        };
        spatial_inertia<R> less = point_inertia(in_world(moving), center);
        less.angular = less.angular + in_world(turning);
        sum[box.body] = sum[box.body] + less;
    }
    return sum;
}

}  // namespace lockstep::physics
