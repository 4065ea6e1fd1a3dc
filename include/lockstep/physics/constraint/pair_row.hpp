// SPDX-License-Identifier: MIT
// The rows of contacts between two links, with their jacobians. A contact without friction has one row, its normal. With friction
// it has the four edges of MuJoCo's pyramid, or, for an elliptic cone, two tangents and the normal.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/shape_range.hpp>
#include <lockstep/physics/constraint/coupled_cones.hpp>
#include <lockstep/physics/constraint/coupled_rows.hpp>
#include <lockstep/physics/constraint/impedance.hpp>
#include <lockstep/physics/constraint/link_contact.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/physics/contact/pair_contact.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// The directions of a contact's rows. Only the first `count` of them are used.
template <real R>
struct contact_edges {
    std::array<vec3<R>, 4> direction;
    std::size_t count = 1;
};

/// Returns the directions of a contact's rows: the normal `n` if kind.condim is 1, otherwise the four edges of the pyramid. `mu`
/// is the coefficient of friction.
template <real R>
contact_edges<R> edges_of(model::pair const& kind, R const& mu, vec3<R> const& n) {
    contact_edges<R> result;
    if (kind.condim == 1) {
        result.direction[0] = n;
        return result;
    }
    auto const [first, second, normal] = axes_of(n);
    result.direction = {n + mu * first, n - mu * first, n + mu * second, n - mu * second};
    result.count = 4;
    return result;
}

/// Calls f(contact, kind, response) for every contact that has room, one kind of pairs after another. `values` are what f
/// changes. has_room(kind) must return the lanes with room for a contact of that kind. Within a kind, a lane that has lost its
/// room must not get it back. Returns how many contacts found no room, in each lane.
template <real R, class Model, class F, class Room, class... Values>
R for_each_contact(Model const& m, kinematics<R> const& k, F const& f, Room const& has_room, Values&... values) {
    bool const in_step = rows_keep_step(m);  // then all lanes have the same room
    R dropped(0);
    for (std::size_t p = 0; p < m.pairs.size(); ++p) {
        model::pair const& kind = m.pairs[p];
        bool is_first = true;
        for (std::size_t before = 0; before < p; ++before) {
            is_first = is_first && !m.pairs[before].is_like(kind);
        }
        if (!is_first) {
            continue;
        }
        pair_contacts<R> const contacts(m, k, kind);
        R entry(0), kept(0);
        auto const pass = [&] {
            pair_contact<R> const c = in_step ? contacts.at(entry) : contacts.at(entry, has_room(kind));
            constraint_response<R> response = respond(kind.contact, c.where.distance, c.inverse_weight);
            response.weight = of_friction(m, kind, c.first, c.second, response.weight);
            f(c, kind, response);
            entry = entry + R(1);
            kept = in_step ? kept : kept + select(c.has, R(1), R(0));
        };
        repeat_until(
            static_cast<int>(contacts.capacity), [&] { return !any(entry < contacts.count() && has_room(kind)); }, pass, entry,
            kept, values...);
        dropped = dropped + max(contacts.count() - (in_step ? entry : kept), R(0));
    }
    return dropped;
}

/// Returns the lanes that have room for the rows of one more contact of this kind, after `rows` other rows. In a model that
/// cannot run out of room these are all lanes.
template <real R>
mask_t<R> room_behind(model const& m, R const& rows, model::pair const& kind) {
    double const room = static_cast<double>(room_for_rows(m));
    return m.dropped_contacts_word == no_word ? mask_t<R>(true) : rows < R(room + 0.5 - m.coupled_rows(kind));
}

/// Returns how a contact acts on the bodies that have `shapes`: 1 if its second shape is one of these, -1 if its first shape is,
/// and 0 if both or neither are. `Contact` is pair_contact or link_contact.
template <real R, template <class> class Contact>
R side_of(model const& m, shape_range const& shapes, Contact<R> const& c) {
    return shapes.contains(m, c.second) - shapes.contains(m, c.first);
}

/// Returns the position of a contact (m) about the O of the tree of `body`. `position` is its position about the O of the
/// first tree.
template <real R>
vec3<R> position_in_tree(model const& m, kinematics<R> const& k, std::size_t body, vec3<R> const& position) {
    std::size_t const root = root_of(m, body);
    return root == 0 ? position : position - (k.origin[root] - k.origin[0]);
}

/// Returns for each body how the contact acts on the body and what hangs from it, as side_of does.
template <real R>
per_body<R> sides_of(model const& m, pair_contact<R> const& c) {
    per_body<R> result;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        result[b] = side_of(m, shapes_below(m, b), c);
    }
    return result;
}

/// Calls f(jacobian, speed) for each direction. The jacobian is over the coupled dofs; its other entries are undefined. The speed
/// is jacobian . qvel (m/s). `side` must be the result of sides_of for the contact.
template <real R, class F>
void for_each_direction(model const& m, kinematics<R> const& k, std::span<R const> qvel, pair_contact<R> const& c,
                        per_body<R> const& side, std::span<vec3<R> const> directions, F const& f) {
    for (vec3<R> const& direction : directions) {
        per_dof<R> jacobian;
        R speed(0);
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            if (m.dofs[i].coupled) {
                std::size_t const b = m.dofs[i].body;
                spatial<R> const wrench{cross(position_in_tree(m, k, b, c.where.position), direction), direction};
                jacobian[i] = side[b] * dot(k.axis[i], wrench);
                speed = speed + jacobian[i] * qvel[i];
            }
        }
        f(jacobian, speed);
    }
}

/// Calls f(jacobian, aref) for each row of a contact. `recovery` is that of the response of the contact.
template <real R, class Model, class F>
void for_each_row(Model const& m, kinematics<R> const& k, std::span<R const> qvel, pair_contact<R> const& c,
                  model::pair const& kind, R const& recovery, F const& f) {
    per_body<R> const side = sides_of(m, c);
    contact_edges<R> const edges = edges_of(kind, friction_of(m, kind, c.first, c.second), c.where.normal);
    for_each_direction(m, k, qvel, c, side, std::span(edges.direction).first(edges.count),
                       [&](per_dof<R> const& jacobian, R const& speed) {
        f(jacobian, reference_acceleration<R>{.negated = R(kind.contact.damping) * speed + recovery});
    });
}

/// Returns a contact with an elliptic cone in the form that coupled_cones keeps.
template <real R>
coupled_contact<R> coupled_contact_of(model const& m, kinematics<R> const& k, std::span<R const> qvel, pair_contact<R> const& c,
                                      model::pair const& kind, R const& recovery) {
    auto const axes = axes_of(c.where.normal);
    coupled_contact<R> result;
    std::array<R, 3> damped;
    std::size_t axis = 0;
    for_each_direction(m, k, qvel, c, sides_of(m, c), std::span<vec3<R> const>(axes),
                       [&](per_dof<R> const& jacobian, R const& speed) {
        result.jacobian[axis] = jacobian;
        damped[axis++] = R(kind.contact.damping) * speed;
    });
    result.aref.negated = {damped[0], damped[1], damped[2] + recovery};
    return result;
}

/// Returns what the force of a contact needs beside the rows.
template <real R, class Model>
link_contact<R> link_contact_of(Model const& m, model::pair const& kind, pair_contact<R> const& c) {
    R const friction = kind.condim == 1 ? R(0) : R(friction_of(m, kind, c.first, c.second));
    return {c.where.position, c.where.normal, c.first, c.second, friction};
}

/// Adds the rows of all contacts between links to `rows`. Returns how many contacts found no room, in each lane.
template <real R, class Model>
R add_pair_rows(Model const& m, kinematics<R> const& k, std::span<R const> qvel, coupled_rows<R>& rows) {
    auto const add = [&](pair_contact<R> const& c, model::pair const& kind, constraint_response<R> const& response) {
        link_contact<R> const contact = link_contact_of(m, kind, c);
        link_contact<R> const* of_first_row = &contact;
        for_each_row(m, k, qvel, c, kind, response.recovery,
                     [&](per_dof<R> const& jacobian, reference_acceleration<R> const& aref) {
            rows.add(c.has, jacobian, response.weight, aref, std::exchange(of_first_row, nullptr));
        });
    };
    auto const has_room = [&](model::pair const& kind) { return room_behind(m, rows.count, kind); };
    return for_each_contact<R>(m, k, add, has_room, rows.count, rows.height);
}

/// Adds all contacts between links to `cones`, in a model whose links touch with elliptic cones. Returns how many contacts found
/// no room, in each lane.
template <real R, class Model>
R add_pair_rows(Model const& m, kinematics<R> const& k, std::span<R const> qvel, coupled_cones<R>& cones) {
    auto const add = [&](pair_contact<R> const& c, model::pair const& kind, constraint_response<R> const& response) {
        link_contact<R> const contact = link_contact_of(m, kind, c);
        if (m.has_cone(kind)) {
            cones.add(c.has, coupled_contact_of(m, k, qvel, c, kind, response.recovery), response.weight,
                      friction_of(m, kind, c.first, c.second), &contact);
            return;
        }
        for_each_row(m, k, qvel, c, kind, response.recovery,
                     [&](per_dof<R> const& jacobian, reference_acceleration<R> const& aref) {
            cones.add(c.has, jacobian, response.weight, aref, &contact);
        });
    };
    auto const has_room = [&](model::pair const& kind) { return room_behind(m, R(m.coupled_rows()) * cones.count, kind); };
    return for_each_contact<R>(m, k, add, has_room, cones.count, cones.height);
}

}  // namespace lockstep::physics
