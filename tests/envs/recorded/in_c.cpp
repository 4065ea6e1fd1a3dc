// SPDX-License-Identifier: MIT
// Substeps of robots printed in C while this test is built (tests/generators/robots_in_c.cpp): they yield the bits of the
// committed texts for lanes.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/recorded/ant.hpp>
#include <lockstep/envs/recorded/half_cheetah.hpp>
#include <lockstep/envs/recorded/humanoid.hpp>
#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/program/text.hpp>
#include <robots_in_c.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/recorded_substep.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;
namespace recorded = lockstep::envs::recorded;

namespace {

/// After three substeps from each state of the file, every row of a lane has the bits of the C function.
template <class Lanes>
void check_bits(physics::model const& m, std::string const& file, std::size_t rows, Lanes in_lanes, void (*function)(float*)) {
    using R = ls::native_lanes;
    for (auto const& state : support::read_csv(file)) {
        auto lanes = support::substep_rows_of<R>(m, state);
        auto one = support::substep_rows_of<float>(m, state);
        lanes.resize(rows, R(0));
        one.resize(rows, 0.0f);
        for (int k = 0; k < 3; ++k) {
            in_lanes(ls::text::rows(std::span<R>(lanes)));
            function(one.data());
        }
        std::vector<std::uint32_t> expected, actual;
        for (std::size_t row = 0; row < rows; ++row) {
            expected.push_back(std::bit_cast<std::uint32_t>(lanes[row][1]));
            actual.push_back(std::bit_cast<std::uint32_t>(one[row]));
        }
        CHECK(actual == expected);
    }
}

}  // namespace

TEST_CASE("HalfCheetah in C yields the bits of its lanes" * doctest::skip(support::other_constants)) {
    auto const& m = physics::half_cheetah_model;
    check_bits(
        m, "physics/half_cheetah_contact.csv", physics::substep_size(m),
        [](auto* rows) { recorded::half_cheetah_substep(rows); }, in_c::half_cheetah_substep);
}

TEST_CASE("Ant in C yields the bits of its lanes" * doctest::skip(support::other_constants)) {
    auto const& m = physics::ant_model;
    check_bits(
        m, "physics/ant_contact.csv", physics::contact_force_size(m), [](auto* rows) { recorded::ant_substep(rows); },
        in_c::ant_substep);
}

TEST_CASE("Humanoid in C yields the bits of its lanes" * doctest::skip(support::other_constants)) {
    auto const& m = physics::humanoid_model;
    check_bits(
        m, "physics/humanoid_contact.csv", physics::contact_force_size(m),
        [](auto* rows) { recorded::humanoid_substep(rows); }, in_c::humanoid_substep);
}
