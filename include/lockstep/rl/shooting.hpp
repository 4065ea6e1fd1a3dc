// SPDX-License-Identifier: MIT
// Direct single shooting: L-BFGS maximises the return of a sequence of actions by its gradient, from many first guesses at once.
// Actions are bounded by tanh.
//
// When to use it. If the state moves smoothly (pendulums, a robot in the air), a hundred evaluations find an optimum that
// thousands of samples only approach. Through contacts the gradient is exact, but a poor guide: it grows from step to step, jumps
// when a contact begins or ends, and leads to the nearest of many local optima. Then mppi and cem plan better, since they search
// more widely and average over the jumps. If a reward is constant between jumps (alive or fallen), its gradient is zero: use mppi
// or cem.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/planning/colored_noise.hpp>
#include <lockstep/rl/planning/lbfgs.hpp>
#include <lockstep/rl/planning/return_gradient.hpp>
#include <lockstep/rl/planning/running_plan.hpp>
#include <lockstep/rl/planning/shooting_config.hpp>

namespace lockstep {

namespace detail {

/// A pack of searches by L-BFGS, one in each lane. Each search begins at its own first guess.
template <class Env, real R>
class shooting_pack {
public:
    shooting_pack(std::size_t horizon, std::size_t memory)
        : search_(horizon * Env::action_size, memory),
          path_(horizon),
          actions_(horizon),
          gradient_(horizon),
          of_numbers_(search_.size()) {}

    /// Searches from the first guesses `numbers`, [horizon * action_size]. They are actions before tanh. The result is in
    /// numbers(), also before tanh.
    void run(Env const& env, state_t<Env, R> const& start, R const& discount, std::size_t evaluations,
             std::span<R const> numbers) {
        search_.start(numbers);
        for (std::size_t i = 0; i < evaluations && (i == 0 || any(search_.over() < R(0.5))); ++i) {
            evaluate(env, start, discount);
        }
    }

    std::span<R const> numbers() const { return search_.best(); }
    R episode_return() const { return -search_.cost(); }

private:
    static constexpr double reach = 0.5 * (action_high<Env> - action_low<Env>);

    void evaluate(Env const& env, state_t<Env, R> const& start, R const& discount) {
        std::span<R const> const x = search_.trial();
        for (std::size_t t = 0; t < actions_.size(); ++t) {
            for (std::size_t a = 0; a < Env::action_size; ++a) {
                actions_[t][a] = tanh(x[t * Env::action_size + a]);
            }
        }
        bounded_.clear();
        for (auto const& action : actions_) {
            bounded_.push_back(within_bounds<Env>(action));
        }
        R const gained = path_(env, start, bounded_, discount, gradient_);
        for (std::size_t i = 0; i < of_numbers_.size(); ++i) {
            R const y = actions_[i / Env::action_size][i % Env::action_size];
            of_numbers_[i] = -gradient_[i / Env::action_size][i % Env::action_size] * R(reach) * fma(-y, y, R(1));
        }
        search_.tell(-gained, of_numbers_);
    }

    lbfgs<R> search_;
    return_gradient<Env, R> path_;
    std::vector<vector<R, Env::action_size>> actions_, bounded_, gradient_;
    std::vector<R> of_numbers_;
};

/// Searches from the first guesses of a pack. kernel(pack).
template <class Env, real R>
struct shoot {
    static constexpr std::size_t stack_size = stack_size_for(2 * pack_bytes_on_stack<Env>);
    Env env;
    state_t<Env, R> const* start;  ///< [1], the same in all lanes
    R discount;
    std::size_t evaluations, size;  ///< evaluations of the return for each start; size of a plan: horizon * action_size
    R const* numbers;              ///< [packs][size]
    shooting_pack<Env, R>* packs;  ///< [packs]

    void operator()(std::size_t pack) const {
        packs[pack].run(env, *start, discount, evaluations, {numbers + pack * size, size});
    }
};

}  // namespace detail

/// Plans sequences of actions for E by the gradients of its steps, on the processor. It has the same functions as
/// sampling_planner, so control() runs it too. R is lanes or double. Double takes many times as long and is more exact. With
/// lanes, include the header of the robot in envs/gradient/ if it has one. Other environments are differentiated operation by
/// operation, which is slow. The same seed gives the same bits, whatever the number of threads and the width of lanes.
///
///     ls::shooting<ls::envs::pendulum> planner(device, {.starts = 32, .horizon = 60});
///     auto const plan = planner.plan(state);
template <class E, class Device = cpu, real R = native_lanes>
class shooting : checked_environment<E> {
    using Env = detail::usable_environment<E>;
    static_assert(std::is_same_v<Device, cpu>,
                  "lockstep: shooting keeps its operations on a tape, whose backward pass only cpu can run");
    static_assert(!discrete_actions<Env>, "lockstep: shooting needs continuous actions");

public:
    static constexpr std::string_view name = "shooting";
    static constexpr std::size_t action_size = Env::action_size;
    using environment = Env;
    using device_type = Device;
    using config_type = shooting_config;
    using action = vector<float, action_size>;
    using plan_type = action_plan<action_size>;

    /// Throws std::invalid_argument if a member of `config` is wrong; the error names the member.
    LOCKSTEP_COLD explicit shooting(Device& device, shooting_config const& config = {}, E const& env = {})
        : device_(&device),
          config_((check(config), config)),
          env_(env),
          noise_(colored_noise(config.horizon, config.noise_color)) {
        packs_.reserve(config.starts / width);
        for (std::size_t i = 0; i < config.starts / width; ++i) {
            packs_.emplace_back(config.horizon, config.memory);
        }
    }

    config_type const& config() const { return config_; }
    Env const& env() const { return env_; }
    Device& device() const { return *device_; }

    /// Searches from every first guess, and returns the best sequence, which becomes the present plan. One of the first guesses
    /// is the present plan, with actions at a bound moved a little inside. In the result, `broken` counts starts whose first
    /// guess led to a NaN or an infinity. If all starts are broken, the present plan stays and is returned. Throws
    /// std::invalid_argument if the state is not finite.
    plan_type plan(state_t<Env, float> const& state) {
        auto const start = plan_.template spread<R>(state);
        first_guesses();
        device_->for_each(packs_.size(), detail::shoot<Env, R>{.env = env_,
                                                               .start = &start,
                                                               .discount = R(config_.discount),
                                                               .evaluations = config_.evaluations,
                                                               .size = plan_.numbers().size(),
                                                               .numbers = guesses_.data(),
                                                               .packs = packs_.data()});
        ++plans_;
        plan_type result;
        result.best_return = result.mean_return = plan_type::no_return;
        double sum = 0;
        for (std::size_t i = 0; i < config_.starts; ++i) {
            double const gained = lane(packs_[i / width].episode_return(), i % width);
            if (!std::isfinite(gained)) {
                ++result.broken;
                continue;
            }
            sum += gained;
            if (gained > result.best_return) {
                result.best_return = gained;
                for (std::size_t k = 0; k < plan_.numbers().size(); ++k) {
                    plan_.numbers()[k] = static_cast<float>(std::tanh(lane(packs_[i / width].numbers()[k], i % width)));
                }
            }
        }
        result.actions = plan_.actions();
        if (result.broken < config_.starts) {
            result.mean_return = sum / static_cast<double>(config_.starts - result.broken);
        }
        return result;
    }

    /// Plans from this state, returns the first action, in the environment's range, and moves the plan on by one step.
    action act(state_t<Env, float> const& state) {
        action const first = plan(state).actions[0];
        advance();
        return first;
    }

    /// Moves the plan on by `steps` steps. At its end the plan repeats its last action.
    void advance(std::size_t steps = 1) { plan_.advance(steps); }
    /// Begins a new plan. Its actions are in the middle of their range. The draws of noise also begin again, so they are those of
    /// a new planner.
    void restart() {
        plan_.restart();
        plans_ = 0;
    }
    std::vector<action> actions() const { return plan_.actions(); }
    void set_actions(std::span<action const> plan) { plan_.set_actions(plan); }

private:
    static constexpr std::size_t width = width_of<R>;

    static double lane(R const& x, std::size_t l) {
        if constexpr (width == 1) {
            return static_cast<double>(x);
        } else {
            return static_cast<double>(x[l]);
        }
    }

    /// Writes the first guess of each start to guesses_, as actions before tanh. Start 0 has the present plan, every other start
    /// the plan plus noise.
    void first_guesses() {
        std::size_t const size = plan_.numbers().size();
        guesses_.resize(packs_.size() * size);
        std::vector<float> drawn(size);
        for (std::size_t i = 0; i < config_.starts; ++i) {
            random<float> draws(config_.seed, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(plans_),
                                draw_purpose::candidate);
            for (float& x : drawn) {
                x = i == 0 ? 0 : config_.noise * draws.normal();
            }
            for (std::size_t k = 0; k < size; ++k) {
                float guess = std::atanh(std::clamp(plan_.numbers()[k], -0.999f, 0.999f));
                float const* const row = noise_.data() + k / action_size * config_.horizon;
                for (std::size_t wave = 0; wave < config_.horizon; ++wave) {
                    guess = std::fma(row[wave], drawn[wave * action_size + k % action_size], guess);
                }
                if constexpr (width == 1) {
                    guesses_[i * size + k] = static_cast<R>(guess);
                } else {
                    guesses_[i / width * size + k].set(i % width, guess);
                }
            }
        }
    }

    Device* device_;
    shooting_config config_;
    Env env_;
    std::vector<float> noise_;
    running_plan<Env> plan_{name, config_.horizon};
    std::vector<R> guesses_;
    std::vector<detail::shooting_pack<Env, R>> packs_;
    std::size_t plans_ = 0;
};

}  // namespace lockstep
