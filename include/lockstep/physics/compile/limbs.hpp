// SPDX-License-Identifier: MIT
// The limbs of a tree of bodies. A limb is a chain of bodies that hangs from the trunk. No word of the active set belongs to two
// limbs, so the solver eliminates a limb again only if its words have changed.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Sets `limb` of each body of the model, and m.limbs. A limb is a branch that has constraint rows and does not branch further.
/// All other bodies, and the first body of each tree, are the trunk, limb 0.
constexpr void find_limbs(model& m) {
    std::array<std::size_t, max_bodies> children{};
    std::array<bool, max_bodies> chain{}, rows{};
    for (model::point const& p : m.points) {
        rows[p.body] = true;
    }
    for (model::dof const& d : m.dofs) {
        rows[d.body] = rows[d.body] || d.has_limit() || d.friction_loss > 0;
    }
    for (std::size_t b = m.bodies.size(); b-- > 0;) {
        chain[b] = children[b] == 0 || (children[b] == 1 && chain[b + 1]);  // depth first: an only child comes next
        if (std::size_t const parent = m.bodies[b].parent; parent != no_body) {
            ++children[parent];
            rows[parent] = rows[parent] || rows[b];
        }
    }
    m.limbs = 1;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        std::size_t const parent = m.bodies[b].parent;
        if (parent != no_body && chain[b] && (rows[b] || m.bodies[parent].limb != 0)) {
            m.bodies[b].limb = m.bodies[parent].limb != 0 ? m.bodies[parent].limb : m.limbs++;
        }
    }
}

}  // namespace lockstep::physics
