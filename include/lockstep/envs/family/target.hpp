// SPDX-License-Identifier: MIT
// What the environments after Brax have in common: a robot brings something to one target after another, and is rewarded for
// progress.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numbers>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/envs/family/next_draw.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::envs {

/// Returns a state with zero velocities and an empty active set. The caller sets the positions and the draw.
template <class State, real R>
State at_rest() {
    State start;
    std::fill(start.qvel.begin(), start.qvel.end(), R(0));
    std::fill(start.active.begin(), start.active.end(), empty_word<R>());
    return start;
}

/// Sets start.draw, from which the target's position is computed, to uniform random numbers in [0, 1).
template <class State, real R>
void draw_target(State& start, random<R>& random) {
    for (R& number : start.draw) {
        number = random.uniform();
    }
}

/// Returns the state after Count substeps with the controls `ctrl`. The target stays where it is in `before`. `m` is the model
/// `Of`, or a varied model of it. `text` is the recorded substep.
template <std::size_t Count, physics::model const& Of, class Model, class State, real R, class Text>
LOCKSTEP_INLINE State moved_robot(Model const& m, State const& before, vector<R, Of.ctrl_size()> const& ctrl, Text text) {
    auto const moved = after_substeps<Count>(m, moving<Of, R>{before.qpos, before.qvel, before.active}, ctrl, text);
    return {moved.qpos, moved.qvel, moved.active, before.draw};
}

/// Returns the draw of the next target in the lanes of `hit`, and `draw` in the other lanes.
template <real R, std::size_t N>
vector<R, N> draw_after(mask_t<R> const& hit, vector<R, N> const& draw) {
    return select_all<R>(hit, next_draw(draw), draw);
}

/// Returns the length of `v`, but at least 1e-6, so that it can be a divisor.
template <real R>
R length(vec3<R> const& v) {
    return sqrt(max(dot(v, v), R(1e-12)));
}

/// Returns the component of `to` - `from` in the direction of `goal` - `from`, times `scale`.
template <real R>
R progress(vec3<R> const& from, vec3<R> const& to, vec3<R> const& goal, double scale = 1) {
    return R(scale) * dot(to - from, goal - from) / length(goal - from);
}

/// Returns the position at `distance` from the z axis and at `height`. `turn` is the angle about the axis, as a fraction of a
/// full circle.
template <real R>
vec3<R> around_z(R const& distance, R const& turn, R const& height) {
    R sine, cosine;
    sincos(R(2 * std::numbers::pi) * turn, sine, cosine);
    return {distance * cosine, distance * sine, height};
}

}  // namespace lockstep::envs
