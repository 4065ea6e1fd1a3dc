// SPDX-License-Identifier: MIT
// An environment whose steps are a printed program. lockstep_record (cmake/LockstepRecord.cmake) makes it from a user's
// environment, so that a large environment compiles quickly and runs fast in lanes.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/observation_image.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/program/text.hpp>

namespace lockstep {

/// The numbers that a recorded step transforms. Each is one row of the program.
template <environment E, class R>
struct step_rows {
    state_t<E, R> state;
    vector<R, E::action_size> action;
    R reward;      ///< of the step, which writes it and does not read it
    R terminated;  ///< 1 or 0; the step writes it and does not read it
};

/// Takes one step of a default-constructed E: replaces moved.state by the state after it, and writes its reward and `terminated`.
template <environment E, class R>
void take_step(step_rows<E, R>& moved) {
    auto const after = E{}.step(moved.state, moved.action);
    moved.state = after.state;
    moved.reward = after.reward;
    moved.terminated = select(after.terminated, R(1), R(0));
}

namespace detail {
template <class E>
struct actions_of {
    static constexpr double action_low = lockstep::action_low<E>, action_high = lockstep::action_high<E>;
};
template <discrete_actions E>
struct actions_of<E> {
    static constexpr std::size_t action_count = E::action_count;
};

template <class E>
struct robot_of {};
template <has_robot E>
struct robot_of<E> {
    static constexpr physics::robot const& robot = E::robot;
    static constexpr physics::model const& model = E::model;
    static constexpr double dt = E::dt;
};
}  // namespace detail

/// The environment E with steps that are a printed program: floats and lanes run Text::step(rows), doubles run E::step. The text
/// of a kernel calls the program, which is recorded again for this text. Each program is recorded from a default-constructed E,
/// so the parameters of E are constants in it.
template <environment E, class Text>
struct recorded_environment : detail::actions_of<E>, detail::robot_of<E> {
    using original = E;
    static constexpr std::size_t observation_size = E::observation_size, action_size = E::action_size,
                                 episode_limit = E::episode_limit;
    static constexpr std::size_t agent_count = lockstep::agent_count<E>;
    static constexpr auto privileged_observation_size = detail::privileged_size_of<E>();
    static constexpr auto observation_image = detail::image_of<E>();
    static constexpr double discount = discount_of<E>;

    template <class R>
    using state = state_t<E, R>;

    template <real R>
    state<R> reset(random<R>& random) const {
        return E{}.reset(random);
    }

    template <real R>
    vector<R, observation_size> observe(state_t<E, R> const& now) const {
        return E{}.observe(now);
    }

    template <real R>
        requires privileged<E>
    auto observe_privileged(state_t<E, R> const& now) const { return E{}.observe_privileged(now); }

    template <real R>
    transition<state_t<E, R>, R> step(state_t<E, R> const& before, vector<R, action_size> const& action) const {
        if constexpr (std::same_as<R, float> || (width_of<R> != 1 && !is_written<R>)) {
            step_rows<E, R> moved{before, action, R(0), R(0)};
            Text::step(text::rows(std::span<R>(numbers_of<R>(moved))));
            return {moved.state, moved.reward, R(0) < moved.terminated};
        } else if constexpr (is_written<R>) {
            step_rows<E, R> moved{before, action, R(0), R(0)};
            number_traits<R>::transform(std::span<R>(numbers_of<R>(moved)), [](auto numbers) {
                using number = typename decltype(numbers)::value_type;
                take_step<E>(*reinterpret_cast<step_rows<E, number>*>(numbers.data()));
            });
            return {moved.state, moved.reward, R(0) < moved.terminated};
        } else {
            return E{}.step(before, action);
        }
    }
};

}  // namespace lockstep
