// SPDX-License-Identifier: MIT
// Records a function that transforms the rows of an array [rows][lanes] in place, such as a physics substep or a whole step of an
// environment.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/program/canonical.hpp>
#include <lockstep/program/fuse.hpp>
#include <lockstep/program/live.hpp>
#include <lockstep/program/recorded.hpp>
#include <lockstep/program/recorded_region.hpp>
#include <lockstep/program/shorten_lifetimes.hpp>

namespace lockstep {

/// Returns the program of transform(std::span<recorded>), which changes its `rows` rows in place. Throws std::logic_error if the
/// transform reads a number that has no value, or one that was made inside `when` or `repeat_until` and is not named among the
/// values that their body may change. Example:
///
///     program const p = record(3, [](std::span<recorded> row) { row[2] = sqrt(row[0] * row[0] + row[1] * row[1]); });
template <class Transform>
    requires(std::invocable<Transform, std::span<recorded>>)
program record(std::size_t rows, Transform&& transform, recording_options const& options = {}) {
    recording scope(rows, options);
    std::vector<recorded> state(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        state[row].place = scope.to().input(row);
    }
    std::vector<recorded> const before = state;
    transform(std::span<recorded>(state));
    for (std::size_t row = 0; row < rows; ++row) {
        if (state[row].place != before[row].place) {
            scope.to().output(row, state[row].place);
        }
    }
    program const written = without_dead_code(scope.to().written());
    return shorten_lifetimes(canonical(options.fuse ? fuse(written) : written));
}

/// Returns the program of transform(Aggregate&), which changes an aggregate of recorded numbers in place, for example
/// record<state<recorded>>([](state<recorded>& s) { s = step(s); }). Row i of the program is number i of the aggregate.
template <class Aggregate, class Transform>
    requires(std::invocable<Transform, Aggregate&>)
program record(Transform&& transform, recording_options const& options = {}) {
    constexpr std::size_t count = sizeof(Aggregate) / sizeof(recorded);
    auto const transform_rows = [&](std::span<recorded> row) {
        Aggregate state = {};
        auto const inside = numbers_of<recorded>(state);
        std::copy(row.begin(), row.end(), inside.begin());
        transform(state);
        std::copy(inside.begin(), inside.end(), row.begin());
    };
    return record(count, transform_rows, options);
}

}  // namespace lockstep
