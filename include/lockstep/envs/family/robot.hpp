// SPDX-License-Identifier: MIT
// What the environments of robots have in common: starts with noise, substeps, and joints as an observation. Their states begin
// with qpos, qvel and active (the solver's active set: words of bits, zeros after a reset).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/text.hpp>

namespace lockstep::envs {

/// Whether R is a number on a tape (core/taped.hpp) and Text has a recorded gradient for such numbers (Text::with_backward_pass).
/// It is false for a tape of doubles, which has the operations of the dynamics themselves.
template <class R, class Text>
inline constexpr bool has_backward_pass = false;
template <class R, class Text>
    requires(is_taped<R> && !std::same_as<typename R::number, double>)
inline constexpr bool has_backward_pass<R, Text> =
    requires { typename Text::template with_backward_pass<typename R::number, 1>; };

/// Transforms numbers by a recorded program, or by the function from which it was recorded. Floats and lanes run
/// text(text::rows(numbers)). Doubles, `recorded` numbers, and all numbers of a model other than the recorded one run
/// dynamics(numbers). The text of a kernel calls the program. The program is recorded again for this text.
template <real R, class Model = physics::model, class Text, class Dynamics>
LOCKSTEP_INLINE void run(std::span<R> numbers, Text text, Dynamics dynamics) {
    if constexpr (std::same_as<Model, physics::model> && (std::same_as<R, float> || (width_of<R> != 1 && !is_written<R>))) {
        text(text::rows(numbers));
    } else if constexpr (std::same_as<Model, physics::model> && is_written<R>) {
        number_traits<R>::transform(numbers, dynamics);
    } else {
        dynamics(numbers);
    }
}

/// The part of a state that a substep moves.
template <physics::model const& Model, class R>
struct moving {
    vector<R, Model.qpos_size()> qpos;  ///< m, rad and quaternions, joint by joint
    vector<R, Model.qvel_size()> qvel;  ///< m/s, rad/s
    vector<R, Model.words> active;      ///< the solver's active set: words of bits
};

enum class velocity_noise { uniform, normal };

/// Returns a start with noise. Each position differs from the robot's initial one by up to `scale`. Velocities are uniform in
/// [-scale, scale), or normal with standard deviation `scale`. The active set is empty. The caller sets the members of State
/// other than qpos, qvel and active.
template <class State, real R>
State noisy_start(physics::model const& m, random<R>& random, double scale, velocity_noise kind) {
    R const noise(scale);
    State start;
    for (std::size_t i = 0; i < start.qpos.size(); ++i) {
        start.qpos[i] = random.uniform(-noise, noise) + R(m.initial_qpos[i]);
    }
    for (R& velocity : start.qvel) {
        velocity = kind == velocity_noise::uniform ? random.uniform(-noise, noise) : noise * random.normal();
    }
    for (R& word : start.active) {
        word = empty_word<R>();
    }
    return start;
}

/// Calls `run` Count times. In the text of a kernel, and for a model other than the recorded one, this is a loop around one
/// program. Numbers on a tape run the recorded substep with its recorded gradient if `text` has one (envs/gradient/substep.hpp).
template <std::size_t Count, class Model, real R, class Moved, class Text, class Dynamics>
LOCKSTEP_INLINE void run_times(Moved& moved, Text text, Dynamics dynamics) {
    auto const once = [&] { run<R, Model>(std::span<R>(numbers_of<R>(moved)), text, dynamics); };
    if constexpr (std::same_as<Model, physics::model> && has_backward_pass<R, Text>) {
        using function = typename Text::template with_backward_pass<typename R::number, Count>;
        number_traits<R>::template run<function>(std::span<R>(numbers_of<R>(moved)));
    } else if constexpr (std::same_as<Model, physics::model> && !is_written<R>) {
        for (std::size_t k = 0; k < Count; ++k) {
            once();
        }
    } else if constexpr (std::same_as<Model, physics::model>) {
        number_traits<R>::transform(std::span<R>(numbers_of<R>(moved)), dynamics, Count);
    } else {
        repeat_until(
            static_cast<int>(Count), [] { return any(R(1) < R(0)); }, once, moved);
    }
}

/// Returns the state after Count substeps with the controls `ctrl`. State must have the members qpos, qvel and active, in this
/// order, and no others. `text` is the recorded substep, as in run.
template <std::size_t Count, class Model, class State, real R, std::size_t Controls, class Text>
LOCKSTEP_INLINE State after_substeps(Model const& m, State const& before, vector<R, Controls> const& ctrl, Text text) {
    struct {
        State now;
        vector<R, Controls> ctrl;
    } moved{before, ctrl};
    run_times<Count, Model, R>(moved, text, [&](auto numbers) {
        physics::substep<typename decltype(numbers)::value_type>(m, numbers);
    });
    return moved.now;
}

/// Returns its argument. (std::identity needs `<functional>`, which costs a compiler 10 MB of memory.)
struct as_it_is {
    template <class R>
    R operator()(R const& x) const {
        return x;
    }
};

/// Returns an observation of Size numbers: qpos, without its first numbers if Size has no room for them, then shown(x) for each x
/// of qvel.
template <std::size_t Size, class State, class Shown = as_it_is>
auto joints(State const& now, Shown shown = {}) {
    using R = std::remove_cvref_t<decltype(now.qpos[0])>;
    constexpr std::size_t all = decltype(now.qpos)::size() + decltype(now.qvel)::size();
    vector<R, Size> observation;
    auto const to = std::copy(now.qpos.begin() + (all - Size), now.qpos.end(), observation.begin());
    std::transform(now.qvel.begin(), now.qvel.end(), to, shown);
    return observation;
}

/// Returns the lanes in which x is in `range`. The bounds are excluded, and a NaN is in no range.
template <real R>
mask_t<R> within(vector<double, 2> const& range, R const& x) {
    return R(range[0]) < x && x < R(range[1]);
}

}  // namespace lockstep::envs
