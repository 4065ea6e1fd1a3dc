// SPDX-License-Identifier: MIT
// What a model says about its active set: how many rows may couple links, and which limb a word belongs to.
// physics/compile/active_set.hpp gives the rows their bits.
#pragma once

#include <cstddef>

#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Returns how many bits of coupled_word dry friction of tendons takes: two for each tendon with dry friction. They are the first
/// bits of the word.
constexpr int friction_bits(model const& m) {
    int sum = 0;
    for (model::tendon const& t : m.tendons) {
        sum += t.friction_loss > 0 ? 2 : 0;
    }
    return sum;
}

/// Returns how many bits coupled_word has for all other rows.
constexpr std::size_t room_for_rows(model const& m) { return max_rows - static_cast<std::size_t>(friction_bits(m)); }

/// Returns the most rows that limits of tendons, ball joints and narrow ranges can have. These rows are never dropped.
constexpr std::size_t most_coupled_limits(model const& m) {
    std::size_t sum = m.ball_limits.size();
    for (model::tendon const& t : m.tendons) {
        sum += t.limited ? 2 : 0;
    }
    for (model::dof const& d : m.dofs) {
        sum += d.narrow ? 2 : 0;
    }
    return sum * static_cast<std::size_t>(m.coupled_rows());
}

/// Returns the limb whose rows have their bits in a word. Words without rows of a limb belong to the trunk, limb 0.
constexpr std::size_t limb_of_word(model const& m, std::size_t word) {
    for (model::point const& p : m.points) {
        if (p.row.word == word) {
            return m.bodies[p.body].limb;
        }
    }
    for (model::dof const& d : m.dofs) {
        if ((d.has_limit() && d.row.word == word) || (d.friction_loss > 0 && d.friction_row.word == word)) {
            return m.bodies[d.body].limb;
        }
    }
    return 0;
}

}  // namespace lockstep::physics
