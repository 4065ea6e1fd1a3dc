// SPDX-License-Identifier: MIT
// Where each row of the constraint problem has its bits in the active set.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include <lockstep/physics/constraint/active_set.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Returns the most contacts that a pair can have at a time. Two capsules can have two, because they touch twice if they
/// are parallel.
constexpr std::size_t most_contacts(model const& m, model::pair const& p) {
    return m.shapes[p.first].type == geom_type::capsule && m.shapes[p.second].type == geom_type::capsule ? 2 : 1;
}

/// Returns the most rows that couple links at a time: all limits are reached, and all pairs touch.
constexpr std::size_t most_coupled_rows(model const& m) {
    std::size_t sum = most_coupled_limits(m);
    for (model::pair const& p : m.pairs) {
        sum += most_contacts(m, p) * static_cast<std::size_t>(m.coupled_rows(p));
    }
    return sum;
}

/// Throws std::length_error, because the model has more limits that couple links than max_rows allows. It is not constexpr: at
/// compile time the call is the error.
[[noreturn]] inline void refuse_limits(model const& m) {
    auto const rows = static_cast<std::size_t>(m.coupled_rows());
    throw std::length_error("lockstep::physics::compile: the robot's tendons, ball joints and joints whose margin covers their "
                            "range have more than " +
                            std::to_string(room_for_rows(m) / rows) + " limits, for which there is room in the max_rows = " +
                            std::to_string(max_rows) + " of physics/model.hpp" +
                            (friction_bits(m) == 0 ? "" : ". Each tendon with dry friction takes two rows") +
                            (rows == 1 ? "" : ". Each limit takes three rows, because links may touch with an elliptic cone"));
}

/// Gives bits of the active set to the rows of the model, limb by limb, and sets the numbers of its words. A contact has one bit
/// for each edge, a limit has one, and dry friction has two. Throws std::length_error if the rows need more than max_words words,
/// or if tendons, ball joints and narrow ranges have more limits than max_rows allows.
constexpr void assign_rows(model& m) {
    constexpr int bits_of_word = 24;
    m.words = 0;
    auto const open = [&] {
        if (m.words == max_words) {
            throw std::length_error("lockstep::physics::compile: the robot's contacts, limits and friction need more words of "
                                    "the active set than max_words of physics/robot.hpp");
        }
        return m.words++;
    };
    for (std::size_t limb = 0; limb < m.limbs; ++limb) {
        int used = bits_of_word;  // the first row opens a word
        auto const take = [&](int bits) {
            if (used + bits > bits_of_word) {
                open();
                used = 0;
            }
            used += bits;
            return row_bit{m.words - 1, used - bits};
        };
        for (model::point& p : m.points) {
            if (m.bodies[p.body].limb == limb) {
                p.row = take(m.edges(p));
            }
        }
        for (model::dof& d : m.dofs) {
            if (d.has_limit() && m.bodies[d.body].limb == limb) {
                d.row = take(1);
            }
            if (d.friction_loss > 0 && m.bodies[d.body].limb == limb) {
                d.friction_row = take(2);
            }
        }
    }
    if (most_coupled_limits(m) > room_for_rows(m)) {
        refuse_limits(m);
    }
    std::size_t const coupled = most_coupled_rows(m);
    m.coupled_word = coupled != 0 || friction_bits(m) != 0 ? open() : no_word;
    m.unconverged_word = m.words != 0 ? open() : no_word;
    m.dropped_contacts_word = coupled > room_for_rows(m) ? open() : no_word;
}

}  // namespace lockstep::physics
