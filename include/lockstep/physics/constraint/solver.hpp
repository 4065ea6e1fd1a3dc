// SPDX-License-Identifier: MIT
// The accelerations under contacts, limits and dry friction: the exact minimum of MuJoCo's cost (MuJoCo documentation,
// "Computation: Solver"). The cost is quadratic as long as the same rows are active. So a step of Newton's method solves for the
// rows that are active now, and then finds the rows that are active at the solution. The method ends when both sets are the
// same. The set is kept as bits in words. It is the warm start of the next evaluation, and it says which limbs must be
// eliminated again. The sets of whole steps may repeat in a cycle. Then Murty's pivots lead out of the cycle: steps that change
// only the first row that is on its wrong side (Murty 1974, "Note on a Bard-type scheme for solving the complementarity
// problem"). Some models, for example those with dry friction or elliptic cones, use a line search along each step
// (model::searches). The cost of a cone is then expanded to second order where the step begins. In double precision a line
// search also replaces pivots that take too long.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/active_set.hpp>
#include <lockstep/physics/constraint/constraint_rows.hpp>
#include <lockstep/physics/constraint/limb_elimination.hpp>
#include <lockstep/physics/constraint/step_length.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// How many steps may change all rows at once. All later steps are Murty's pivots. Of robots that are thrown, one state in some
/// thousands leads to a cycle.
inline constexpr int whole_steps = 10;

/// The most steps of an evaluation. An evaluation needs far fewer, except in single precision where rounding alone decides on
/// which side a row is. If it needs more, the accelerations are those of the last set, the next evaluation starts with that set,
/// and unconverged_word counts the evaluation. In double precision an evaluation with Murty's pivots first makes up to as many
/// more steps with a line search.
inline constexpr int max_newton_passes = 60;

template <real R, class Model = model>
class constraint_solver {
public:
    using words = active_words<R>;

    /// Computes the rows of a state. `force` has the forces along the dofs (N or N m). `active` has m.words words, the active set
    /// of the previous evaluation. The model, kinematics, bodies and forces must outlive the solver.
    constraint_solver(Model const& m, kinematics<R> const& k, body_dynamics<R> const& bodies, per_dof<R> const& force,
                      std::span<R const> qpos, std::span<R const> qvel, std::span<R const> active)
        : model_(m), kinematics_(k), bodies_(bodies), force_(force), rows_(m, k, bodies, qpos, qvel, active) {}

    /// Returns the accelerations of the dofs (m/s^2 or rad/s^2). `active` becomes their active set. Its last words count the
    /// evaluations that did not converge and the contacts that were dropped.
    per_dof<R> solve(std::span<R> active) {
        words current = rows_.first(), solved;
        solved.fill(R(never));
        auto partial = all_undefined<eliminated_limbs<R>, R>();
        auto qacc = all_undefined<per_dof<R>, R>();
        R pass(0), remaining = pass;  // remaining: how far the whole step of the previous pass led
        bool const searches = model_.searches();
        bool const is_solved = begins_at_solution<R>() && !searches;
        if (is_solved) {
            std::copy_n(active.begin(), model_.set_words(), current.begin());
        }
        if (searches) {
            qacc.fill(R(0));
            remaining = R(1e30);
        }
        auto const newton_pass = [&] {
            if (searches) {
                at_ = accelerations(model_, kinematics_, qacc);
            } else {
                when(
                    any(R(whole_steps - 0.5) < pass), [&] { current = rows_.murty_pivot(solved, current); }, current);
            }
            pass = pass + R(1);
            for (std::size_t limb = 1; limb < model_.limbs; ++limb) {
                if (is_solved) {
                    limbs().eliminate_limb(limb, current, partial);
                    continue;
                }
                when(
                    any(differ_in(current, solved, limb)), [&] { limbs().eliminate_limb(limb, current, partial); }, partial);
            }
            tree_acceleration<R> a = minimum(current, partial);
            if (searches) {
                line_search_step(a, current, solved, qacc, remaining);
            } else {
                solved = current;
                qacc = a.qacc;
                current = rows_.active_at(a);
            }
        };
        if (model_.set_words() == 0 || is_solved) {
            newton_pass();
        } else {
            auto const repeat = [&](auto&... more) {
                repeat_until(
                    max_newton_passes, [&] { return !any(differ_in(current, solved, everywhere)); }, newton_pass, pass, current,
                    solved, partial, qacc, more...);
            };
            if (searches) {
                repeat(remaining);
            } else {
                repeat();
            }
            if constexpr (std::same_as<R, double>) {
                if (!searches && differ_in(current, solved, everywhere)) {
                    solve_by_line_search(current, solved, partial, qacc);
                }
            }
            R& unconverged = active[model_.unconverged_word];
            when(
                any(R(max_newton_passes - 0.5) < pass),
                [&] { unconverged = unconverged + select(differ_in(current, solved, everywhere), R(1), R(0)); }, unconverged);
        }
        for (std::size_t w = 0; w < model_.set_words(); ++w) {
            active[w] = searches ? current[w] : solved[w];
        }
        if (model_.dropped_contacts_word != no_word) {
            active[model_.dropped_contacts_word] = active[model_.dropped_contacts_word] + rows_.dropped();
        }
        return qacc;
    }

    constraint_rows<R, Model> const& rows() const { return rows_; }

private:
    static constexpr std::size_t everywhere = static_cast<std::size_t>(-1);
    static constexpr double never = -1, unsettled = -2;  // stand for words, and differ from all of them

    limb_elimination<R, Model> limbs() const { return {model_, kinematics_, bodies_, force_, rows_, at_}; }

    // Returns where the cost is least as long as these rows are active. The limbs must be eliminated already.
    tree_acceleration<R> minimum(words const& active, eliminated_limbs<R> const& partial) {
        elimination<R> whole = partial.dofs;
        limbs().eliminate_trunk(active, partial, whole);
        rows_.add_coupled(kinematics_, active, at_, whole);
        return substitute(model_, kinematics_, whole);
    }

    mask_t<R> differ_in(words const& a, words const& b, std::size_t limb) const {
        mask_t<R> result(false);
        for (std::size_t w = 0; w < model_.set_words(); ++w) {
            if (limb == everywhere || limb_of_word(model_, w) == limb) {
                result = result || differ(a[w], b[w]);
            }
        }
        return result;
    }

    // Continues from `qacc` with line searches, each of which lowers the cost. Among many contacts, pivots of one row each may
    // need more than max_newton_passes.
    void solve_by_line_search(words& current, words& solved, eliminated_limbs<R>& partial, per_dof<R>& qacc) {
        R remaining(1e30);
        for (int pass = 0; pass < max_newton_passes && differ_in(current, solved, everywhere); ++pass) {
            at_ = accelerations(model_, kinematics_, qacc);
            if (pass == 0) {
                current = rows_.active_at(at_);
                solved.fill(R(unsettled));
            }
            for (std::size_t limb = 1; limb < model_.limbs; ++limb) {
                limbs().eliminate_limb(limb, current, partial);
            }
            line_search_step(minimum(current, partial), current, solved, qacc, remaining);
        }
    }

    // Makes one step with a line search from at_ towards `a`. A lane that has ended keeps its result, however long its neighbours
    // continue. In a lane that ends with this step, `solved` becomes the new `current`.
    void line_search_step(tree_acceleration<R> a, words& current, words& solved, per_dof<R>& qacc, R& remaining) const {
        mask_t<R> const is_open = differ_in(current, solved, everywhere);
        mask_t<R> const ends = is_last(a, current, remaining);
        mask_t<R> const is_first = R(-1.5) < solved[0] && solved[0] < R(-0.5);
        a = line_search(a, ends || is_first || !is_open);
        words const next = rows_.active_at(a);
        for (std::size_t w = 0; w < model_.set_words(); ++w) {
            current[w] = select(is_open, next[w], current[w]);
            solved[w] = select(is_open, select(ends, next[w], R(unsettled)), solved[w]);
        }
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            qacc[i] = select(is_open, a.qacc[i], qacc[i]);
        }
    }

    // Returns whether the whole step to `a` is the last one. If the active rows stay the same, a whole step leads to the
    // minimum of a quadratic cost. With cones the step must also be so short that the next one would be less than rounding.
    // Rounding may be larger, as with cones that are much stiffer than they are wide. Then the lane ends once short steps do
    // not become shorter.
    mask_t<R> is_last(tree_acceleration<R> const& a, words const& current, R& remaining) const {
        mask_t<R> const same = !differ_in(current, rows_.active_at(a), everywhere);
        if (model_.cone == cone_type::pyramidal) {
            return same;
        }
        // Gravity counts too. At rest accelerations vanish, but the forces that hold the robot are still rounded.
        vec3<R> const rest = rest_acceleration<R>(model_);
        R size = max(abs(rest.x), max(abs(rest.y), abs(rest.z))), now(0);
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            size = max(size, abs(a.qacc[i]));
            now = max(now, abs(a.qacc[i] - at_.qacc[i]));
        }
        R const least = R(std::same_as<R, double> ? 1e-9 : 1e-5) * size;
        mask_t<R> const stalls = now <= R(100) * least && remaining <= now;
        remaining = now;
        return (same && now <= least) || stalls;
    }

    // Makes a line search from at_ towards `a`. Returns `a` itself in lanes of `whole`, and in lanes where the cost still
    // falls at `a`.
    tree_acceleration<R> line_search(tree_acceleration<R> const& a, mask_t<R> const& whole) const {
        per_dof<R> step, qacc = a.qacc;
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            step[i] = a.qacc[i] - at_.qacc[i];
        }
        tree_acceleration<R> const direction = accelerations(model_, kinematics_, step);
        R length(1);
        when(
            any(!whole), [&] { length = select(whole, R(1), step_length<R>([&](R const& t) { return slope(direction, t); })); },
            length);
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            qacc[i] = select(length < R(1), at_.qacc[i] + length * step[i], a.qacc[i]);
        }
        return accelerations(model_, kinematics_, qacc);
    }

    // Returns the derivative of the cost at at_ + length * direction, along the direction.
    R slope(tree_acceleration<R> const& direction, R const& length) const {
        tree_acceleration<R> a;
        R sum(0);
        for (std::size_t b = 0; b < model_.bodies.size(); ++b) {
            a.body[b] = at_.body[b] + length * direction.body[b];
            sum = sum + dot(direction.body[b], bodies_.inertia[b] * a.body[b] + bodies_.bias[b]);
        }
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            a.qacc[i] = at_.qacc[i] + length * direction.qacc[i];
            sum = sum + direction.qacc[i] * (R(armature_of(model_, model_.dofs[i])) * a.qacc[i] - force_[i]);
        }
        return sum + rows_.slope(a, direction);
    }

    Model const& model_;
    kinematics<R> const& kinematics_;
    body_dynamics<R> const& bodies_;
    per_dof<R> const& force_;
    constraint_rows<R, Model> rows_;
    tree_acceleration<R> at_;  // where a step with a line search begins
};

}  // namespace lockstep::physics
