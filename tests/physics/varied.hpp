// SPDX-License-Identifier: MIT
// Every parameter that may vary, changed: as rows of a varied model, in a model itself.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace support {

namespace physics = lockstep::physics;

/// A factor near 1, another one for each index.
constexpr double factor(std::size_t kind, std::size_t i) { return 0.7 + 0.1 * static_cast<double>((3 * kind + 5 * i) % 7); }
inline constexpr lockstep::vec3<double> heavier{0.5, 0, -7}, longer{0.01, 0, -0.02};

template <lockstep::real R>
physics::varied_model<R> varied(physics::model const& m) {
    physics::varied_model<R> result(m);
    result.own.gravity = lockstep::constant<R>(heavier);
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        result.own.mass[b] = R(factor(0, b));
        if (m.bodies[b].parent != physics::no_body) {
            result.own.offset[b] = lockstep::constant<R>(longer);
        }
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        result.own.damping[i] = R(factor(1, i));
        result.own.armature[i] = R(factor(2, i));
        result.own.stiffness[i] = R(factor(3, i));
    }
    for (std::size_t p = 0; p < m.points.size(); ++p) {
        result.own.friction[p] = R(factor(4, m.points[p].part));
    }
    for (std::size_t u = 0; u < m.motors.size(); ++u) {
        result.own.gear[u] = R(factor(5, u));
    }
    return result;
}

inline physics::model changed(physics::model const& m) {
    physics::model result = m;
    result.gravity = heavier;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        auto& [xx, yy, zz, xy, xz, yz] = result.bodies[b].inertia;
        for (double* number :
             {&result.bodies[b].mass, &result.bodies[b].across, &result.bodies[b].along, &xx, &yy, &zz, &xy, &xz, &yz}) {
            *number *= factor(0, b);
        }
        if (m.bodies[b].parent != physics::no_body) {
            result.bodies[b].position = m.bodies[b].position + longer;
        }
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        result.dofs[i].damping *= factor(1, i);
        result.dofs[i].armature *= factor(2, i);
        result.dofs[i].stiffness *= factor(3, i);
    }
    auto const edge = [](double mu) { return mu * mu * (1 + mu * mu); };
    for (std::size_t p = 0; p < m.points.size(); ++p) {
        double const mu = m.points[p].friction;
        result.points[p].friction *= factor(4, m.points[p].part);
        result.points[p].contact.inverse_weight *= edge(result.points[p].friction) / edge(mu);
    }
    for (std::size_t u = 0; u < m.motors.size(); ++u) {
        result.motors[u].gear *= factor(5, u);
    }
    return result;
}

}  // namespace support
