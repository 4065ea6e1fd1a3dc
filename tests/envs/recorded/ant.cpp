// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/recorded/ant.hpp>
#include <lockstep/physics/ground_force.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/recorded_substep.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

physics::model const& m = physics::ant_model;

ls::program record_evaluated_substep() {
    return ls::record(physics::evaluated_substep_rows(m),
                      [](std::span<ls::recorded> rows) { physics::evaluated_substep<ls::recorded>(m, rows); });
}

ls::program record_ground_forces() {
    return ls::record(physics::ground_force_rows(m),
                      [](std::span<ls::recorded> rows) { physics::ground_forces<ls::recorded>(m, rows); });
}

/// Each number type has a form of its own for the bits of a word.
template <class R>
R word_of(double bits) {
    R word = ls::empty_word<R>();
    for (int k = 0; k < 24; ++k) {
        word = ls::with_bit(word, ls::bit(bits, k) ? R(0) < R(1) : R(1) < R(0), k);
    }
    return word;
}

}  // namespace

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_recording_order)) {
    support::check_generated(
        std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/ant.hpp",
        ls::print_lanes_header({{"ant_substep", record_evaluated_substep()}, {"ant_ground_forces", record_ground_forces()}},
                               "lockstep::envs::recorded",
                               "physics/robots/ant.hpp by physics::evaluated_substep and physics::ground_forces"));
}

TEST_CASE("the recorded program is the dynamics that it was recorded from") {
    ls::program const program = record_evaluated_substep();
    for (char const* file : {"physics/ant_free_fall.csv", "physics/ant_contact.csv"}) {
        support::check_recorded(m, program, file);
    }
}

TEST_CASE_TEMPLATE("the printed program agrees with the dynamics in double", R, float, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    auto const errors = support::errors_of_printed<R>(m, "physics/ant_contact.csv", physics::evaluated_substep_rows(m),
                                                      [](auto rows) { ls::envs::recorded::ant_substep(ls::text::rows(rows)); });
    CHECK(errors[errors.size() / 2] < 1e-5);
    CHECK(errors[errors.size() * 9 / 10] < 1e-3);
}

TEST_CASE_TEMPLATE("the printed forces of the ground are those in double", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    std::size_t const evaluated = physics::evaluated_substep_rows(m);
    for (auto const& state : support::read_csv("physics/ant_contact.csv")) {
        auto exact = support::substep_rows_of<double>(m, state);
        exact.resize(physics::ground_force_rows(m));
        physics::evaluated_substep<double>(m, std::span(exact).first(evaluated));
        std::vector<R> rows;
        std::size_t const words = m.qpos_size() + m.qvel_size();
        for (std::size_t i = 0; i < exact.size(); ++i) {
            bool const is_word = words <= i && i < words + m.words;
            rows.push_back(is_word ? word_of<R>(exact[i]) : R(exact[i]));
        }
        physics::ground_forces<double>(m, exact);
        ls::envs::recorded::ant_ground_forces(ls::text::rows(std::span<R>(rows)));
        std::vector<double> forces;
        for (std::size_t i = evaluated; i < rows.size(); ++i) {
            forces.push_back(static_cast<double>(ls::lane(rows[i], 0)));
        }
        CHECK(support::relative_error(forces, std::span(exact).subspan(evaluated)) < 1e-2);
    }
}
