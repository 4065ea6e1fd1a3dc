// SPDX-License-Identifier: MIT
// Dry friction of tendons. It is as that of joints (physics/constraint/friction_loss.hpp), but each row acts on several dofs. Two
// bits of each row say on which side its force is the whole friction loss.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/physics/constraint/active_set.hpp>
#include <lockstep/physics/constraint/coupled_rows.hpp>
#include <lockstep/physics/constraint/entering_rows.hpp>
#include <lockstep/physics/constraint/friction_loss.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/dynamics/tendon.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

template <real R>
class tendon_friction {
public:
    /// The model must outlive this object.
    explicit tendon_friction(model const& m) : model_(m) {}

    /// Computes the rows for a state.
    template <class Model>
    void add(Model const& m, std::span<R const> qvel) {
        for_each([&](std::size_t t, model::tendon const& tendon, double root) {
            row& own = rows_[t];
            own.jacobian.fill(R(0));
            for (model::tendon::joint const& p : tendon.joints) {
                own.jacobian[p.dof] = R(typename Model::number(root) * coefficient_of(m, tendon, p));
            }
            own.aref.negated = R(root * tendon.friction.damping) * tendon_velocity(m, tendon, qvel);
        });
    }

    /// Removes the bits of these rows from `word`, so that the bits of other rows move down to the first bit. Returns the bits of
    /// these rows.
    R take(R& word) const {
        if (friction_bits(model_) == 0) {
            return R(0);
        }
        double const others = 1 << friction_bits(model_);
        R const rest = floor(R(1 / others) * word), own = word - R(others) * rest;
        word = rest;
        return own;
    }

    /// Puts together what `take` separates: returns the word with the bits `own` of these rows and the bits `rest` of other rows.
    R with(R const& own, R const& rest) const {
        return friction_bits(model_) == 0 ? rest : own + R(static_cast<double>(1 << friction_bits(model_))) * rest;
    }

    /// Returns the bits of these rows at the accelerations `qacc`.
    R active_at(per_dof<R> const& qacc) const {
        R word(0);
        double flag = 1;
        for_each([&](std::size_t t, model::tendon const& tendon, double root) {
            R const residual = along(t, qacc) - rows_[t].aref, most(tendon.friction_loss / root);
            word = word + select(residual < -most, R(flag), select(most < residual, R(2 * flag), R(0)));
            flag *= 4;
        });
        return word;
    }

    /// Returns the derivative of the rows' cost at `qacc`, in the direction `step`.
    R slope(per_dof<R> const& qacc, per_dof<R> const& step) const {
        R sum(0);
        for_each([&](std::size_t t, model::tendon const& tendon, double root) {
            R const most(tendon.friction_loss / root);
            sum = sum + clamp(along(t, qacc) - rows_[t].aref, -most, most) * along(t, step);
        });
        return sum;
    }

    /// Adds the rows to `solution`. Call it before other rows enter. `active` has the bits of these rows.
    void add_to(R active, entering_rows<R>& solution) const {
        std::array<mask_t<R>, max_tendons> within;
        for_each([&](std::size_t t, model::tendon const& tendon, double root) {
            mask_t<R> const below = take_bit(active), above = take_bit(active);
            R const most(tendon.friction_loss / root), push = select(below, most, select(above, -most, R(0)));
            within[t] = !(below || above);
            when(
                any(below || above), [&] { solution.push(push, jacobian_of(t)); }, solution.force);
        });
        for_each([&](std::size_t t, model::tendon const&, double) {
            solution.enter(within[t], jacobian_of(t), [&] { return rows_[t].aref; });
        });
    }

private:
    // A row's numbers times the square root of its weight.
    struct row {
        per_dof<R> jacobian;
        reference_acceleration<R> aref;
    };

    /// Calls body(index, tendon, square root of its row's weight) for every tendon with dry friction.
    template <class Body>
    void for_each(Body const& body) const {
        for (std::size_t t = 0; t < model_.tendons.size(); ++t) {
            if (model::tendon const& tendon = model_.tendons[t]; tendon.friction_loss > 0) {
                body(t, tendon, compile_time::sqrt(friction_weight(tendon.friction)));
            }
        }
    }

    auto jacobian_of(std::size_t t) const {
        return [this, t](std::size_t i) { return rows_[t].jacobian[i]; };
    }

    R along(std::size_t t, per_dof<R> const& qacc) const {
        R sum(0);
        for (model::tendon::joint const& p : model_.tendons[t].joints) {
            sum = sum + rows_[t].jacobian[p.dof] * qacc[p.dof];
        }
        return sum;
    }

    model const& model_;
    std::array<row, max_tendons> rows_;
};

}  // namespace lockstep::physics
