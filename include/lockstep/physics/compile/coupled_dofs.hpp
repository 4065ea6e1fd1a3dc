// SPDX-License-Identifier: MIT
// Which dofs the rows that couple links may act on.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Sets `coupled` of every dof on which a row that couples links may act. These are the dofs of tendons with a limit or dry
/// friction, of limited ball joints and of narrow ranges, and the dofs on which contacts between two links act. A contact between
/// two links acts on the dofs that move one of the two and not the other.
constexpr void find_coupled_dofs(model& m) {
    for (model::dof& d : m.dofs) {
        d.coupled = d.coupled || d.narrow;
    }
    for (model::tendon const& t : m.tendons) {
        for (model::tendon::joint const& p : t.joints) {
            m.dofs[p.dof].coupled = m.dofs[p.dof].coupled || t.limited || t.friction_loss > 0;
        }
    }
    for (model::ball_limit const& b : m.ball_limits) {
        for (std::size_t i = b.dof; i < b.dof + 3; ++i) {
            m.dofs[i].coupled = true;
        }
    }
    for (model::pair const& p : m.pairs) {
        std::array<bool, max_bodies> moved{};
        for (std::size_t const s : {p.first, p.second}) {
            for (std::size_t b = m.shapes[s].body; b != no_body; b = m.bodies[b].parent) {
                moved[b] = !moved[b];
            }
        }
        for (model::dof& d : m.dofs) {
            d.coupled = d.coupled || moved[d.body];
        }
    }
}

}  // namespace lockstep::physics
