// SPDX-License-Identifier: MIT
// What couples links in a state, whichever list it waits in: rows, or contacts in a model whose links touch with elliptic cones.
#pragma once

#include <span>
#include <variant>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/articulated_body.hpp>
#include <lockstep/physics/coupled_cones.hpp>
#include <lockstep/physics/coupled_limit.hpp>
#include <lockstep/physics/coupled_rows.hpp>
#include <lockstep/physics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/pair_row.hpp>

namespace lockstep::physics {

template <real R>
class coupled_constraints {
public:
    explicit coupled_constraints(model const& m)
        : list_(m.has_coupled_cones() ? list(std::in_place_type<coupled_cones<R>>, m)
                                      : list(std::in_place_type<coupled_rows<R>>, m)) {}

    /// Adds the limits that are near, first, so that they find room, and the contacts.
    template <class Model>
    void add(Model const& m, kinematics<R> const& k, std::span<R const> qpos, std::span<R const> qvel) {
        auto const add_to_list = [&](auto& constraints) {
            add_limit_rows(m, qpos, qvel, constraints);
            lost_ = add_pair_rows(m, k, qvel, constraints);
        };
        std::visit(add_to_list, list_);
    }

    /// How many contacts of each lane found no room.
    R const& lost() const { return lost_; }

    /// The first guess of the active set, a word. before: that of the evaluation before.
    R first_active(R const& before) const {
        return std::visit([&](auto const& constraints) { return constraints.first_active(before); }, list_);
    }

    R active_at(per_dof<R> const& qacc) const {
        return std::visit([&](auto const& constraints) { return constraints.active_at(qacc); }, list_);
    }

    /// As of coupled_rows. Throws std::bad_variant_access if there are cones, with which steps are searched instead.
    R turn_first(R const& from, R const& to) const { return std::get<coupled_rows<R>>(list_).turn_first(from, to); }

    /// The derivative of the cost at qacc, on the way `step`.
    R slope(per_dof<R> const& qacc, per_dof<R> const& step) const {
        return std::visit([&](auto const& constraints) { return constraints.slope(qacc, step); }, list_);
    }

    /// Brings what is active into what an elimination left. qacc: where a cone is taken by its derivatives.
    void add_to(kinematics<R> const& k, R const& active, per_dof<R> const& qacc, elimination<R>& eliminated) const {
        if (auto const* const rows = std::get_if<coupled_rows<R>>(&list_); rows != nullptr) {
            rows->add_to(k, active, eliminated);
        } else {
            std::get<coupled_cones<R>>(list_).add_to(k, qacc, eliminated);
        }
    }

private:
    using list = std::variant<coupled_rows<R>, coupled_cones<R>>;

    list list_;
    R lost_ = R(0);
};

}  // namespace lockstep::physics
