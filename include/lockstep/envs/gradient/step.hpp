// SPDX-License-Identifier: MIT
// The gradient of a step of an environment (a vector-Jacobian product). Given is the gradient of a loss with respect to the state
// after the step and to the reward. Computed is the gradient of this loss with respect to the state before the step and to the
// action.
//
//     ls::differentiable_step<ls::envs::half_cheetah, ls::native_lanes> step;      // keeps its memory: make it once
//     auto const after = step.forward(env, before, action);                        // as env.step
//     auto const gradient = step.backward(of_state, of_reward);                    // gradient.state, gradient.action
//
// It works for every environment, since the environment's own code runs on numbers on a tape (core/taped.hpp). The backward pass
// of a robot with a header in envs/gradient/ is a recorded program, which takes the time of two steps. The backward pass of other
// robots goes operation by operation, which is as exact but many times slower.
//
// Contacts. The derivative is computed for the active set at the solution. It is exact except on the border between two sets.
// MuJoCo's contacts are stiff. So a gradient through a contact may be a hundred times as large as one in free flight, it jumps
// where a contact begins or ends, and it grows over many steps. It is still the gradient. A finite difference gives another
// number unless its step is small against the depth of a contact (a millimetre). The end of an episode passes no gradient:
// whether a step terminates is a mask, which has no derivative, and a reward for not falling depends on that mask alone.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lockstep/core/real.hpp>
#include <lockstep/core/tape.hpp>
#include <lockstep/core/taped.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep {

/// The gradient of a loss with respect to the state before a step and to the action of the step. It is zero for the words of an
/// active set.
template <environment E, real R>
struct step_gradient {
    state_t<E, R> state;
    vector<R, E::action_size> action;
};

/// Computes a step of an environment and its gradient, or the gradient of an observation. R is float, double or lanes. A lane
/// that diverges does not change the other lanes.
template <environment E, real R>
class differentiable_step {
public:
    using state_type = state_t<E, R>;
    using action_type = vector<R, E::action_size>;
    using observation_type = vector<R, E::observation_size>;

    /// Returns env.step(before, action), and stores what backward() needs. In floats and lanes, a robot with Euler's method has
    /// the same bits as in env.step. For a robot with the method of Runge and Kutta the stages run one by one, so its numbers
    /// differ by rounding.
    transition<state_type, R> forward(E const& env, state_type const& before, action_type const& action) {
        tape_.clear();
        writing_on<R> const writing(tape_);
        before_ = inputs<state_t<E, T>>(before);
        action_ = inputs<vector<T, E::action_size>>(action);
        transition<state_t<E, T>, T> const after = env.step(before_, action_);
        after_ = after.state;
        reward_ = after.reward;
        transition<state_type, R> result;
        copy_values(after.state, result.state);
        result.reward = after.reward.value;
        result.terminated = after.terminated;
        return result;
    }

    /// Returns the gradient of a loss with respect to the arguments of the last forward(). `of_state` and `of_reward` are the
    /// gradient of this loss with respect to what that forward() returned. The words of an active set in `of_state` count as
    /// zero.
    step_gradient<E, R> backward(state_type const& of_state, R const& of_reward) {
        tape_.start();
        seed(tape_, after_, of_state);
        tape_.seed(reward_.place, of_reward);
        tape_.run_backward();
        step_gradient<E, R> result;
        copy_gradient(tape_, before_, result.state);
        copy_gradient(tape_, action_, result.action);
        return result;
    }

    /// Returns the gradient of a loss with respect to `state`. `of_observation` is the gradient of this loss with respect to
    /// env.observe(state). What forward() stored does not change.
    state_type backward_observation(E const& env, state_type const& state, observation_type const& of_observation) {
        observation_tape_.clear();
        writing_on<R> const writing(observation_tape_);
        auto const observed = inputs<state_t<E, T>>(state);
        vector<T, E::observation_size> const observation = env.observe(observed);
        observation_tape_.start();
        seed(observation_tape_, observation, of_observation);
        observation_tape_.run_backward();
        state_type result;
        copy_gradient(observation_tape_, observed, result);
        return result;
    }

private:
    using T = taped<R>;

    template <class Taped, class Plain>
    static Taped inputs(Plain const& plain) {
        Taped result;
        auto const from = numbers_of<R>(plain);
        auto const to = numbers_of<T>(result);
        for (std::size_t i = 0; i < to.size(); ++i) {
            to[i] = T::input(from[i]);
        }
        return result;
    }

    template <class Taped, class Plain>
    static void copy_values(Taped const& from, Plain& to) {
        auto const numbers = numbers_of<T>(from);
        auto const plain = numbers_of<R>(to);
        for (std::size_t i = 0; i < plain.size(); ++i) {
            plain[i] = numbers[i].value;
        }
    }

    template <class Taped, class Plain>
    static void seed(tape<R>& on, Taped const& numbers, Plain const& gradient) {
        auto const places = numbers_of<T>(numbers);
        auto const from = numbers_of<R>(gradient);
        for (std::size_t i = 0; i < from.size(); ++i) {
            on.seed(places[i].place, from[i]);
        }
    }

    template <class Taped, class Plain>
    static void copy_gradient(tape<R> const& of, Taped const& numbers, Plain& to) {
        auto const places = numbers_of<T>(numbers);
        auto const result = numbers_of<R>(to);
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i] = of.gradient(places[i].place);
        }
    }

    tape<R> tape_, observation_tape_;
    state_t<E, T> before_, after_;
    vector<T, E::action_size> action_;
    T reward_;
};

/// Returns the gradient of one step: forward() and backward() of a differentiable_step.
template <environment E, real R>
step_gradient<E, R> gradient_of_step(E const& env, state_t<E, R> const& before, vector<R, E::action_size> const& action,
                                     std::type_identity_t<state_t<E, R>> const& of_state,
                                     std::type_identity_t<R> const& of_reward) {
    differentiable_step<E, R> step;
    step.forward(env, before, action);
    return step.backward(of_state, of_reward);
}

}  // namespace lockstep
