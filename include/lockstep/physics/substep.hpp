// SPDX-License-Identifier: MIT
// One time step of a robot: what MuJoCo's mj_step does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/euler.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/runge_kutta.hpp>

namespace lockstep::physics {

/// Throws std::invalid_argument, with the name `of` and both counts, if `given` is not `wanted`.
inline void require_numbers(char const* of, std::size_t given, std::size_t wanted) {
    if (given != wanted) {
        throw std::invalid_argument(std::string("lockstep::physics::substep: ") + of + " has " + std::to_string(given) +
                                    " numbers; the model needs " + std::to_string(wanted));
    }
}

/// Moves a state by m.timestep seconds. Returns the last evaluation of the dynamics. `m` is a model or a varied_model<R>. `qpos`
/// has m.qpos_size() numbers, `qvel` m.qvel_size(), and `ctrl` m.ctrl_size() controls. `active` has m.words words, the active set
/// of the solver. It belongs to the state, and must be zeros after a reset. `derive` is called with the last evaluation, as in
/// forward. Throws std::invalid_argument if a span has another length.
template <real R, class Model, class Derive = nothing_derived>
evaluation<R> substep(Model const& m, std::span<R> qpos, std::span<R> qvel, std::span<R const> ctrl, std::span<R> active,
                      Derive const& derive = {}) {
    require_numbers("qpos", qpos.size(), m.qpos_size());
    require_numbers("qvel", qvel.size(), m.qvel_size());
    require_numbers("ctrl", ctrl.size(), m.ctrl_size());
    require_numbers("active", active.size(), m.words);
    if (m.integrator == integrator_type::euler || m.integrator == integrator_type::implicit_fast) {
        return euler_step(m, qpos, qvel, ctrl, active, derive);
    }
    return runge_kutta_step(m, qpos, qvel, ctrl, active, derive);
}

/// Returns how many numbers a substep on one stretch of numbers needs.
constexpr std::size_t substep_size(model const& m) { return m.qpos_size() + m.qvel_size() + m.words + m.ctrl_size(); }

/// Moves a state as the substep on four spans does. The state and the controls are one stretch of substep_size(m) numbers: qpos,
/// qvel, active and ctrl. A recorded substep works on such a stretch. Throws std::invalid_argument if its length is another.
template <real R, class Model, class Derive = nothing_derived>
evaluation<R> substep(Model const& m, std::span<R> numbers, Derive const& derive = {}) {
    require_numbers("the span of qpos, qvel, active and ctrl", numbers.size(), substep_size(m));
    std::size_t const q = m.qpos_size(), v = m.qvel_size();
    return substep<R>(m, numbers.subspan(0, q), numbers.subspan(q, v), numbers.subspan(q + v + m.words, m.ctrl_size()),
                      numbers.subspan(q + v, m.words), derive);
}

/// Returns how many numbers evaluated_substep needs.
constexpr std::size_t evaluated_substep_size(model const& m) { return substep_size(m) + m.qpos_size() + 2 * m.qvel_size(); }

/// Moves a state as the substep on one stretch of numbers does. Writes qpos, qvel and qacc of the last evaluation after ctrl. The
/// stretch may be longer, for numbers that are derived from that evaluation. Throws std::invalid_argument if the stretch is
/// shorter than evaluated_substep_size(m).
template <real R, class Model, class Derive = nothing_derived>
void evaluated_substep(Model const& m, std::span<R> numbers, Derive const& derive = {}) {
    std::size_t const needed = evaluated_substep_size(m);
    require_numbers("the span of an evaluated substep", numbers.size() < needed ? numbers.size() : needed, needed);
    evaluation<R> const last = substep<R>(m, numbers.first(substep_size(m)), derive);
    auto to = numbers.begin() + static_cast<std::ptrdiff_t>(substep_size(m));
    to = std::copy_n(last.qpos.begin(), m.qpos_size(), to);
    to = std::copy_n(last.qvel.begin(), m.qvel_size(), to);
    std::copy_n(last.qacc.begin(), m.qvel_size(), to);
}

}  // namespace lockstep::physics
