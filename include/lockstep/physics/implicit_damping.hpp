// SPDX-License-Identifier: MIT
// Solves (M + h D) x = h D a, where h is the time step and D the damping in which a step is implicit: with Euler that of the
// joints, with implicitfast also that of servos, tendons and a fluid (MuJoCo documentation, "Computation: Numerical
// integration").
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/dynamics/actuator.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/fluid.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <lockstep/physics/dynamics/tendon.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// Returns whether the step is implicit in the force of a motor. It is if the integrator is implicit_fast and the force depends
/// on velocity.
constexpr bool is_implicit(model const& m, model::motor const& motor) {
    return m.integrator == integrator_type::implicit_fast && motor.bias[2] != 0;
}

/// Returns whether the step is implicit in the damping of a tendon, or of a servo that pulls the tendon.
constexpr bool is_implicit(model const& m, std::size_t tendon) {
    bool result = m.integrator == integrator_type::implicit_fast && m.tendons[tendon].damping != 0;
    for (model::motor const& motor : m.motors) {
        result = result || (motor.tendon == tendon && is_implicit(m, motor));
    }
    return result;
}

/// Returns whether the step is implicit in the drag of a fluid.
constexpr bool has_implicit_drag(model const& m) { return m.integrator == integrator_type::implicit_fast && m.boxes.size() != 0; }

/// Returns whether the step is implicit in anything. With Euler, as in MuJoCo, the step is explicit if no joint has a
/// positive damping.
constexpr bool is_damped(model const& m) {
    for (model::dof const& d : m.dofs) {
        if (d.damping > 0 || (d.damping != 0 && m.integrator == integrator_type::implicit_fast)) {
            return true;
        }
    }
    for (model::motor const& motor : m.motors) {
        if (is_implicit(m, motor)) {
            return true;
        }
    }
    for (std::size_t t = 0; t < m.tendons.size(); ++t) {
        if (is_implicit(m, t)) {
            return true;
        }
    }
    return has_implicit_drag(m);
}

/// A solver of (M + h D) x = h D a, the equation at the top of this header. A tendon whose joints are on one branch adds c J J^T
/// to D, where c is its damping and J has its coefficients. These tendons enter the solution one after another, by the formula of
/// Sherman and Morrison. Of a tendon over a fork only the diagonal of c J J^T counts, as in MuJoCo, because M has no entries
/// between the branches.
template <real R, class Model = model>
class damping_solver {
public:
    /// Prepares the solution for the evaluation `f`, which was made at `qpos`, `qvel` and `ctrl`. `m` and `f` must outlive
    /// this object.
    damping_solver(Model const& m, forward_dynamics<R> const& f, std::span<R const> qpos, std::span<R const> qvel,
                   std::span<R const> ctrl)
        : model_(m), dynamics_(f) {
        if (has_implicit_drag(m)) {
            drag_ = implicit_drag(m, f.pose, f.bodies);
        }
        for (std::size_t u = 0; u < m.motors.size(); ++u) {
            if (m.motors[u].tendon == no_tendon && is_implicit(m, m.motors[u])) {
                add(m.motors[u].dof, R(m.timestep) * actuator_damping(m, u, qpos, qvel, ctrl));
            }
        }
        for (std::size_t t = 0; t < m.tendons.size(); ++t) {
            if (!is_implicit(m, t)) {
                continue;
            }
            tendons_[t] = R(number(m.timestep) * damping_of(m, m.tendons[t]));
            for (std::size_t u = 0; u < m.motors.size(); ++u) {
                if (m.motors[u].tendon == t && is_implicit(m, m.motors[u])) {
                    tendons_[t] = tendons_[t] + R(m.timestep) * actuator_damping(m, u, qpos, qvel, ctrl);
                }
            }
            if (!m.tendons[t].branch) {
                for (model::tendon::joint const& p : m.tendons[t].joints) {
                    number const coefficient = coefficient_of(m, m.tendons[t], p);
                    add(p.dof, R(coefficient * coefficient) * tendons_[t]);
                }
            }
        }
        for (std::size_t t = 0; t < m.tendons.size(); ++t) {
            if (couples(t)) {
                per_dof<R> jacobian;
                for (std::size_t i = 0; i < max_dofs; ++i) {
                    jacobian[i] = R(0);
                }
                for (model::tendon::joint const& p : m.tendons[t].joints) {
                    jacobian[p.dof] = R(coefficient_of(m, m.tendons[t], p));
                }
                responses_[t] = solve(jacobian, no_bias(), t);
            }
        }
    }

    /// Returns x: the accelerations of an explicit step minus those of the implicit step.
    per_dof<R> correction() const {
        per_dof<R> force;
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            R damping(number(model_.timestep) * damping_of(model_, model_.dofs[i]));
            if (has_more_[i]) {
                damping = damping + more_[i];
            }
            force[i] = damping * dynamics_.qacc[i];
        }
        for (std::size_t t = 0; t < model_.tendons.size(); ++t) {
            if (couples(t)) {
                R const tension = tendons_[t] * tendon_velocity<R>(model_, model_.tendons[t], dynamics_.qacc);
                for (model::tendon::joint const& p : model_.tendons[t].joints) {
                    force[p.dof] = force[p.dof] + R(coefficient_of(model_, model_.tendons[t], p)) * tension;
                }
            }
        }
        per_body<spatial<R>> bias = no_bias();
        if (has_implicit_drag(model_)) {
            per_body<spatial<R>> const acceleration = accelerations(model_, dynamics_.pose, dynamics_.qacc).body;
            for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
                bias[b] = zero_spatial<R>() - drag_[b] * acceleration[b];
            }
        }
        return solve(force, bias, model_.tendons.size());
    }

private:
    using number = typename Model::number;

    static per_body<spatial<R>> no_bias() {
        per_body<spatial<R>> result;
        result.fill(zero_spatial<R>());
        return result;
    }

    constexpr bool couples(std::size_t t) const { return is_implicit(model_, t) && model_.tendons[t].branch; }

    void add(std::size_t i, R const& damping) {
        more_[i] = has_more_[i] ? more_[i] + damping : damping;
        has_more_[i] = true;
    }

    // Returns the solution for the right-hand side force - J^T bias. Of the tendons that couple dofs, only those among the first
    // `count` take part.
    per_dof<R> solve(per_dof<R> const& force, per_body<spatial<R>> const& bias, std::size_t count) const {
        per_dof<R> x = sweep(force, bias);
        for (std::size_t t = 0; t < count; ++t) {
            if (couples(t)) {
                model::tendon const& tendon = model_.tendons[t];
                R const along = tendon_velocity<R>(model_, tendon, x),
                        response = tendon_velocity<R>(model_, tendon, responses_[t]);
                R const tension = tendons_[t] * along / (R(1) + tendons_[t] * response);
                for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                    x[i] = x[i] - tension * responses_[t][i];
                }
            }
        }
        return x;
    }

    per_dof<R> sweep(per_dof<R> const& force, per_body<spatial<R>> const& bias) const {
        elimination<R> eliminated;
        per_body<articulated_body<R>> articulated;
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            spatial_inertia<R> const& inertia = dynamics_.bodies.inertia[b];
            articulated[b] = {has_implicit_drag(model_) ? inertia + drag_[b] : inertia, bias[b]};
        }
        for (std::size_t b = model_.bodies.size(); b-- > 0;) {
            model::body const& body = model_.bodies[b];
            for (std::size_t i = body.first_dof + body.dof_count; i-- > body.first_dof;) {
                model::dof const& d = model_.dofs[i];
                R diagonal(armature_of(model_, d) + number(model_.timestep) * damping_of(model_, d));
                if (has_more_[i]) {
                    diagonal = diagonal + more_[i];
                }
                eliminate(dynamics_.pose.axis[i], diagonal, force[i], articulated[b], eliminated[i]);
            }
            if (body.parent != no_body) {
                articulated[body.parent] = articulated[body.parent] + articulated[b];
            }
        }
        return substitute(model_, dynamics_.pose, eliminated).qacc;
    }

    Model const& model_;
    forward_dynamics<R> const& dynamics_;
    per_body<spatial_inertia<R>> drag_;  // h D of the fluid
    per_dof<R> more_;                    // h D of servos, and of tendons over a fork
    std::array<bool, max_dofs> has_more_ = {};
    std::array<R, max_tendons> tendons_;  // h times the damping of their lengths
    std::array<per_dof<R>, max_tendons> responses_;
};

}  // namespace lockstep::physics
