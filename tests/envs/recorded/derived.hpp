// SPDX-License-Identifier: MIT
// Recorded programs of what is derived from a robot's last evaluation, against what they were recorded from.
#pragma once

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/dynamics/centroidal.hpp>
#include <lockstep/program/record.hpp>
#include <lockstep/program/text.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/recorded_substep.hpp>
#include <tests/support/relative_error.hpp>

namespace support {

inline lockstep::program record_evaluated_substep(physics::model const& m) {
    return lockstep::record(physics::evaluated_substep_rows(m),
                            [&](std::span<lockstep::recorded> rows) { physics::evaluated_substep<lockstep::recorded>(m, rows); });
}

inline lockstep::program record_contact_forces(physics::model const& m) {
    return lockstep::record(physics::contact_force_rows(m),
                            [&](std::span<lockstep::recorded> rows) { physics::contact_forces<lockstep::recorded>(m, rows); });
}

inline lockstep::program record_centroidal(physics::model const& m) {
    return lockstep::record(physics::centroidal_rows(m),
                            [&](std::span<lockstep::recorded> rows) { physics::centroidal<lockstep::recorded>(m, rows); });
}

/// Word w of an active set. Each number type has a form of its own for the bits of a word; whole numbers are the same in all.
template <class R>
R word_of(physics::model const& m, std::size_t w, double bits) {
    if (w == m.coupled_word || w >= m.unconverged_word) {
        return R(bits);
    }
    R word = lockstep::empty_word<R>();
    for (int k = 0; k < 24; ++k) {
        word = lockstep::with_bit(word, lockstep::bit(bits, k) ? R(0) < R(1) : R(1) < R(0), k);
    }
    return word;
}

template <class R>
std::vector<double> lane_zero(std::span<R const> rows) {
    std::vector<double> numbers;
    for (R const& row : rows) {
        numbers.push_back(static_cast<double>(lockstep::lane(row, 0)));
    }
    return numbers;
}

/// `printed` yields the forces of the ground after a step from each state of the file.
template <class R, class Printed>
void check_printed_forces(physics::model const& m, std::string const& file, Printed printed) {
    std::size_t const evaluated = physics::evaluated_substep_rows(m), words = m.qpos_size() + m.qvel_size();
    for (auto const& state : read_csv(file)) {
        auto exact = substep_rows_of<double>(m, state);
        exact.resize(physics::contact_force_rows(m));
        physics::evaluated_substep<double>(m, std::span(exact).first(evaluated));
        std::vector<R> rows;
        for (std::size_t i = 0; i < exact.size(); ++i) {
            bool const is_word = words <= i && i < words + m.words;
            rows.push_back(is_word ? word_of<R>(m, i - words, exact[i]) : R(exact[i]));
        }
        physics::contact_forces<double>(m, exact);
        printed(lockstep::text::rows(std::span<R>(rows)));
        auto const forces = lane_zero(std::span<R const>(rows).subspan(evaluated));
        CHECK(relative_error(forces, std::span(exact).subspan(evaluated)) < 1e-2);
    }
}

/// `printed` yields inertias and velocities about the centre of mass in each state of the file.
template <class R, class Printed>
void check_printed_centroidal(physics::model const& m, std::string const& file, Printed printed) {
    std::size_t const given = m.qpos_size() + m.qvel_size(), parts = m.robot_bodies.size();
    for (auto const& state : read_csv(file)) {
        std::vector<double> exact(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(given));
        std::vector<R> rows(exact.begin(), exact.end());
        exact.resize(physics::centroidal_rows(m));
        rows.resize(exact.size(), R(0));
        physics::centroidal<double>(m, exact);
        printed(lockstep::text::rows(std::span<R>(rows)));
        auto const numbers = lane_zero(std::span<R const>(rows));
        for (auto const& [first, count] :
             {std::pair(given, std::size_t(3)), std::pair(given + 3, 10 * parts), std::pair(given + 3 + 10 * parts, 6 * parts)}) {
            CHECK(relative_error(std::span(numbers).subspan(first, count), std::span(exact).subspan(first, count)) < 1e-5);
        }
    }
}

}  // namespace support
