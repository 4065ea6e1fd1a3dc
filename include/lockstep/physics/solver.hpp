// SPDX-License-Identifier: MIT
// The accelerations under contacts and limits: the exact minimum of MuJoCo's cost (MuJoCo documentation, "Computation:
// Solver"). The cost is quadratic as long as the same rows are active, so Newton's method is: solve for the rows that
// are active now, see which are active at the solution, until they are the same. The set is kept as bits in words; it
// is the warm start of the next evaluation and the exact test for the end, and says which limbs changed at all.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/active_set.hpp>
#include <lockstep/physics/articulated_body.hpp>
#include <lockstep/physics/bias.hpp>
#include <lockstep/physics/contact.hpp>
#include <lockstep/physics/coupled_rows.hpp>
#include <lockstep/physics/kinematics.hpp>
#include <lockstep/physics/limit.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/pair_row.hpp>

namespace lockstep::physics {

/// No golden state needs as many. Were they used up, the accelerations would be those of the last set that was solved for,
/// and the next evaluation would go on from there.
inline constexpr int max_newton_passes = 12;

template <real R>
class constraint_solver {
public:
    using words = std::array<R, max_words>;

    /// force: along the joints; active: m.words words, the active set of the evaluation before. The model, kinematics,
    /// bodies and forces must outlive the solver.
    constraint_solver(model const& m, kinematics<R> const& k, body_dynamics<R> const& bodies, per_dof<R> const& force,
                      std::span<R const> qpos, std::span<R const> qvel, std::span<R const> active)
        : model_(m), kinematics_(k), bodies_(bodies), force_(force), rows_(m) {
        start_.fill(empty_word<R>());
        for (std::size_t i = 0; i < m.points.size(); ++i) {
            model::point const& p = m.points[i];
            R const distance = distance_to_ground(p, k);
            near_ground_[i] = distance < R(p.contact.margin);
            contacts_[i] = undefined_rows<contact<R>, R>();
            R& word = start_[p.row.word];
            when(
                any(near_ground_[i]),
                [&] {
                contacts_[i] = find_contact(p, k, bodies, distance);
                word = with_edges(m, p, contacts_[i], first_edges(p, contacts_[i], active[p.row.word]), word);
                },
                contacts_[i], word);
        }
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            model::dof const& d = m.dofs[i];
            if (d.limited) {
                near_limit_[i] = distance_to_limit(d, qpos[d.qpos]) < R(d.limit.margin);
                limits_[i] = undefined_rows<joint_limit<R>, R>();
                R& word = start_[d.row.word];
                when(
                    any(near_limit_[i]),
                    [&] {
                    limits_[i] = find_limit(d, qpos[d.qpos], qvel[i]);
                    mask_t<R> const known = bit(active[d.row.word], d.row.bit) && R(0) < limits_[i].weight;
                    word = with_bit(with_limit(d, limits_[i], R(0), word), known, d.row.bit);
                    },
                    limits_[i], word);
            }
        }
        if (m.coupled_word != no_word) {
            lost_ = add_pair_rows(m, k, qvel, rows_);
            start_[m.coupled_word] = rows_.first_active(active[m.coupled_word]);
        }
    }

    /// active: becomes the active set of the accelerations that are returned. Contacts between links that found no room in
    /// the list are added to its last word.
    per_dof<R> solve(std::span<R> active) const {
        words current = start_, solved;
        solved.fill(R(-1));  // differs from every word
        auto partial = undefined_rows<partial_elimination, R>();
        auto qacc = undefined_rows<per_dof<R>, R>();
        auto const newton_pass = [&] {
            for (std::size_t limb = 1; limb < model_.limbs; ++limb) {
                when(
                    any(differ_in(current, solved, limb)), [&] { eliminate_limb(limb, current, partial); }, partial);
            }
            elimination<R> whole = partial.dofs;
            eliminate_trunk(current, partial, whole);
            if (model_.coupled_word != no_word) {
                rows_.add_to(kinematics_, current[model_.coupled_word], whole);
            }
            tree_acceleration<R> const a = substitute(model_, kinematics_, whole);
            qacc = a.qacc;
            solved = current;
            current = active_at(a);
        };
        if (model_.set_words() == 0) {
            newton_pass();
        } else {
            repeat_until(
                max_newton_passes, [&] { return !any(differ_in(current, solved, everywhere)); }, newton_pass, current, solved,
                partial, qacc);
        }
        for (std::size_t w = 0; w < model_.set_words(); ++w) {
            active[w] = solved[w];
        }
        if (model_.lost_word != no_word) {
            active[model_.lost_word] = active[model_.lost_word] + lost_;
        }
        return qacc;
    }

private:
    static constexpr std::size_t everywhere = static_cast<std::size_t>(-1);

    // What a limb hands to the trunk stays valid as long as the limb's words do.
    struct partial_elimination {
        elimination<R> dofs;
        std::array<articulated_body<R>, max_bodies> limb;
    };

    mask_t<R> differ_in(words const& a, words const& b, std::size_t limb) const {
        mask_t<R> result(false);
        for (std::size_t w = 0; w < model_.set_words(); ++w) {
            if (limb == everywhere || limb_of_word(model_, w) == limb) {
                result = result || differ(a[w], b[w]);
            }
        }
        return result;
    }

    // Edges that were active stay active; a contact that had none starts with those that it would have if nothing
    // accelerated.
    std::array<mask_t<R>, 4> first_edges(model::point const& p, contact<R> const& c, R const& before) const {
        std::array<mask_t<R>, 4> edges = active_edges(p, c, zero3<R>());
        mask_t<R> known(false);
        for (int e = 0; e < model_.edges(p); ++e) {
            known = known || bit(before, p.row.bit + e);
        }
        for (int e = 0; e < model_.edges(p); ++e) {
            mask_t<R>& edge = edges[static_cast<std::size_t>(e)];
            edge = bit(before, p.row.bit + e) || (edge && !known);
        }
        return edges;
    }

    words active_at(tree_acceleration<R> const& a) const {
        words result;
        result.fill(empty_word<R>());
        for (std::size_t i = 0; i < model_.points.size(); ++i) {
            model::point const& p = model_.points[i];
            contact<R> const& c = contacts_[i];
            R& word = result[p.row.word];
            when(
                any(near_ground_[i]),
                [&] { word = with_edges(model_, p, c, active_edges(p, c, point_acceleration(c, a.body[p.body])), word); }, word);
        }
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            model::dof const& d = model_.dofs[i];
            if (d.limited) {
                R& word = result[d.row.word];
                when(
                    any(near_limit_[i]), [&] { word = with_limit(d, limits_[i], a.qacc[i], word); }, word);
            }
        }
        if (model_.coupled_word != no_word) {
            result[model_.coupled_word] = rows_.active_at(a.qacc);
        }
        return result;
    }

    void eliminate_limb(std::size_t limb, words const& active, partial_elimination& partial) const {
        bool first = true;
        articulated_body<R> below;
        for (std::size_t b = model_.bodies.size(); b-- > 0;) {
            if (model_.bodies[b].limb == limb) {
                articulated_body<R> body = alone(b, active);
                if (!first) {
                    body = body + below;
                }
                eliminate_dofs(b, active, body, partial.dofs);
                below = body;
                first = false;
            }
        }
        partial.limb[limb] = below;
    }

    void eliminate_trunk(words const& active, partial_elimination const& partial, elimination<R>& whole) const {
        per_body<articulated_body<R>> children;
        per_body<bool> has_children{};
        auto const hang = [&](std::size_t parent, articulated_body<R> const& child) {
            children[parent] = has_children[parent] ? children[parent] + child : child;
            has_children[parent] = true;
        };
        for (std::size_t b = model_.bodies.size(); b-- > 0;) {
            model::body const& body = model_.bodies[b];
            if (body.limb != 0) {
                if (model_.bodies[body.parent].limb == 0) {
                    hang(body.parent, partial.limb[body.limb]);
                }
                continue;
            }
            articulated_body<R> sum = alone(b, active);
            if (has_children[b]) {
                sum = sum + children[b];
            }
            eliminate_dofs(b, active, sum, whole);
            if (body.parent != no_body) {
                hang(body.parent, sum);
            }
        }
    }

    // A body with the contacts that act on it, without its children.
    articulated_body<R> alone(std::size_t b, words const& active) const {
        articulated_body<R> result{bodies_.inertia[b], bodies_.bias[b]};
        for (std::size_t i = 0; i < model_.points.size(); ++i) {
            model::point const& p = model_.points[i];
            if (p.body == b) {
                contact<R> const& c = contacts_[i];
                when(
                    any(near_ground_[i]),
                    [&] {
                    symmetric3<R> const stiffness = active_stiffness(model_, p, c, active[p.row.word]);
                    vec3<R> const force = stiffness * c.reference;
                    result.inertia = result.inertia + point_inertia(stiffness, c.position);
                    result.bias = result.bias + spatial<R>{cross(c.position, force), force};
                    },
                    result);
            }
        }
        return result;
    }

    void eliminate_dofs(std::size_t b, words const& active, articulated_body<R>& body, elimination<R>& dofs) const {
        std::size_t const first = model_.bodies[b].first_dof;
        for (std::size_t i = first + model_.bodies[b].dof_count; i-- > first;) {
            model::dof const& d = model_.dofs[i];
            R diagonal(d.armature), force = force_[i];
            if (d.limited) {
                joint_limit<R> const& limit = limits_[i];
                when(
                    any(near_limit_[i]),
                    [&] {
                    R const weight = select(bit(active[d.row.word], d.row.bit), limit.weight, R(0));
                    diagonal = diagonal + weight;
                    force = force - weight * limit.reference;
                    },
                    diagonal, force);
            }
            eliminate(kinematics_.axis[i], diagonal, force, body, dofs[i]);
        }
    }

    model const& model_;
    kinematics<R> const& kinematics_;
    body_dynamics<R> const& bodies_;
    per_dof<R> const& force_;
    words start_;  // the first guess of the active set
    // Contacts and limits are read only where some lane is near.
    per_point<mask_t<R>> near_ground_;
    per_point<contact<R>> contacts_;
    per_dof<mask_t<R>> near_limit_;
    per_dof<joint_limit<R>> limits_;
    coupled_rows<R> rows_;
    R lost_ = R(0);  // contacts without a row
};

}  // namespace lockstep::physics
