// SPDX-License-Identifier: MIT
// The rows of the constraint problem in a state: contacts with the ground, limits, dry friction, and rows that couple links. This
// header computes them, says which are active at given accelerations, and adds the active ones to an elimination.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/active_set.hpp>
#include <lockstep/physics/constraint/coupled_constraints.hpp>
#include <lockstep/physics/constraint/elliptic_cone.hpp>
#include <lockstep/physics/constraint/friction_loss.hpp>
#include <lockstep/physics/constraint/limit.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/contact/contact.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// The words of an active set, as many as a model may have.
template <class R>
using active_words = std::array<R, max_words>;

template <real R, class Model = model>
class constraint_rows {
public:
    using words = active_words<R>;

    /// Computes the rows of a state. `active` has m.words words, the active set of the previous evaluation. The model must
    /// outlive this object.
    constraint_rows(Model const& m, kinematics<R> const& k, body_dynamics<R> const& bodies, std::span<R const> qpos,
                    std::span<R const> qvel, std::span<R const> active)
        : model_(m), coupled_(m) {
        start_.fill(empty_word<R>());
        for (std::size_t i = 0; i < m.points.size(); ++i) {
            model::point const& p = m.points[i];
            R const distance = distance_to_ground(p, k);
            near_ground_[i] = distance < R(p.contact.margin);
            contacts_[i] = all_undefined<contact<R>, R>();
            R& word = start_[p.row.word];
            when(
                any(near_ground_[i]),
                [&] {
                contacts_[i] = find_contact(m, p, k, bodies, distance);
                contact<R> const& c = contacts_[i];
                word = m.has_cone(p) ? with_zone(p, respond(m, p, c, -c.aref), word)
                                     : with_edges(m, p, c, first_edges(p, c, active[p.row.word]), word);
                },
                contacts_[i], word);
        }
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            model::dof const& d = m.dofs[i];
            if (d.has_limit()) {
                near_limit_[i] = distance_to_limit(m, d, qpos[d.qpos]) < R(d.limit.margin);
                limits_[i] = all_undefined<joint_limit<R>, R>();
                R& word = start_[d.row.word];
                when(
                    any(near_limit_[i]),
                    [&] {
                    limits_[i] = find_limit(m, d, qpos[d.qpos], qvel[i]);
                    mask_t<R> const known = bit(active[d.row.word], d.row.bit) && R(0) < limits_[i].weight;
                    word = with_bit(word, known, d.row.bit);
                    },
                    limits_[i], word);
            }
            if (d.friction_loss > 0) {
                friction_aref_[i].negated = R(d.friction.damping) * qvel[i];
                R& word = start_[d.friction_row.word];
                word = with_friction_of(d, active[d.friction_row.word], word);
            }
        }
        if (m.coupled_word != no_word) {
            coupled_.add(m, k, qpos, qvel);
            start_[m.coupled_word] = coupled_.first_active(active[m.coupled_word]);
        }
    }

    /// Returns the first guess of the active set.
    words const& first() const { return start_; }

    /// Returns how many contacts between links found no room, in each lane.
    R const& dropped() const { return coupled_.dropped(); }

    /// Returns the rows that are active at the accelerations `a`.
    words active_at(tree_acceleration<R> const& a) const {
        words result;
        result.fill(empty_word<R>());
        for (std::size_t i = 0; i < model_.points.size(); ++i) {
            model::point const& p = model_.points[i];
            contact<R> const& c = contacts_[i];
            R& word = result[p.row.word];
            when(
                any(near_ground_[i]),
                [&] {
                vec3<R> const acceleration = point_acceleration(c, a.body[p.body]);
                word = model_.has_cone(p) ? with_zone(p, respond(model_, p, c, acceleration - c.aref), word)
                                          : with_edges(model_, p, c, active_edges(model_, p, c, acceleration), word);
                },
                word);
        }
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            model::dof const& d = model_.dofs[i];
            if (d.has_limit()) {
                R& word = result[d.row.word];
                when(
                    any(near_limit_[i]), [&] { word = with_limit(d, limits_[i], a.qacc[i], word); }, word);
            }
            if (d.friction_loss > 0) {
                R& word = result[d.friction_row.word];
                word = with_friction(model_, d, a.qacc[i] - friction_aref_[i], word);
            }
        }
        if (model_.coupled_word != no_word) {
            result[model_.coupled_word] = coupled_.active_at(a.qacc);
        }
        return result;
    }

    /// Makes one of Murty's pivots. Returns `from`, except that the first row in which the two sets differ is as in `to`. The
    /// model must have no contacts between links with elliptic cones.
    words murty_pivot(words const& from, words const& to) const {
        words result = from;
        mask_t<R> turned(false);
        for (std::size_t w = 0; w < model_.set_words(); ++w) {
            bool const is_coupled = w == model_.coupled_word;
            R const next = is_coupled ? coupled_.murty_pivot(from[w], to[w]) : flip_first_difference(from[w], to[w]);
            result[w] = select(turned, from[w], next);
            turned = turned || differ(from[w], to[w]);
        }
        return result;
    }

    /// Adds the active contacts of body b with the ground to `body`. `at` has the accelerations at which the cost of an elliptic
    /// cone is expanded to second order.
    void add_contacts(std::size_t b, words const& active, tree_acceleration<R> const& at, articulated_body<R>& body) const {
        for (std::size_t i = 0; i < model_.points.size(); ++i) {
            model::point const& p = model_.points[i];
            if (p.body == b) {
                contact<R> const& c = contacts_[i];
                when(
                    any(near_ground_[i]),
                    [&] {
                    auto const [stiffness, force] = around(p, c, active[p.row.word], at);
                    body.inertia = body.inertia + point_inertia(stiffness, c.position);
                    body.bias = body.bias + spatial<R>{cross(c.position, force), force};
                    },
                    body);
            }
        }
    }

    /// Adds the active rows that act on dof i and on no other dof to `diagonal` and `force`, the diagonal of the dof and the
    /// force on it.
    void add_to_dof(std::size_t i, words const& active, R& diagonal, R& force) const {
        model::dof const& d = model_.dofs[i];
        if (d.has_limit()) {
            joint_limit<R> const& limit = limits_[i];
            when(
                any(near_limit_[i]),
                [&] {
                R const weight = select(bit(active[d.row.word], d.row.bit), limit.weight, R(0));
                diagonal = diagonal + weight;
                force = force - weight * -limit.aref;
                },
                diagonal, force);
        }
        if (d.friction_loss > 0) {
            add_friction(model_, d, friction_aref_[i], active[d.friction_row.word], diagonal, force);
        }
    }

    /// Adds the active rows that couple links to `eliminated`, the result of an elimination without them. `at` is as
    /// in add_contacts.
    void add_coupled(kinematics<R> const& k, words const& active, tree_acceleration<R> const& at,
                     elimination<R>& eliminated) const {
        if (model_.coupled_word != no_word) {
            coupled_.add_to(k, active[model_.coupled_word], at.qacc, eliminated);
        }
    }

    /// Calls f(point, position, force) for each contact with the ground, and g(contact, force) for each contact between links.
    /// `force` (N) is the force of the contact at the solution `a`: on the point's body, or on the second of two links. It is 0
    /// in lanes that do not have the contact. `position` (m) is about O. `active` is the active set of the solution. f must
    /// change only tables and `values`, and g only tables.
    template <class F, class G, class... Values>
    void for_each_force(std::span<R const> active, tree_acceleration<R> const& a, F const& f, G const& g,
                        Values&... values) const {
        for (std::size_t i = 0; i < model_.points.size(); ++i) {
            model::point const& p = model_.points[i];
            auto const exert = [&] {
                contact<R> const& c = contacts_[i];
                vec3<R> const acceleration = point_acceleration(c, a.body[p.body]);
                if (model_.has_cone(p)) {
                    f(p, c.position, contact_force(model_, p, c, acceleration));
                } else {
                    symmetric3<R> const stiffness = active_stiffness(model_, p, c, active[p.row.word]);
                    f(p, c.position, R(-1) * (stiffness * (acceleration - c.aref)));
                }
            };
            when(any(near_ground_[i]), exert, values...);
        }
        if (model_.coupled_word != no_word) {
            coupled_.for_each_force(a.qacc, g);
        }
    }

    /// Returns the derivative of the cost of all rows at the accelerations `a`, in the direction `step`.
    R slope(tree_acceleration<R> const& a, tree_acceleration<R> const& step) const {
        R sum(0);
        for (std::size_t i = 0; i < model_.points.size(); ++i) {
            model::point const& p = model_.points[i];
            auto const add = [&] {
                contact<R> const& c = contacts_[i];
                vec3<R> const force = contact_force(model_, p, c, point_acceleration(c, a.body[p.body]));
                sum = sum - dot(point_acceleration(c, step.body[p.body]), force);
            };
            when(any(near_ground_[i]), add, sum);
        }
        for (std::size_t i = 0; i < model_.dofs.size(); ++i) {
            model::dof const& d = model_.dofs[i];
            if (d.has_limit()) {
                when(
                    any(near_limit_[i]), [&] { sum = sum - step.qacc[i] * limit_force(limits_[i], a.qacc[i]); }, sum);
            }
            if (d.friction_loss > 0) {
                sum = sum - step.qacc[i] * friction_force(model_, d, a.qacc[i] - friction_aref_[i]);
            }
        }
        return model_.coupled_word == no_word ? sum : sum + coupled_.slope(a.qacc, step.qacc);
    }

private:
    // Returns the edges that a contact starts with. Edges that were active stay active. A contact without active edges starts
    // with those that are active at zero acceleration. With Runge-Kutta, whose stages are close to each other, only the first
    // rule holds: Walker2d ran a fourth faster without the second rule, but HalfCheetah, which has no stages, 7 % slower.
    std::array<mask_t<R>, 4> first_edges(model::point const& p, contact<R> const& c, R const& before) const {
        std::array<mask_t<R>, 4> edges = active_edges(model_, p, c, zero3<R>());
        bool const is_near = model_.integrator == integrator_type::runge_kutta ||
                             model_.integrator == integrator_type::runge_kutta_mujoco_3;
        mask_t<R> known(is_near);
        for (int e = 0; e < model_.edges(p); ++e) {
            known = known || bit(before, p.row.bit + e);
        }
        for (int e = 0; e < model_.edges(p); ++e) {
            mask_t<R>& edge = edges[static_cast<std::size_t>(e)];
            edge = bit(before, p.row.bit + e) || (edge && !known);
        }
        return edges;
    }

    // The quadratic a . stiffness a / 2 + force . a that stands for the cost of a contact.
    struct quadratic {
        symmetric3<R> stiffness;
        vec3<R> force;
    };

    quadratic around(model::point const& p, contact<R> const& c, R const& word,
                     tree_acceleration<R> const& at) const {
        if (model_.has_cone(p)) {
            vec3<R> const a = point_acceleration(c, at.body[p.body]);
            cone_response<R> const response = respond(model_, p, c, a - c.aref);
            return {response.stiffness, response.gradient - response.stiffness * a};
        }
        symmetric3<R> const stiffness = active_stiffness(model_, p, c, word);
        return {stiffness, stiffness * -c.aref};
    }

    Model const& model_;
    words start_;
    // Contacts and limits are read only where some lane is near.
    per_point<mask_t<R>> near_ground_;
    per_point<contact<R>> contacts_;
    per_dof<mask_t<R>> near_limit_;
    per_dof<joint_limit<R>> limits_;
    per_dof<reference_acceleration<R>> friction_aref_;
    coupled_constraints<R> coupled_;
};

}  // namespace lockstep::physics
