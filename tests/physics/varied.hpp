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
        result.own.friction_loss[i] = R(factor(6, i));
        result.own.spring_reference[i] = R(0.1 * factor(7, i));
        result.own.range_low[i] = R(-0.1 * factor(8, i));
        result.own.range_high[i] = R(-0.1 * factor(9, i));
    }
    for (std::size_t t = 0; t < m.tendons.size(); ++t) {
        result.own.tendon_coefficient[t] = R(factor(10, t));
        result.own.tendon_stiffness[t] = R(factor(11, t));
        result.own.tendon_damping[t] = R(factor(12, t));
    }
    for (std::size_t p = 0; p < m.pairs.size(); ++p) {
        result.own.pair_friction[p] = R(factor(13, p));
    }
    for (std::size_t p = 0; p < m.points.size(); ++p) {
        result.own.friction[p] = R(factor(4, m.points[p].robot_body));
    }
    for (std::size_t u = 0; u < m.motors.size(); ++u) {
        result.own.gear[u] = R(factor(5, u));
        result.own.gain[u] = R(factor(14, u));
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
        result.dofs[i].friction_loss *= factor(6, i);
        result.dofs[i].spring_reference += 0.1 * factor(7, i);
        result.dofs[i].range[0] -= 0.1 * factor(8, i);
        result.dofs[i].range[1] -= 0.1 * factor(9, i);
    }
    for (physics::model::ball_limit& b : result.ball_limits) {
        b.angle -= 0.1 * factor(9, b.dof);
    }
    for (std::size_t t = 0; t < m.tendons.size(); ++t) {
        for (physics::model::tendon::joint& p : result.tendons[t].joints) {
            p.coefficient *= factor(10, t);
        }
        result.tendons[t].stiffness *= factor(11, t);
        result.tendons[t].damping *= factor(12, t);
    }
    auto const edge = [](double mu) { return mu * mu * (1 + mu * mu); };
    for (std::size_t p = 0; p < m.points.size(); ++p) {
        double const mu = m.points[p].friction;
        result.points[p].friction *= factor(4, m.points[p].robot_body);
        result.points[p].contact.inverse_weight *= m.points[p].condim == 1 ? 1 : edge(result.points[p].friction) / edge(mu);
    }
    for (std::size_t p = 0; p < m.pairs.size(); ++p) {
        if (m.pairs[p].condim == 3) {
            double const mu = m.pairs[p].friction;
            result.pairs[p].friction *= factor(13, p);
            result.pairs[p].contact.inverse_weight *= edge(result.pairs[p].friction) / edge(mu);
        }
    }
    for (std::size_t u = 0; u < m.motors.size(); ++u) {
        result.motors[u].gear *= factor(5, u);
        result.motors[u].gain *= factor(14, u);
        for (double& b : result.motors[u].bias) {
            b *= factor(14, u);
        }
    }
    return result;
}

}  // namespace support
