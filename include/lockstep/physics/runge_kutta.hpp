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

/// Returns c(t) = (1 - (t/2) / tan(t/2)) / t^2 = 1/12 + t^2/720 + ..., where `t_squared` is t^2. If R is not double, returns only
/// the first term.
template <real R>
LOCKSTEP_INLINE R munthe_kaas_coefficient(R const& t_squared) {
    if constexpr (std::same_as<R, double>) {
        double const t = std::sqrt(t_squared);
        return t < 1e-2 ? 1.0 / 12 + t_squared / 720 : (1 - 0.5 * t / std::tan(0.5 * t)) / t_squared;
    } else {
        return R(1.0 / 12);
    }
}

/// Returns the displacement of at most half a turn that leads to the same orientation as `u`, as in MuJoCo. If R is not double,
/// returns `u` itself: c is then only its first term, so displacements must be small anyway.
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

/// Replaces the velocities `qvel` of all dofs by the rates of change of the displacement `u` in its tangent space.
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

/// What a stage of a step passes to the next stage.
template <real R>
struct runge_kutta_stages {
    R stage;          ///< the next stage: 0 to 3
    per_dof<R> rate;  ///< rate of change of the displacement, at the last evaluation
    evaluation<R> last;
    per_dof<R> rate_sum, qacc_sum;  ///< weighted sums over the stages, times the time step
};

/// Returns the stages of a step as they are before the first one.
template <real R>
runge_kutta_stages<R> begin_stages() {
    runge_kutta_stages<R> result;
    result.last = all_undefined<evaluation<R>, R>();
    for (per_dof<R>* values : {&result.rate, &result.last.qacc, &result.rate_sum, &result.qacc_sum}) {
        values->fill(R(0));
    }
    result.stage = R(0);
    return result;
}

/// Returns whether the stage is the last one.
template <real R>
mask_t<R> is_last_stage(R const& stage) {
    return R(2.5) < stage;
}

/// Evaluates the stage to.stage of a step that begins at `qpos` and `qvel`. Writes the evaluation and the rate to `to`, adds them
/// to its sums, and adds 1 to to.stage. `active` and `derive` are as in forward.
template <real R, class Model, class Derive = nothing_derived>
void evaluate_stage(Model const& m, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl,
                    std::span<R> active, runge_kutta_stages<R>& to, Derive const& derive = {}) {
    std::size_t const dofs = m.dofs.size(), positions = m.qpos_size();
    mask_t<R> const is_first = to.stage < R(0.5), is_last = is_last_stage(to.stage);
    R const time = select(is_first, R(0), select(is_last, R(m.timestep), R(m.timestep * 0.5)));
    R const weight = select(is_first || is_last, R(m.timestep * (1.0 / 6)), R(m.timestep * (1.0 / 3)));
    evaluation<R>& last = to.last;
    per_dof<R> displacement;
    for (std::size_t i = 0; i < dofs; ++i) {
        displacement[i] = time * to.rate[i];
        last.qvel[i] = qvel[i] + time * last.qacc[i];
    }
    for (std::size_t i = 0; i < positions; ++i) {
        last.qpos[i] = qpos[i];
    }
    integrate_position<R>(m, std::span<R>(last.qpos).first(positions), displacement);
    to.rate = last.qvel;
    if (m.integrator == integrator_type::runge_kutta) {
        displacement_rate(m, displacement, to.rate);
    }
    last.qacc = forward<R>(m, std::span<R const>(last.qpos).first(positions), std::span<R const>(last.qvel).first(dofs), ctrl,
                           active, derive)
                    .qacc;
    for (std::size_t i = 0; i < dofs; ++i) {
        to.rate_sum[i] = to.rate_sum[i] + weight * to.rate[i];
        to.qacc_sum[i] = to.qacc_sum[i] + weight * last.qacc[i];
    }
    to.stage = to.stage + R(1);
}

/// Moves `qpos` and `qvel` by the whole step. Call it after the last stage.
template <real R, class Model>
void end_stages(Model const& m, std::span<R> qpos, std::span<R> qvel, runge_kutta_stages<R> const& stages) {
    integrate_position<R>(m, qpos, stages.rate_sum);
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        qvel[i] = qvel[i] + stages.qacc_sum[i];
    }
}

/// Moves `qpos` and `qvel` by one step. Returns the evaluation of the last stage. `active` is as in forward; each stage starts
/// from the active set of the previous stage. `derive` is as in forward, and is called for the last stage.
template <real R, class Model, class Derive = nothing_derived>
evaluation<R> runge_kutta_step(Model const& m, std::span<R> qpos, std::span<R> qvel, std::span<R const> ctrl,
                               std::span<R> active, Derive const& derive = {}) {
    auto stages = begin_stages<R>();
    auto const derive_last = [&](auto const&... result) {
        when(any(is_last_stage(stages.stage)), [&] { derive(result...); });
    };
    auto const evaluate = [&] { evaluate_stage<R>(m, qpos, qvel, ctrl, active, stages, derive_last); };
    // This is a loop, so that a recorded step has the text of one stage, and the sums are no part of the simulation's state.
    repeat_until(
        4, [] { return any(R(1) < R(0)); }, evaluate, stages.stage, stages.rate, stages.last, stages.rate_sum, stages.qacc_sum,
        active);
    end_stages<R>(m, qpos, qvel, stages);
    return stages.last;
}

/// Returns how many numbers with_stage needs: those of a substep, the number of the stage, the rate, both sums, and the last
/// evaluation's qpos, qvel and qacc.
constexpr std::size_t stage_size(model const& m) {
    return m.qpos_size() + m.qvel_size() + m.words + m.ctrl_size() + 1 + 3 * m.qvel_size() + m.qpos_size() + 2 * m.qvel_size();
}

/// Calls body(qpos, qvel, ctrl, active, stages) on one stretch of stage_size(m) numbers: qpos, qvel, active, ctrl, the number of
/// the stage, the rate, rate_sum, qacc_sum, and the last evaluation's qpos, qvel and qacc. The first four arguments are spans of
/// the stretch. `stages` is read from the stretch before the call, and written to it after the call.
template <real R, class Body>
void with_stage(model const& m, std::span<R> numbers, Body body) {
    std::size_t const q = m.qpos_size(), v = m.qvel_size();
    auto next = [rest = numbers](std::size_t count) mutable {
        auto const result = rest.first(count);
        rest = rest.subspan(count);
        return result;
    };
    std::span<R> const qpos = next(q), qvel = next(v), active = next(m.words), ctrl = next(m.ctrl_size()), stage = next(1);
    std::span<R> const rate = next(v), rate_sum = next(v), qacc_sum = next(v);
    std::span<R> const last_qpos = next(q), last_qvel = next(v), last_qacc = next(v);
    runge_kutta_stages<R> stages = begin_stages<R>();
    auto const for_each = [&](auto f) {
        f(stage[0], stages.stage);
        for (std::size_t i = 0; i < q; ++i) {
            f(last_qpos[i], stages.last.qpos[i]);
        }
        for (std::size_t i = 0; i < v; ++i) {
            f(rate[i], stages.rate[i]);
            f(last_qvel[i], stages.last.qvel[i]);
            f(last_qacc[i], stages.last.qacc[i]);
            f(rate_sum[i], stages.rate_sum[i]);
            f(qacc_sum[i], stages.qacc_sum[i]);
        }
    };
    for_each([](R const& row, R& number) { number = row; });
    body(qpos, qvel, std::span<R const>(ctrl), active, stages);
    for_each([](R& row, R const& number) { row = number; });
}

}  // namespace lockstep::physics
