// SPDX-License-Identifier: MIT
// Adds rows over several dofs to a solution after its elimination, one by one, by recursive least squares. The result is exact.
// The order of the rows changes only its rounding.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

template <real R>
class entering_rows {
public:
    /// Begins with `eliminated`, the result of an elimination without the rows. All three arguments must outlive this object.
    entering_rows(model const& m, kinematics<R> const& k, elimination<R> const& eliminated)
        : model_(m), kinematics_(k), eliminated_(eliminated) {
        force.fill(R(0));
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            force[i] = eliminated[i].force;
        }
    }

    /// The force that remains for each dof (N or N m) after the rows that have entered so far.
    per_dof<R> force;
    /// The number of rows that have entered. A row counts in all lanes if any lane has it.
    R count = R(0);
    // push changes the force, and enter changes both. A `when` around a call must name what the call changes.

    /// Adds the constant force `along` in the direction of a jacobian. jacobian(i) is the number of the jacobian for the coupled
    /// dof i. Call it before the first row enters.
    template <class Jacobian>
    void push(R const& along, Jacobian const& jacobian) {
        per_dof<R> const y = inward(jacobian);
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            force[i] = force[i] + along * y[i];
        }
    }

    /// Adds the cost (jacobian . a - aref())^2 / 2 in the lanes of `has`. There must be room (max_rows).
    template <class Jacobian, class Aref>
    void enter(mask_t<R> const& has, Jacobian const& jacobian, Aref const& aref) {
        auto const enter_it = [&] {
            per_dof<R> y = inward([&](std::size_t i) { return select(has, jacobian(i), R(0)); }), z = y;
            for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                z[i] = eliminated_[i].inverse * y[i];
            }
            R earlier(0);
            auto const subtract = [&] {
                R const product = sum_of([&](std::size_t i) { return before_.at(earlier, i) * z[i]; });
                R const common = before_.at(earlier, gain_column) * product;
                for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                    y[i] = y[i] - common * before_.at(earlier, i);
                }
                earlier = earlier + R(1);
            };
            repeat_until(
                static_cast<int>(max_rows), [&] { return !any(earlier < count); }, subtract, y, earlier);
            R const residual = select(has, -aref(), R(0)) + sum_of([&](std::size_t i) { return z[i] * force[i]; });
            R const gain = R(1) / (R(1) + sum_of([&](std::size_t i) { return z[i] * y[i]; })), share = gain * residual;
            for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                force[i] = force[i] - share * y[i];
                before_.set(count, i, y[i]);
            }
            before_.set(count, gain_column, gain);
            count = count + R(1);
        };
        when(any(has), enter_it, force, count);
    }

    /// Writes the remaining forces to `eliminated`.
    void write_to(elimination<R>& eliminated) const {
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            eliminated[i].force = force[i];
        }
    }

private:
    static constexpr std::size_t gain_column = max_dofs;

    /// Returns the sum of number(i) over all dofs. It adds four partial sums, which need not wait for each other.
    template <class Number>
    R sum_of(Number const& number) const {
        R parts[4] = {R(0), R(0), R(0), R(0)};
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            parts[i % 4] = parts[i % 4] + number(i);
        }
        return (parts[0] + parts[1]) + (parts[2] + parts[3]);
    }

    /// Returns the jacobian after the elimination: what remains at each dof of a unit force along the jacobian.
    template <class Jacobian>
    per_dof<R> inward(Jacobian const& jacobian) const {
        per_dof<R> result;
        result.fill(R(0));
        per_body<spatial<R>> below;
        per_body<bool> reached{};
        for (std::size_t b = model_.bodies.size(); b-- > 0;) {
            model::body const& body = model_.bodies[b];
            for (std::size_t i = body.first_dof + body.dof_count; i-- > body.first_dof;) {
                if (!model_.dofs[i].coupled && !reached[b]) {
                    continue;
                }
                if (model_.dofs[i].coupled) {
                    result[i] = jacobian(i);
                }
                if (reached[b]) {
                    result[i] = result[i] - dot(kinematics_.axis[i], below[b]);
                }
                spatial<R> const passed = result[i] * eliminated_[i].gain;
                below[b] = reached[b] ? below[b] + passed : passed;
                reached[b] = true;
            }
            if (reached[b] && body.parent != no_body) {
                below[body.parent] = reached[body.parent] ? below[body.parent] + below[b] : below[b];
                reached[body.parent] = true;
            }
        }
        return result;
    }

    model const& model_;
    kinematics<R> const& kinematics_;
    elimination<R> const& eliminated_;
    table<R, max_rows, max_dofs + 1> before_;  // the earlier rows, after the elimination
};

}  // namespace lockstep::physics
