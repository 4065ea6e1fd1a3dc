// SPDX-License-Identifier: MIT
// The shapes of a body, or of a body and all that hangs from it. They follow one another, since bodies are in depth-first order.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Shapes [first, last) of a model; none if first == last.
struct shape_range {
    std::size_t first = 0, last = 0;

    /// Returns 1 in lanes where this range has the shape, and 0 in other lanes. `shape` is an index into m.shapes.
    template <real R>
    R contains(model const& m, R const& shape) const {
        if (first == last) {
            return R(0);
        }
        R const one(1), none(0);
        R const below = last == m.shapes.size() ? one : select(shape < R(static_cast<double>(last) - 0.5), one, none);
        return first == 0 ? below : select(shape < R(static_cast<double>(first) - 0.5), none, below);
    }
};

/// Returns whether body b is `ancestor` or hangs from it.
constexpr bool is_below(model const& m, std::size_t b, std::size_t ancestor) {
    while (b != no_body && b != ancestor) {
        b = m.bodies[b].parent;
    }
    return b == ancestor;
}

/// Returns the shapes of a body and of all that hangs from it.
constexpr shape_range shapes_below(model const& m, std::size_t body) {
    shape_range result;
    for (std::size_t s = 0; s < m.shapes.size(); ++s) {
        if (is_below(m, m.shapes[s].body, body)) {
            result = {result.first == result.last ? s : result.first, s + 1};
        }
    }
    return result;
}

/// Returns the shapes of a body of the robot as it is before fusing.
constexpr shape_range shapes_of_robot_body(model const& m, std::size_t robot_body) {
    shape_range result;
    for (std::size_t s = 0; s < m.shapes.size(); ++s) {
        if (m.shapes[s].robot_body == robot_body) {
            result = {result.first == result.last ? s : result.first, s + 1};
        }
    }
    return result;
}

}  // namespace lockstep::physics
