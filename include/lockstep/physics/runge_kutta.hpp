// SPDX-License-Identifier: MIT
// One step of the classical Runge-Kutta method of fourth order. Free and ball joints rotate by the method of Munthe-Kaas (1998,
// "Runge-Kutta methods on Lie groups"), as in MuJoCo 4. The displacements u of the stages are in the tangent space of the first
// orientation, where the angular velocity w becomes w + u x w / 2 + c(|u|) u x (u x w). MuJoCo 3 used w itself.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <lockstep/physics/integrate.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// c(t) = (1 - (t/2) / tan(t/2)) / t^2 = 1/12 + t^2/720 + ...; in float only the first term is used.
template <real R>
LOCKSTEP_INLINE R munthe_kaas_coefficient(R const& t_squared) {
    if constexpr (std::same_as<R, double>) {
        double const t = std::sqrt(t_squared);
        return t < 1e-2 ? 1.0 / 12 + t_squared / 720 : (1 - 0.5 * t / std::tan(0.5 * t)) / t_squared;
    } else {
        return R(1.0 / 12);
    }
}

/// The displacement of at most half a turn that leads to the same orientation, as in MuJoCo. In float, which uses only the first
/// term of c, displacements are assumed to be small.
template <real R>
LOCKSTEP_INLINE vec3<R> shortest_rotation(vec3<R> const& u) {
    if constexpr (std::same_as<R, double>) {
        constexpr double pi = 3.14159265358979323846;
        double const angle = std::sqrt(dot(u, u));
        return angle > pi ? (1 - 2 * pi * std::ceil((angle - pi) / (2 * pi)) / angle) * u : u;
    } else {
        return u;
    }
}

/// Turns the velocities `qvel` of all dofs into the rates of change of a displacement u in its tangent space.
template <real R>
void displacement_rate(model const& m, per_dof<R> const& u, per_dof<R>& qvel) {
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        if (m.dofs[i].type == dof_type::rotation && m.dofs[i].index == 0) {
            vec3<R> const turned = shortest_rotation(vec3<R>{u[i], u[i + 1], u[i + 2]}), w{qvel[i], qvel[i + 1], qvel[i + 2]};
            vec3<R> const once = cross(turned, w), twice = cross(turned, once);
            vec3<R> const rate = w + R(0.5) * once + munthe_kaas_coefficient(dot(turned, turned)) * twice;
            qvel[i] = rate.x;
            qvel[i + 1] = rate.y;
            qvel[i + 2] = rate.z;
        }
    }
}

/// Moves qpos and qvel by one step. active: as in forward; each stage starts from the active set of the previous one. derive: as
/// in forward, for the last stage. Returns the evaluation of the last stage.
template <real R, class Model, class Derive = nothing_derived>
evaluation<R> runge_kutta_step(Model const& m, std::span<R> qpos, std::span<R> qvel, std::span<R const> ctrl,
                               std::span<R> active, Derive const& derive = {}) {
    std::size_t const dofs = m.dofs.size(), positions = m.qpos_size();
    auto last = undefined_rows<evaluation<R>, R>();
    per_dof<R> rate, rate_sum, qacc_sum;
    for (per_dof<R>* values : {&rate, &last.qacc, &rate_sum, &qacc_sum}) {
        values->fill(R(0));
    }
    R stage(0);
    auto const evaluate = [&] {
        mask_t<R> const is_first = stage < R(0.5), is_last = R(2.5) < stage;
        R const time = select(is_first, R(0), select(is_last, R(m.timestep), R(m.timestep * 0.5)));
        R const weight = select(is_first || is_last, R(m.timestep * (1.0 / 6)), R(m.timestep * (1.0 / 3)));
        per_dof<R> displacement;
        for (std::size_t i = 0; i < dofs; ++i) {
            displacement[i] = time * rate[i];
            last.qvel[i] = qvel[i] + time * last.qacc[i];
        }
        for (std::size_t i = 0; i < positions; ++i) {
            last.qpos[i] = qpos[i];
        }
        integrate_position<R>(m, std::span<R>(last.qpos).first(positions), displacement);
        rate = last.qvel;
        if (m.integrator == integrator_type::runge_kutta) {
            displacement_rate(m, displacement, rate);
        }
        auto const derive_last = [&](auto const&... result) { when(any(is_last), [&] { derive(result...); }); };
        last.qacc = forward<R>(m, std::span<R const>(last.qpos).first(positions), std::span<R const>(last.qvel).first(dofs), ctrl,
                               active, derive_last)
                        .qacc;
        for (std::size_t i = 0; i < dofs; ++i) {
            rate_sum[i] = rate_sum[i] + weight * rate[i];
            qacc_sum[i] = qacc_sum[i] + weight * last.qacc[i];
        }
        stage = stage + R(1);
    };
    // A loop, so that a recorded step has the text of one stage, and its sums are no state of the simulation.
    repeat_until(
        4, [] { return any(R(1) < R(0)); }, evaluate, stage, rate, last, rate_sum, qacc_sum, active);
    integrate_position<R>(m, qpos, rate_sum);
    for (std::size_t i = 0; i < dofs; ++i) {
        qvel[i] = qvel[i] + qacc_sum[i];
    }
    return last;
}

}  // namespace lockstep::physics
