// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/recorded/half_cheetah.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/recorded_substep.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    support::check_generated(
        std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/half_cheetah.hpp",
        ls::print_lanes_header({{"half_cheetah_substep", support::record_substep(physics::half_cheetah_model)}},
                               "lockstep::envs::recorded", "physics/robots/half_cheetah.hpp by physics::substep"));
}

TEST_CASE("the recorded program is the dynamics that it was recorded from") {
    ls::program const program = support::record_substep(physics::half_cheetah_model);
    for (char const* file : {"physics/half_cheetah_free_fall.csv", "physics/half_cheetah_contact.csv"}) {
        support::check_recorded(physics::half_cheetah_model, program, file);
    }
}

TEST_CASE("lanes of every width yield the same bits") {
    auto const after = []<class R>(std::vector<double> const& state, R) {
        auto rows = support::substep_rows_of<R>(physics::half_cheetah_model, state);
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
        CHECK(after(state, 0.0f) == expected);
    }
}

TEST_CASE_TEMPLATE("the printed program agrees with the dynamics in double", R, float, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    physics::model const& m = physics::half_cheetah_model;
    auto const errors =
        support::errors_of_printed<R>(m, "physics/half_cheetah_contact.csv", physics::substep_size(m),
                                      [](auto rows) { ls::envs::recorded::half_cheetah_substep(ls::text::rows(rows)); });
    CHECK(errors[errors.size() / 2] < 1e-5);
    CHECK(errors.back() < 1e-3);
}
