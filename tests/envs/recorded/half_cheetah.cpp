// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/recorded/half_cheetah.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <lockstep/program/record.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

ls::program record_substep() {
    physics::model const& m = physics::half_cheetah_model;
    return ls::record(physics::substep_rows(m), [&](std::span<ls::recorded> rows) { physics::substep<ls::recorded>(m, rows); });
}

// qpos, qvel, active set, controls of a golden state.
template <class R>
std::vector<R> rows_of(std::vector<double> const& state) {
    std::vector<R> rows(state.begin(), state.begin() + 18);
    rows.insert(rows.end(), 3, R(0));
    rows.insert(rows.end(), state.begin() + 18, state.begin() + 24);
    return rows;
}

}  // namespace

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_recording_order)) {
    support::check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/half_cheetah.hpp",
                             ls::print_lanes_header({{"half_cheetah_substep", record_substep()}}, "lockstep::envs::recorded",
                                                    "physics/robots/half_cheetah.hpp by physics::substep"));
}

TEST_CASE("the recorded program is the dynamics that it was recorded from") {
    ls::program const program = record_substep();
    for (char const* file : {"half_cheetah_free_fall.csv", "half_cheetah_contact.csv"}) {
        auto const states = support::read_csv("physics/" + std::string(file));
        for (std::size_t n = 0; n < states.size(); n += 10) {
            auto direct = rows_of<double>(states[n]), interpreted = direct;
            physics::substep<double>(physics::half_cheetah_model, std::span(direct));
            ls::interpret<double>(program, interpreted);
            CHECK(support::relative_error(std::span(interpreted).first(9), std::span(direct).first(9)) < 1e-6);
            CHECK(support::relative_error(std::span(interpreted).subspan(9, 9), std::span(direct).subspan(9, 9)) < 1e-5);
            CHECK(std::equal(interpreted.begin() + 18, interpreted.end(), direct.begin() + 18));
        }
    }
}

TEST_CASE("lanes of every width yield the same bits") {
    auto const after = []<class R>(std::vector<double> const& state, R) {
        std::vector<R> rows;
        for (double const x : rows_of<double>(state)) {
            rows.push_back(R(x));
        }
        ls::envs::recorded::half_cheetah_substep(ls::text::rows(std::span<R>(rows)));
        std::vector<std::uint32_t> bits;
        for (R const& row : rows) {
            bits.push_back(std::bit_cast<std::uint32_t>(ls::lane(row, 3)));
        }
        return bits;
    };
    for (auto const& state : support::read_csv("physics/half_cheetah_contact.csv")) {
        auto const expected = after(state, ls::lanes<4>());
        CHECK(after(state, ls::lanes<8>()) == expected);
        CHECK(after(state, ls::lanes<16>()) == expected);
#if defined(__clang__) || !defined(__FMA__)
        CHECK(after(state, 0.0f) == expected);  // g++ fuses other products in scalar code
#endif
    }
}

TEST_CASE_TEMPLATE("the printed program agrees with the dynamics in double", R, float, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    auto const states = support::read_csv("physics/half_cheetah_contact.csv");
    std::vector<float> errors;
    for (std::size_t n = 0; n < states.size(); ++n) {
        auto exact = rows_of<double>(states[n]);
        std::vector<R> rows;
        for (double const x : exact) {
            rows.push_back(R(x));
        }
        physics::substep<double>(physics::half_cheetah_model, std::span(exact));
        ls::envs::recorded::half_cheetah_substep(ls::text::rows(std::span<R>(rows)));
        std::vector<double> qvel(9);
        for (std::size_t i = 0; i < 9; ++i) {
            qvel[i] = static_cast<double>(ls::lane(rows[9 + i], 0));
        }
        errors.push_back(static_cast<float>(support::relative_error(qvel, std::span(exact).subspan(9, 9))));
    }
    std::sort(errors.begin(), errors.end());
    CHECK(errors[errors.size() / 2] < 1e-5f);
    CHECK(errors[errors.size() * 99 / 100] < 1e-3f);
}
