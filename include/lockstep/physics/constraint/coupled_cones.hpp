// SPDX-License-Identifier: MIT
// Contacts between two links with MuJoCo's elliptic cone. A model that has such contacts keeps limits and contacts without
// friction in the same form, with tangents whose jacobians are zero. All of them are in a list, as coupled rows are. Near an
// acceleration the cost of each is a quadratic, a sum of squares. Each square enters the solution as an active row.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/physics/constraint/coupled_rows.hpp>
#include <lockstep/physics/constraint/elliptic_cone.hpp>
#include <lockstep/physics/constraint/entering_rows.hpp>
#include <lockstep/physics/constraint/link_contact.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// A contact: the jacobians of its two tangents and its normal over the coupled dofs, and aref along each of the three.
template <real R>
struct coupled_contact {
    std::array<per_dof<R>, 3> jacobian;
    reference_acceleration<vec3<R>> aref;
};

template <real R>
class coupled_cones {
public:
    static constexpr std::size_t capacity = max_rows / 3;

    explicit coupled_cones(model const& m) : model_(m) {}

    /// How many contacts each lane has, and the most that any lane has. A `when` around add must name both.
    R count = R(0), height = R(0);

    /// Adds a contact in the lanes of `has`. `weight` is D of its normal, and `friction` its coefficient of friction. `contact`
    /// is null for a limit. There must be room (capacity).
    void add(mask_t<R> const& has, coupled_contact<R> const& c, R const& weight, R const& friction,
             link_contact<R> const* contact = nullptr) {
        auto const open = [&] {
            for_each_number(c, R(0), R(1), [&](std::size_t column, R const& number) {
                numbers_.set(height, column, column == friction_column ? number : R(0));
            });
            contacts_.clear(height);
            height = height + R(1);
        };
        when(any(has && !(count < height)), open, height);
        R const place = select(has, count, R(-1));
        auto const set = [&](std::size_t column, R const& number) { numbers_.scatter(place, column, number); };
        for_each_number(c, weight, friction, set);
        if (contact != nullptr) {
            contacts_.scatter(place, *contact);
        }
        count = count + select(has, R(1), R(0));
    }

    /// Adds a row without friction. The arguments are those of coupled_rows::add.
    void add(mask_t<R> const& has, per_dof<R> const& jacobian, R const& weight, reference_acceleration<R> const& aref,
             link_contact<R> const* contact = nullptr) {
        per_dof<R> none;
        none.fill(R(0));
        add(has, {{none, none, jacobian}, {.negated = {R(0), R(0), -aref}}}, weight, R(1), contact);
    }

    /// Returns the zones of the contacts at zero acceleration. The active set of the previous evaluation is not used.
    R first_active(R const&) const {
        per_dof<R> nothing;
        nothing.fill(R(0));
        return active_at(nothing);
    }

    /// Returns the zones of the contacts at `qacc`, as a whole number with two bits for each contact.
    R active_at(per_dof<R> const& qacc) const {
        R zones(0), flag(1);
        for_each(
            [&](R const& contact) {
            cone_response<R> const response = respond_at(contact, qacc);
            zones = zones + select(response.sticks, flag, select(response.slides, flag + flag, R(0)));
            flag = R(4) * flag;
            },
            zones, flag);
        return zones;
    }

    /// Returns the derivative of the contacts' cost at `qacc`, in the direction `step`.
    R slope(per_dof<R> const& qacc, per_dof<R> const& step) const {
        R sum(0);
        for_each([&](R const& contact) { sum = sum + dot(respond_at(contact, qacc).gradient, along(contact, step, zero3<R>())); },
                 sum);
        return sum;
    }

    /// Calls f(contact, force) for each contact, as coupled_rows::for_each_force does.
    template <class F>
    void for_each_force(per_dof<R> const& qacc, F const& f) const {
        for_each([&](R const& entry) {
            link_contact<R> const contact = contacts_.at(entry);
            mask_t<R> const has = R(-0.5) < contact.first;
            auto const exert = [&] {
                vec3<R> const pull = respond_at(entry, qacc).gradient;
                auto const [t, s, n] = axes_of(contact.normal);
                vec3<R> const push = R(-1) * (pull.x * t + pull.y * s + pull.z * n);
                f(contact, select_all<R>(has, push, zero3<R>()));
            };
            when(any(has), exert);
        });
    }

    /// Adds the quadratics at `qacc` to `solution`, row by row.
    void add_to(per_dof<R> const& qacc, entering_rows<R>& solution) const {
        coupled_rows<R> rows(model_);
        for_each(
            [&](R const& contact) {
            cone_response<R> const response = respond_at(contact, qacc);
            vec3<R> const rest = rest_residual(contact);
            for (std::size_t r = 0; r < response.roots.size(); ++r) {
                mask_t<R> const has = r < 2 ? response.sticks || response.slides : response.sticks;
                vec3<R> const& root = response.roots[r];
                auto const add_root = [&] {
                    per_dof<R> jacobian;
                    for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                        jacobian[i] = model_.dofs[i].coupled ? dot(root, jacobian_of(contact, i)) : R(0);
                    }
                    rows.add(has, jacobian, R(1), reference_acceleration<R>{.negated = dot(root, rest)});
                };
                when(any(has), add_root, rows.count, rows.height);
            }
            },
            rows.count, rows.height);
        constexpr double all = (1 << max_rows) - 1;
        rows.add_to(R(all), solution);
    }

private:
    static constexpr std::size_t stride = max_dofs + 1, weight_column = 3 * stride, friction_column = weight_column + 1;

    /// Calls f(column, number) for every number of a contact that may differ from zero.
    template <class F>
    void for_each_number(coupled_contact<R> const& c, R const& weight, R const& friction, F const& f) const {
        vec3<R> const rest = -c.aref;
        R const* const rest_residuals[] = {&rest.x, &rest.y, &rest.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                if (model_.dofs[i].coupled) {
                    f(axis * stride + i, c.jacobian[axis][i]);
                }
            }
            f(axis * stride + max_dofs, *rest_residuals[axis]);
        }
        f(weight_column, weight);
        f(friction_column, friction);
    }

    /// Calls body(contact) for every contact. `values` are what `body` changes.
    template <class Body, class... Values>
    void for_each(Body const& body, Values&... values) const {
        R contact(0);
        auto const pass = [&] {
            body(contact);
            contact = contact + R(1);
        };
        repeat_until(
            static_cast<int>(capacity), [&] { return !any(contact < height); }, pass, contact, values...);
    }

    vec3<R> jacobian_of(R const& contact, std::size_t i) const {
        return {numbers_.at(contact, i), numbers_.at(contact, stride + i), numbers_.at(contact, 2 * stride + i)};
    }
    /// Returns the residual at zero acceleration.
    vec3<R> rest_residual(R const& contact) const { return jacobian_of(contact, max_dofs); }

    vec3<R> along(R const& contact, per_dof<R> const& qacc, vec3<R> sum) const {
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            if (model_.dofs[i].coupled) {
                sum = sum + qacc[i] * jacobian_of(contact, i);
            }
        }
        return sum;
    }

    cone_response<R> respond_at(R const& contact, per_dof<R> const& qacc) const {
        return respond(cone_of(model_, numbers_.at(contact, friction_column)), numbers_.at(contact, weight_column),
                       along(contact, qacc, rest_residual(contact)));
    }

    model const& model_;
    table<R, capacity, friction_column + 1> numbers_;
    link_contacts<R, capacity> contacts_;
};

}  // namespace lockstep::physics
