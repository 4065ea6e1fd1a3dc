// SPDX-License-Identifier: MIT
// Drag of the fluid around a robot: every body is the box of its inertia; pressure acts on its faces, viscosity as on a
// sphere of its size (MuJoCo documentation, "Computation: Fluid forces, Inertia model").
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/bias.hpp>
#include <lockstep/physics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// The force on a box, about its centre in its own axes, at its velocity in the resting fluid in the same axes.
template <real R>
spatial<R> drag(vec3<double> const& box, double density, double viscosity, spatial<R> const& velocity) {
    constexpr double pi = 3.14159265358979323846;
    double const size = (box.x + box.y + box.z) / 3;
    double const turning = pi * size * size * size * viscosity, moving = 3 * pi * size * viscosity;
    auto const resisted = [](double linear, double squared, R const& v) { return -((R(linear) + R(squared) * abs(v)) * v); };
    // Pressure grows with the square of the speed of a face; the integral over a turning one gives the fourth powers.
    auto const face = [&](double a, double b) { return 0.5 * density * a * b; };
    auto const faces = [&](double along, double a, double b) { return density * along * (a * a * a * a + b * b * b * b) / 64; };
    vec3<R> const &w = velocity.angular, &v = velocity.linear;
    return {{resisted(turning, faces(box.x, box.y, box.z), w.x), resisted(turning, faces(box.y, box.z, box.x), w.y),
             resisted(turning, faces(box.z, box.x, box.y), w.z)},
            {resisted(moving, face(box.y, box.z), v.x), resisted(moving, face(box.z, box.x), v.y),
             resisted(moving, face(box.x, box.y), v.z)}};
}

/// Takes what the fluid does to each body from the force that the body asks for.
template <real R>
void add_drag(model const& m, kinematics<R> const& k, body_dynamics<R>& bodies) {
    for (model::fluid_box const& box : m.boxes) {
        std::size_t const b = box.body;
        mat3<R> const axes = k.orientation[b] * constant<R>(box.axes), inverse = transpose(axes);
        vec3<R> const center = k.position[b] + k.orientation[b] * constant<R>(box.center);
        spatial<R> const& velocity = bodies.velocity[b];
        vec3<R> const at_center = (velocity.linear + bodies.tree_velocity[b]) + cross(velocity.angular, center);
        spatial<R> const own =
            drag(box.edges, m.density, m.viscosity, spatial<R>{inverse * velocity.angular, inverse * at_center});
        vec3<R> const force = axes * own.linear;
        bodies.bias[b] = bodies.bias[b] - spatial<R>{axes * own.angular + cross(center, force), force};
    }
}

}  // namespace lockstep::physics
