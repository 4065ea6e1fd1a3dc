// SPDX-License-Identifier: MIT
// The plan that a planner improves from one state to the next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/environment.hpp>

namespace lockstep {

/// A plan for an environment with actions of Size numbers. If all candidates of the last iteration are broken, both returns are
/// no_return, and that iteration changed no action.
template <std::size_t Size>
struct action_plan {
    std::vector<vector<float, Size>> actions;  ///< [horizon], in the range of the environment
    double best_return = 0;                    ///< of the best candidate of the last iteration, discounted, over the horizon
    double mean_return = 0;                    ///< likewise, the mean over all candidates that are not broken
    std::size_t broken = 0;                    ///< candidates of the last iteration that led to a NaN or an infinity

    static constexpr double no_return = -std::numeric_limits<double>::infinity();
};

/// The actions of the next steps, in [-1, 1] whatever the bounds of the environment are.
template <class Env>
class running_plan {
public:
    using action = vector<float, Env::action_size>;

    /// Begins a plan: all actions are in the middle of their range. `owner` is the planner's name, for messages.
    running_plan(std::string_view owner, std::size_t horizon)
        : owner_(owner), horizon_(horizon), numbers_(horizon * Env::action_size) {}

    /// Returns the actions in [-1, 1]: [horizon][action_size].
    std::vector<float>& numbers() { return numbers_; }
    std::vector<float> const& numbers() const { return numbers_; }

    /// Moves the plan on by `steps` steps. At its end the plan repeats its last action.
    void advance(std::size_t steps) {
        std::size_t const gone = std::min(steps, horizon_ - 1) * Env::action_size;
        std::copy(numbers_.begin() + static_cast<std::ptrdiff_t>(gone), numbers_.end(), numbers_.begin());
        for (std::size_t i = numbers_.size() - gone; i < numbers_.size(); ++i) {
            numbers_[i] = numbers_[i - Env::action_size];
        }
    }

    /// Begins a new plan: all actions are in the middle of their range.
    void restart() { std::fill(numbers_.begin(), numbers_.end(), 0.0f); }

    /// Returns the actions of the plan, in the range of the environment.
    std::vector<action> actions() const {
        std::vector<action> result(horizon_);
        for (std::size_t t = 0; t < horizon_; ++t) {
            std::copy_n(numbers_.data() + t * Env::action_size, Env::action_size, result[t].begin());
            result[t] = within_bounds<Env>(result[t]);
        }
        return result;
    }

    /// Replaces the plan by `plan`, clamped to the bounds of the environment. Throws std::invalid_argument if `plan` is not as
    /// long as the horizon, or if an action is not finite.
    void set_actions(std::span<action const> plan) {
        if (plan.size() != horizon_) {
            refuse("a plan of " + std::to_string(plan.size()) + " actions for a horizon of " + std::to_string(horizon_));
        }
        constexpr float centre = 0.5f * static_cast<float>(action_high<Env> + action_low<Env>);
        constexpr float reach = 0.5f * static_cast<float>(action_high<Env> - action_low<Env>);
        std::vector<float> numbers;
        for (action const& a : plan) {
            for (float const x : a) {
                if (!std::isfinite(x)) {
                    refuse("action " + std::to_string(numbers.size() / Env::action_size) + " of a plan is not finite");
                }
                numbers.push_back(std::clamp((x - centre) / reach, -1.0f, 1.0f));
            }
        }
        numbers_ = std::move(numbers);
    }

    /// Returns `state` in all lanes of R. Throws std::invalid_argument if a number of `state` is not finite.
    template <class R>
    state_t<Env, R> spread(state_t<Env, float> const& state) const {
        auto const from = numbers_of<float>(state);
        state_t<Env, R> result;
        auto const to = numbers_of<R>(result);
        for (std::size_t k = 0; k < from.size(); ++k) {
            if (!std::isfinite(from[k])) {
                refuse("number " + std::to_string(k) + " of the state is not finite");
            }
            if constexpr (width_of<R> == 1) {
                to[k] = static_cast<R>(from[k]);
            } else {
                for (std::size_t l = 0; l < width_of<R>; ++l) {  // arithmetic could change the bits of a word, so copy each lane
                    to[k].set(l, from[k]);
                }
            }
        }
        return result;
    }

private:
    [[noreturn]] LOCKSTEP_COLD void refuse(std::string const& what) const {
        throw std::invalid_argument("lockstep::" + std::string(owner_) + ": " + what);
    }

    std::string_view owner_;
    std::size_t horizon_;
    std::vector<float> numbers_;
};

}  // namespace lockstep
