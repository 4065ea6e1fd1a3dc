// SPDX-License-Identifier: MIT
// Recorded programs of what is derived from a robot's last evaluation, against what they were recorded from.
#pragma once

#include <doctest/doctest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
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
    return lockstep::record(physics::evaluated_substep_size(m),
                            [&](std::span<lockstep::recorded> rows) { physics::evaluated_substep<lockstep::recorded>(m, rows); });
}

inline lockstep::program record_substep_with_forces(physics::model const& m) {
    using lockstep::recorded;
    return lockstep::record(physics::contact_force_size(m),
                            [&](std::span<recorded> rows) { physics::substep_with_forces<recorded>(m, rows); });
}

inline lockstep::program record_centroidal(physics::model const& m) {
    return lockstep::record(physics::centroidal_size(m),
                            [&](std::span<lockstep::recorded> rows) { physics::centroidal<lockstep::recorded>(m, rows); });
}

template <class R>
std::vector<double> lane_zero(std::span<R const> rows) {
    std::vector<double> numbers;
    for (R const& row : rows) {
        numbers.push_back(static_cast<double>(lockstep::lane(row, 0)));
    }
    return numbers;
}

/// `printed` yields the contact forces after a step from each state of the file.
template <class R, class Printed>
void check_printed_forces(physics::model const& m, std::string const& file, Printed printed) {
    std::size_t const evaluated = physics::evaluated_substep_size(m);
    for (auto const& state : read_csv(file)) {
        auto exact = substep_rows_of<double>(m, state);
        auto rows = substep_rows_of<R>(m, state);
        exact.resize(physics::contact_force_size(m));
        rows.resize(exact.size(), R(0));
        physics::substep_with_forces<double>(m, exact);
        printed(lockstep::text::rows(std::span<R>(rows)));
        std::size_t const count = 6 * m.robot_bodies.size();
        auto const forces = lane_zero(std::span<R const>(rows).subspan(evaluated, count));
        CHECK(relative_error(forces, std::span(exact).subspan(evaluated, count)) < 1e-2);
    }
}

/// Neighbours in lanes change no bit of a lane: `printed` yields from a pack of states of the file what it yields from each
/// alone.
template <class Lanes, class Printed>
void check_lanes_alone(physics::model const& m, std::string const& file, Printed printed) {
    auto const states = read_csv(file);
    constexpr std::size_t width = lockstep::width_of<Lanes>;
    for (std::size_t first = 0; first + width <= states.size(); first += width) {
        std::vector<Lanes> together(physics::contact_force_size(m), Lanes(0));
        std::vector<std::vector<float>> alone;
        for (std::size_t lane = 0; lane < width; ++lane) {
            alone.push_back(substep_rows_of<float>(m, states[first + lane]));
            alone.back().resize(together.size(), 0.0f);
            for (std::size_t row = 0; row < together.size(); ++row) {
                together[row].set(lane, alone.back()[row]);
            }
        }
        printed(lockstep::text::rows(std::span<Lanes>(together)));
        for (std::size_t lane = 0; lane < width; ++lane) {
            printed(lockstep::text::rows(std::span<float>(alone[lane])));
            std::vector<std::uint32_t> bits, expected;
            for (std::size_t row = 0; row < together.size(); ++row) {
                bits.push_back(std::bit_cast<std::uint32_t>(together[row][lane]));
                expected.push_back(std::bit_cast<std::uint32_t>(alone[lane][row]));
            }
            CHECK(bits == expected);
        }
    }
}

/// `printed` yields inertias and velocities about the centre of mass in each state of the file.
template <class R, class Printed>
void check_printed_centroidal(physics::model const& m, std::string const& file, Printed printed) {
    std::size_t const given = m.qpos_size() + m.qvel_size(), bodies = m.robot_bodies.size();
    for (auto const& state : read_csv(file)) {
        std::vector<double> exact(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(given));
        std::vector<R> rows(exact.begin(), exact.end());
        exact.resize(physics::centroidal_size(m));
        rows.resize(exact.size(), R(0));
        physics::centroidal<double>(m, exact);
        printed(lockstep::text::rows(std::span<R>(rows)));
        auto const numbers = lane_zero(std::span<R const>(rows));
        for (auto const& [first, count] :
             {std::pair(given, std::size_t(3)), std::pair(given + 3, 10 * bodies),
              std::pair(given + 3 + 10 * bodies, 6 * bodies)}) {
            CHECK(relative_error(std::span(numbers).subspan(first, count), std::span(exact).subspan(first, count)) < 1e-5);
        }
    }
}

}  // namespace support
