// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <lockstep/physics/substep.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace support {

/// Accelerations, positions and velocities after one step, in double, against those of MuJoCo in
/// tests/data/physics/NAME_steps.csv, which tests/golden wrote.
inline void check_golden_steps(lockstep::physics::model const& m, std::string const& name, std::size_t least_free = 25,
                               std::size_t least_constrained = 5, double constrained_bound = 1e-9) {
    namespace physics = lockstep::physics;
    auto const rows = read_csv("physics/" + name + "_steps.csv");
    std::size_t const q = m.qpos_size(), v = m.qvel_size(), u = m.ctrl_size(), after = q + v + u + 1;
    std::size_t free = 0, constrained = 0;
    for (auto const& row : rows) {
        std::span<double const> const golden(row);
        REQUIRE(golden.size() == after + q + 2 * v);
        std::vector<double> numbers(row.begin(), row.end()), active(m.words, 0.0);
        std::span<double> const all(numbers);
        bool const is_constrained = golden[after - 1] != 0;
        double const bound = is_constrained ? constrained_bound : 1e-12;
        auto const ctrl = golden.subspan(q + v, u);
        auto const forward = physics::forward<double>(m, golden.first(q), golden.subspan(q, v), ctrl, active);
        physics::substep<double>(m, all.first(q), all.subspan(q, v), ctrl, active);
        CHECK(relative_error(std::span(forward.qacc).first(v), golden.subspan(after, v)) < bound);
        CHECK(relative_error(all.first(q), golden.subspan(after + v, q)) < std::max(1e-12, bound / 1000));
        CHECK(relative_error(all.subspan(q, v), golden.subspan(after + v + q, v)) < bound);
        ++(is_constrained ? constrained : free);
    }
    CHECK(free >= least_free);
    CHECK(constrained >= least_constrained);
}

}  // namespace support
