// SPDX-License-Identifier: MIT
// The discounted return of a sequence of actions, and its gradient with respect to these actions. The gradient goes through the
// steps of the environment.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/gradient/step.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace lockstep {

/// Computes the return of a sequence of actions, and the gradient of this return. Each lane of R has a sequence of its own; if R
/// is double, there is one sequence. Make the object once, because it reuses its memory. A termination ends the rewards of a
/// lane. The step at which it happens counts as constant, so it has no gradient; otherwise the gradient is exact. But through
/// many contacts the gradient is so large, and jumps so often, that it is no guide to better actions (envs/gradient/step.hpp).
template <class Env, real R>
class return_gradient {
public:
    using action = vector<R, Env::action_size>;

    explicit return_gradient(std::size_t horizon) : steps_(horizon), alive_(horizon) {}

    /// Returns the sum of discount^step * reward over the steps from the state `start` on, up to a termination. Writes its
    /// gradient with respect to `actions` to `gradient`. `actions` and `gradient` are [horizon]; the actions are in the range of
    /// the environment. If a state, a reward or the gradient of a lane has a NaN or an infinity before a termination, the lane's
    /// return is NaN and its gradient is zero.
    R operator()(Env const& env, state_t<Env, R> const& start, std::span<action const> actions, R const& discount,
                 std::span<action> gradient) {
        state_t<Env, R> state = start;
        R total(0), alive(1), broken(0), factor(1);
        for (std::size_t t = 0; t < steps_.size(); ++t) {
            auto const next = steps_[t].forward(env, state, actions[t]);
            auto const finite = detail::all_finite<R>(next.state, next.reward);
            alive_[t] = select(finite, alive * factor, R(0));
            total = fma(alive_[t], select(finite, next.reward, R(0)), total);
            broken = broken + select(finite, R(0), alive);
            alive = select(next.terminated || !finite, R(0), alive);
            state = select_all<R>(R(0) < alive, next.state, state);
            factor = factor * discount;
        }
        auto of_state = all_zero<state_t<Env, R>, R>();
        R found(0);
        for (std::size_t t = steps_.size(); t-- > 0;) {
            auto const before = steps_[t].backward(of_state, alive_[t]);
            auto const counts = R(0) < alive_[t];
            gradient[t] = select_all<R>(counts, before.action, all_zero<action, R>());
            of_state = select_all<R>(counts, before.state, all_zero<state_t<Env, R>, R>());
            for (R const& g : gradient[t]) {
                found = fma(g, R(0), found);
            }
        }
        auto const whole = broken <= R(0) && is_finite(found);
        for (action& g : gradient) {
            g = select_all<R>(whole, g, all_zero<action, R>());
        }
        return select(whole, total, R(0) / R(0));
    }

private:
    std::vector<differentiable_step<Env, R>> steps_;
    std::vector<R> alive_;  // the factor of each step's reward: discount^step, or 0 after the episode's end
};

}  // namespace lockstep
