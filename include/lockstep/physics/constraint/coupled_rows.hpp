// SPDX-License-Identifier: MIT
// Rows of the constraint problem that couple links: contacts between two links, and other rows that are not an inertia of one
// body. They are in a list. The list is as long as the lane with the most rows needs. The rows are added to the solution after
// the elimination. Their active set is a whole number with one bit for each row.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/physics/constraint/active_set.hpp>
#include <lockstep/physics/constraint/entering_rows.hpp>
#include <lockstep/physics/constraint/link_contact.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Removes the lowest bit of a whole number, so that the other bits move down by one. Returns whether the bit was set.
template <real R>
LOCKSTEP_INLINE mask_t<R> take_bit(R& number) {
    R const rest = floor(R(0.5) * number);
    mask_t<R> const result = rest + rest < number;
    number = rest;
    return result;
}

/// Returns whether all coupled rows belong to contacts of one kind, without elliptic cones. Then the rows of contact n are at the
/// same indices of the list in all lanes. Otherwise each lane fills a list of its own, in which only its own rows take room.
constexpr bool rows_keep_step(model const& m) {
    bool result = most_coupled_limits(m) == 0 && !m.has_coupled_cones();
    for (model::pair const& p : m.pairs) {
        result = result && p.is_like(m.pairs[0]);
    }
    return result;
}

template <real R>
class coupled_rows {
public:
    explicit coupled_rows(model const& m) : model_(m), in_step_(rows_keep_step(m)) {}

    /// How many rows each lane has. If rows keep step (rows_keep_step), it is the most that any lane has.
    R count = R(0);
    /// If rows do not keep step: the most rows that any lane has. A `when` around add must name count and height.
    R height = R(0);

    /// Adds a row in the lanes of `has`. Its cost is D residual^2 / 2 while the residual j . a - aref is negative. `jacobian` is
    /// j over the coupled dofs. `weight` is D, and must be 0 in lanes that have no such row. `contact` belongs to the first row
    /// of a contact, and is null for all other rows. There must be room (max_rows).
    void add(mask_t<R> const& has, per_dof<R> const& jacobian, R const& weight, reference_acceleration<R> const& aref,
             link_contact<R> const* contact = nullptr) {
        auto const for_each_number = [&](auto const& f) {
            R const scale = sqrt(weight);
            for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                if (model_.dofs[i].coupled) {
                    f(i, scale * jacobian[i]);
                }
            }
            f(rest_column, scale * -aref);
            f(scale_column, scale);
        };
        if (in_step_) {
            for_each_number([&](std::size_t column, R const& number) { rows_.set(count, column, number); });
            if (contact != nullptr) {
                contacts_.set(count, *contact);
            }
            count = count + R(1);
            return;
        }
        auto const open = [&] {
            for_each_number([&](std::size_t column, R const&) { rows_.set(height, column, R(0)); });
            contacts_.clear(height);
            height = height + R(1);
        };
        when(any(has && !(count < height)), open, height);
        R const place = select(has, count, R(-1));
        for_each_number([&](std::size_t column, R const& number) { rows_.scatter(place, column, number); });
        if (contact != nullptr) {
            contacts_.scatter(place, *contact);
        }
        count = count + select(has, R(1), R(0));
    }

    /// Returns the first guess of the active set: the rows that are active in the set `before`, and those that are active at
    /// zero acceleration.
    R first_active(R before) const {
        R result(0);
        for_each(
            [&](R const& row, R const& flag, R& word) {
            mask_t<R> const known = take_bit(before) && R(0) < rows_.at(row, scale_column);
            word = word + select(known || rows_.at(row, rest_column) < R(0), flag, R(0));
            },
            result, before);
        return result;
    }

    /// Returns the rows that are active at `qacc`.
    R active_at(per_dof<R> const& qacc) const {
        R result(0);
        for_each([&](R const& row, R const& flag, R& word) { word = word + select(residual_at(row, qacc) < R(0), flag, R(0)); },
                 result);
        return result;
    }

    /// Makes one of Murty's pivots. Returns `from`, except that the first row in which the two sets differ is as in `to`.
    R murty_pivot(R from, R to) const {
        R result(0), turned(0);
        for_each(
            [&](R const&, R const& flag, R& word) {
            R const before = select(take_bit(from), flag, R(0)), after = select(take_bit(to), flag, R(0));
            word = word + select(turned < R(0.5), after, before);
            turned = turned + abs(after - before);
            },
            result, from, to, turned);
        return result;
    }

    /// Returns the derivative of the rows' cost at `qacc`, in the direction `step`.
    R slope(per_dof<R> const& qacc, per_dof<R> const& step) const {
        R result(0);
        for_each([&](R const& row, R const&, R& sum) { sum = sum + min(residual_at(row, qacc), R(0)) * along(row, step, R(0)); },
                 result);
        return result;
    }

    /// Calls f(contact, force) for each contact. `force` (N) is the force on the second shape at `qacc`. It is 0 in lanes that do
    /// not have the contact.
    template <class F>
    void for_each_force(per_dof<R> const& qacc, F const& f) const {
        if (model_.pairs.size() == 0) {
            return;
        }
        R row(0);
        auto const pass = [&] {
            link_contact<R> const contact = contacts_.at(row);
            mask_t<R> const has = in_step_ ? mask_t<R>(true) : R(-0.5) < contact.first;
            when(any(has), [&] { f(contact, force_of(contact, has, row, qacc)); });
            row = row + R(in_step_ ? model_.coupled_rows(model_.pairs[0]) : 1);
        };
        repeat_until(
            static_cast<int>(max_rows), [&] { return !any(row < most()); }, pass, row);
    }

    /// Adds the rows whose bits are set in `active` to `solution`.
    void add_to(R active, entering_rows<R>& solution) const {
        R row(0);
        auto const add_row = [&] {
            mask_t<R> const is_active = take_bit(active);
            solution.enter(
                is_active, [&](std::size_t i) { return rows_.at(row, i); },
                [&] { return reference_acceleration<R>{.negated = rows_.at(row, rest_column)}; });
            row = row + R(1);
        };
        repeat_until(
            static_cast<int>(max_rows), [&] { return !any(row < most()); }, add_row, active, solution.force, row, solution.count);
    }

private:
    // Behind its jacobian a row has its residual at zero acceleration, and the square root of its weight. The jacobian and the
    // residual are times that root.
    static constexpr std::size_t rest_column = max_dofs, scale_column = max_dofs + 1;

    /// Calls body(row, flag, word) for every row. `flag` is a whole number in which only the bit of the row is set. `values` are
    /// what `body` changes beside `word`.
    template <class Body, class... Values>
    void for_each(Body const& body, R& word, Values&... values) const {
        R row(0), flag(1);
        auto const pass = [&] {
            body(row, flag, word);
            flag = flag + flag;
            row = row + R(1);
        };
        repeat_until(
            static_cast<int>(max_rows), [&] { return !any(row < most()); }, pass, row, flag, word, values...);
    }

    R const& most() const { return in_step_ ? count : height; }

    R residual_at(R const& row, per_dof<R> const& qacc) const { return along(row, qacc, rows_.at(row, rest_column)); }

    R along(R const& row, per_dof<R> const& qacc, R sum) const {
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            if (model_.dofs[i].coupled) {
                sum = sum + rows_.at(row, i) * qacc[i];
            }
        }
        return sum;
    }

    // The edges of the pyramid are n + mu t, n - mu t, n + mu s, n - mu s.
    vec3<R> force_of(link_contact<R> const& contact, mask_t<R> const& has, R const& first_row, per_dof<R> const& qacc) const {
        auto const along_row = [&](int k, mask_t<R> const& mask) {
            R const row = in_step_ ? first_row + R(k) : min(first_row + R(k), R(max_rows - 1));
            R const force = rows_.at(row, scale_column) * max(-residual_at(row, qacc), R(0));
            return select(mask, force, R(0));
        };
        R const first = along_row(0, has);
        if (in_step_ && model_.pairs[0].condim == 1) {
            return first * contact.normal;
        }
        mask_t<R> const has_edges = in_step_ ? has : has && R(0) < contact.friction;
        R const second = along_row(1, has_edges), third = along_row(2, has_edges), fourth = along_row(3, has_edges);
        auto const [t, s, n] = axes_of(contact.normal);
        return ((first + second) + (third + fourth)) * n + (contact.friction * (first - second)) * t +
               (contact.friction * (third - fourth)) * s;
    }

    model const& model_;
    bool in_step_;
    table<R, max_rows, max_dofs + 2> rows_;
    link_contacts<R, max_rows> contacts_;
};

}  // namespace lockstep::physics
