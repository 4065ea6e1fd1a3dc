// SPDX-License-Identifier: MIT
// The constraints that couple links in a state: dry friction of tendons, and a list of all others. The list holds rows. In a
// model whose links touch with elliptic cones, it holds contacts instead.
#pragma once

#include <span>
#include <variant>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/constraint/coupled_cones.hpp>
#include <lockstep/physics/constraint/coupled_limit.hpp>
#include <lockstep/physics/constraint/coupled_rows.hpp>
#include <lockstep/physics/constraint/entering_rows.hpp>
#include <lockstep/physics/constraint/pair_row.hpp>
#include <lockstep/physics/constraint/tendon_friction.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

template <real R>
class coupled_constraints {
public:
    explicit coupled_constraints(model const& m)
        : model_(m), friction_(m), list_(m.has_coupled_cones() ? list(std::in_place_type<coupled_cones<R>>, m)
                                                               : list(std::in_place_type<coupled_rows<R>>, m)) {}

    /// Adds dry friction, the limits that are near, and the contacts. Limits are added before contacts, so that limits
    /// always find room.
    template <class Model>
    void add(Model const& m, kinematics<R> const& k, std::span<R const> qpos, std::span<R const> qvel) {
        friction_.add(m, qvel);
        auto const add_to_list = [&](auto& constraints) {
            add_limit_rows(m, qpos, qvel, constraints);
            dropped_ = add_pair_rows(m, k, qvel, constraints);
        };
        std::visit(add_to_list, list_);
    }

    /// Returns how many contacts found no room, in each lane.
    R const& dropped() const { return dropped_; }

    /// Returns the first guess of the active set, one word. `before` is the word of the previous evaluation.
    R first_active(R before) const {
        R const own = friction_.take(before);
        return friction_.with(own, std::visit([&](auto const& constraints) { return constraints.first_active(before); }, list_));
    }

    R active_at(per_dof<R> const& qacc) const {
        R const own = friction_.active_at(qacc);
        return friction_.with(own, std::visit([&](auto const& constraints) { return constraints.active_at(qacc); }, list_));
    }

    /// Makes one of Murty's pivots, as coupled_rows does. The model must have no dry friction of tendons. Throws
    /// std::bad_variant_access if the list holds contacts with cones. In both cases the solver uses a line search instead.
    R murty_pivot(R const& from, R const& to) const { return std::get<coupled_rows<R>>(list_).murty_pivot(from, to); }

    /// Returns the derivative of the cost at `qacc`, in the direction `step`.
    R slope(per_dof<R> const& qacc, per_dof<R> const& step) const {
        R const own = friction_.slope(qacc, step);
        return own + std::visit([&](auto const& constraints) { return constraints.slope(qacc, step); }, list_);
    }

    /// Calls f(contact, force) for each contact between links, as in coupled_rows.
    template <class F>
    void for_each_force(per_dof<R> const& qacc, F const& f) const {
        std::visit([&](auto const& constraints) { constraints.for_each_force(qacc, f); }, list_);
    }

    /// Adds the active rows to `eliminated`, the result of an elimination without them. `active` is the word of the active set.
    /// `qacc` is the acceleration at which the cost of a cone is expanded to second order.
    void add_to(kinematics<R> const& k, R active, per_dof<R> const& qacc, elimination<R>& eliminated) const {
        entering_rows<R> solution(model_, k, eliminated);
        friction_.add_to(friction_.take(active), solution);
        if (auto const* const rows = std::get_if<coupled_rows<R>>(&list_); rows != nullptr) {
            rows->add_to(active, solution);
        } else {
            std::get<coupled_cones<R>>(list_).add_to(qacc, solution);
        }
        solution.write_to(eliminated);
    }

private:
    using list = std::variant<coupled_rows<R>, coupled_cones<R>>;

    model const& model_;
    tendon_friction<R> friction_;
    list list_;
    R dropped_ = R(0);
};

}  // namespace lockstep::physics
