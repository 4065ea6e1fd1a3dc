// SPDX-License-Identifier: MIT
// Where the rows of the active set have their bits. A limb is a chain of bodies that hangs from the trunk; no word
// belongs to two limbs, so a limb whose words did not change need not be solved again.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Numbers the limbs of the tree: the branches with rows and without further branches; all else is the trunk, limb 0.
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

/// The dofs that a row of several can move: those of tendons with a limit or dry friction, of limited ball joints and of narrow
/// ranges, and of a contact between two links those that one of the two hangs from and the other does not.
constexpr void find_coupled_dofs(model& m) {
    for (model::dof& d : m.dofs) {
        d.coupled = d.coupled || d.narrow;
    }
    for (model::tendon const& t : m.tendons) {
        for (model::tendon::part const& p : t.parts) {
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

/// Bits that dry friction takes of the word of what couples links, before all else: two of a tendon.
constexpr int friction_bits(model const& m) {
    int sum = 0;
    for (model::tendon const& t : m.tendons) {
        sum += t.friction_loss > 0 ? 2 : 0;
    }
    return sum;
}

/// Rows that find room behind them.
constexpr std::size_t room_for_rows(model const& m) { return max_rows - static_cast<std::size_t>(friction_bits(m)); }

/// Contacts of a pair, at most: parallel capsules touch twice.
constexpr std::size_t most_contacts(model const& m, model::pair const& p) {
    return m.shapes[p.first].type == geom_type::capsule && m.shapes[p.second].type == geom_type::capsule ? 2 : 1;
}

/// Rows of the limits of tendons, ball joints and narrow ranges, which are always kept.
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

/// Rows over several dofs, if all limits were reached and all that may touch did.
constexpr std::size_t most_coupled_rows(model const& m) {
    std::size_t sum = most_coupled_limits(m);
    for (model::pair const& p : m.pairs) {
        sum += most_contacts(m, p) * static_cast<std::size_t>(m.coupled_rows(p));
    }
    return sum;
}

/// Not constexpr: at compile time the call is the error.
[[noreturn]] inline void refuse_limits(model const& m) {
    auto const rows = static_cast<std::size_t>(m.coupled_rows());
    throw std::length_error("lockstep::physics::compile: the robot's tendons, ball joints and joints whose margin covers their "
                            "range have more than " +
                            std::to_string(room_for_rows(m) / rows) + " limits" +
                            (friction_bits(m) == 0 ? "" : " beside dry friction of tendons, which takes two rows each") +
                            (rows == 1 ? "" : ", of three rows each where links touch with an elliptic cone") +
                            " (max_rows of physics/model.hpp is " + std::to_string(max_rows) + ")");
}

/// Gives every contact its edges' bits, every limit its bit and every dry friction its two, limb by limb.
/// Throws std::length_error beyond max_words, or if tendons, ball joints and narrow ranges have more limits than max_rows has
/// room for.
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
    m.unsolved_word = m.words != 0 ? open() : no_word;
    m.lost_word = coupled > room_for_rows(m) ? open() : no_word;
}

/// The limb whose rows are in the word.
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
