// SPDX-License-Identifier: MIT
// The elimination of a robot's accelerations under the rows that are active: first the limbs, each by itself, then the trunk.
// What a limb hands to the trunk stays valid as long as the active rows of the limb do not change.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/constraint/constraint_rows.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// The result of eliminating the limbs.
template <real R>
struct eliminated_limbs {
    elimination<R> dofs;  // of the limbs' dofs only
    /// limb[i] is limb i as one articulated body that hangs from the trunk. Its dofs are eliminated. limb[0] is not used.
    std::array<articulated_body<R>, max_bodies> limb;
};

/// The elimination of limbs and trunk in one state. The argument `active` of its functions has the words of the active set. `at`
/// is where a step with a line search begins. Without a line search it is not used.
template <real R, class Model = model>
struct limb_elimination {
    using words = active_words<R>;

    Model const& m;
    kinematics<R> const& pose;
    body_dynamics<R> const& dynamics;
    per_dof<R> const& forces;  // along the dofs: N or N m
    constraint_rows<R, Model> const& rows;
    tree_acceleration<R> const& at;

    /// Eliminates the dofs of a limb and writes the results to `partial`. The first limb is 1.
    void eliminate_limb(std::size_t limb, words const& active, eliminated_limbs<R>& partial) const {
        bool first = true;
        articulated_body<R> below;
        for (std::size_t b = m.bodies.size(); b-- > 0;) {
            if (m.bodies[b].limb == limb) {
                articulated_body<R> body = own_inertia(b, active);
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

    /// Eliminates the dofs of the trunk. Before the call, `whole` must be partial.dofs. After the call it has the results
    /// of all dofs.
    void eliminate_trunk(words const& active, eliminated_limbs<R> const& partial, elimination<R>& whole) const {
        per_body<articulated_body<R>> children;
        per_body<bool> has_children{};
        auto const hang = [&](std::size_t parent, articulated_body<R> const& child) {
            children[parent] = has_children[parent] ? children[parent] + child : child;
            has_children[parent] = true;
        };
        for (std::size_t b = m.bodies.size(); b-- > 0;) {
            model::body const& body = m.bodies[b];
            if (body.limb != 0) {
                if (m.bodies[body.parent].limb == 0) {
                    hang(body.parent, partial.limb[body.limb]);
                }
                continue;
            }
            articulated_body<R> sum = own_inertia(b, active);
            if (has_children[b]) {
                sum = sum + children[b];
            }
            eliminate_dofs(b, active, sum, whole);
            if (body.parent != no_body) {
                hang(body.parent, sum);
            }
        }
    }

private:
    // The inertia and bias of a body and of the contacts that act on it, without its children.
    articulated_body<R> own_inertia(std::size_t b, words const& active) const {
        articulated_body<R> result{dynamics.inertia[b], dynamics.bias[b]};
        rows.add_contacts(b, active, at, result);
        return result;
    }

    void eliminate_dofs(std::size_t b, words const& active, articulated_body<R>& body, elimination<R>& dofs) const {
        std::size_t const first = m.bodies[b].first_dof;
        for (std::size_t i = first + m.bodies[b].dof_count; i-- > first;) {
            R diagonal(armature_of(m, m.dofs[i])), force = forces[i];
            rows.add_to_dof(i, active, diagonal, force);
            eliminate(pose.axis[i], diagonal, force, body, dofs[i]);
        }
    }
};

}  // namespace lockstep::physics
