// SPDX-License-Identifier: MIT
// Rows of the constraint problem that couple links: contacts between two of them, and whatever else is no inertia of one
// body. They wait in a list that is as long as the lane with most of them needs, and enter the solution after the
// elimination one by one, by recursive least squares: exact, in any order. Their active set is a whole number, a bit a row.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/physics/active_set.hpp>
#include <lockstep/physics/articulated_body.hpp>
#include <lockstep/physics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Takes the lowest bit of a whole number: whether it was set.
template <real R>
LOCKSTEP_INLINE mask_t<R> take_bit(R& number) {
    R const rest = floor(R(0.5) * number);
    mask_t<R> const result = rest + rest < number;
    number = rest;
    return result;
}

/// Whether all rows are of contacts of one kind. A contact's rows then stand where its number says, in all lanes; else each
/// lane's rows follow one another, so that what its neighbours have takes no room from it.
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

    /// How many rows each lane has; where rows keep step, the lane with most of them.
    R count = R(0);
    /// How many the lane with most of them has, where they do not. With count, what a `when` around add changes last.
    R height = R(0);

    /// A row D (j . a + reference)^2 / 2 while that is below zero, in the lanes of `has`: jacobian j over the coupled dofs,
    /// weight D, which is 0 in lanes that have no such row. There must be room (max_rows).
    void add(mask_t<R> const& has, per_dof<R> const& jacobian, R const& weight, R const& reference) {
        auto const for_each_number = [&](auto const& f) {
            R const scale = sqrt(weight);
            for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                if (model_.dofs[i].coupled) {
                    f(i, scale * jacobian[i]);
                }
            }
            f(reference_column, scale * reference);
            f(scale_column, scale);
        };
        if (in_step_) {
            for_each_number([&](std::size_t column, R const& number) { rows_.set(count, column, number); });
            count = count + R(1);
            return;
        }
        auto const open = [&] {
            for_each_number([&](std::size_t column, R const&) { rows_.set(height, column, R(0)); });
            height = height + R(1);
        };
        when(any(has && !(count < height)), open, height);
        R const place = select(has, count, R(-1));
        for_each_number([&](std::size_t column, R const& number) { rows_.scatter(place, column, number); });
        count = count + select(has, R(1), R(0));
    }

    /// The rows that were active, and those that would be if nothing accelerated.
    R first_active(R before) const {
        R result(0);
        for_each([&](R const& row, R const& flag, R& word) {
            mask_t<R> const known = take_bit(before) && R(0) < rows_.at(row, scale_column);
            word = word + select(known || rows_.at(row, reference_column) < R(0), flag, R(0));
        }, result, before);
        return result;
    }

    R active_at(per_dof<R> const& qacc) const {
        R result(0);
        for_each([&](R const& row, R const& flag, R& word) {
            word = word + select(along(row, qacc, rows_.at(row, reference_column)) < R(0), flag, R(0));
        }, result);
        return result;
    }

    /// `from` with the first row in which it differs from `to` as it is there.
    R turn_first(R from, R to) const {
        R result(0), turned(0);
        for_each([&](R const&, R const& flag, R& word) {
            R const before = select(take_bit(from), flag, R(0)), after = select(take_bit(to), flag, R(0));
            word = word + select(turned < R(0.5), after, before);
            turned = turned + abs(after - before);
        }, result, from, to, turned);
        return result;
    }

    /// The derivative of the rows' cost at qacc, on the way `step`.
    R slope(per_dof<R> const& qacc, per_dof<R> const& step) const {
        R result(0);
        for_each([&](R const& row, R const&, R& sum) {
            sum = sum + min(along(row, qacc, rows_.at(row, reference_column)), R(0)) * along(row, step, R(0));
        }, result);
        return result;
    }

    /// Brings the active rows into what an elimination left.
    void add_to(kinematics<R> const& k, R active, elimination<R>& eliminated) const {
        per_dof<R> force;
        force.fill(R(0));
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            force[i] = eliminated[i].force;
        }
        table<R, max_rows, max_dofs + 1> before;  // the rows before that some lane has active, eliminated
        R row(0), rows_before(0);
        auto const add_row = [&] {
            mask_t<R> const is_active = take_bit(active);
            auto const enter = [&] {
                per_dof<R> y = inward(k, eliminated, row, is_active), z = y;
                for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                    z[i] = eliminated[i].inverse * y[i];
                }
                R earlier(0);
                auto const subtract = [&] {
                    R const product = sum_of([&](std::size_t i) { return before.at(earlier, i) * z[i]; });
                    R const common = before.at(earlier, gain_column) * product;
                    for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                        y[i] = y[i] - common * before.at(earlier, i);
                    }
                    earlier = earlier + R(1);
                };
                repeat_until(
                    static_cast<int>(max_rows), [&] { return !any(earlier < rows_before); }, subtract, y, earlier);
                R const behind = select(is_active, rows_.at(row, reference_column), R(0)) +
                                 sum_of([&](std::size_t i) { return z[i] * force[i]; });
                R const gain = R(1) / (R(1) + sum_of([&](std::size_t i) { return z[i] * y[i]; })), push = gain * behind;
                for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
                    force[i] = force[i] - push * y[i];
                    before.set(rows_before, i, y[i]);
                }
                before.set(rows_before, gain_column, gain);
                rows_before = rows_before + R(1);
            };
            when(any(is_active), enter, force, rows_before);
            row = row + R(1);
        };
        repeat_until(
            static_cast<int>(max_rows), [&] { return !any(row < most()); }, add_row, active, force, row, rows_before);
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            eliminated[i].force = force[i];
        }
    }

private:
    static constexpr std::size_t reference_column = max_dofs, scale_column = max_dofs + 1, gain_column = max_dofs;

    /// body(row, flag, word) for every row and its flag in a word. What else it changes is among `values`.
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

    /// The sum of a number of each dof, in four parts that need not wait for each other.
    template <class Number>
    R sum_of(Number const& number) const {
        R parts[4] = {R(0), R(0), R(0), R(0)};
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            parts[i % 4] = parts[i % 4] + number(i);
        }
        return (parts[0] + parts[1]) + (parts[2] + parts[3]);
    }

    R const& most() const { return in_step_ ? count : height; }

    R along(R const& row, per_dof<R> const& qacc, R sum) const {
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            if (model_.dofs[i].coupled) {
                sum = sum + rows_.at(row, i) * qacc[i];
            }
        }
        return sum;
    }

    /// A row's jacobian as the elimination leaves it: what a force of its kind leaves for each dof.
    per_dof<R> inward(kinematics<R> const& k, elimination<R> const& eliminated, R const& row, mask_t<R> const& is_active) const {
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
                    result[i] = select(is_active, rows_.at(row, i), R(0));
                }
                if (reached[b]) {
                    result[i] = result[i] - dot(k.axis[i], below[b]);
                }
                spatial<R> const passed = result[i] * eliminated[i].gain;
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
    bool in_step_;
    table<R, max_rows, max_dofs + 2> rows_;
};

}  // namespace lockstep::physics
