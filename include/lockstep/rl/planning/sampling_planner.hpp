// SPDX-License-Identifier: MIT
// The loop of a planner that samples: draw candidates around the plan, run each candidate in a lane, move the plan to the good
// candidates. `Update` decides which candidates are good.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <lockstep/core/draw_purpose.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/rl/planning/average_candidates.hpp>
#include <lockstep/rl/planning/candidates.hpp>
#include <lockstep/rl/planning/colored_noise.hpp>
#include <lockstep/rl/planning/running_plan.hpp>
#include <lockstep/rl/planning/view.hpp>
#include <lockstep/rl/policy/actor_view.hpp>

namespace lockstep {

/// Plans sequences of actions for E on a Device. The same seed gives the same bits, whatever the number of threads and the
/// width of lanes. The device must live longer than the planner. In a control loop call act() in each step: it plans, returns the
/// plan's first action, and begins the next plan with the rest of this one:
///
///     ls::mppi<ls::envs::pendulum, ls::cpu> planner(device);
///     auto const action = planner.act(envs.state(0));
template <class Update, class E, class Device>
class sampling_planner : checked_environment<E> {
    using Env = detail::usable_environment<E>;
    static_assert(check_device<Device>());
    static_assert(check_width<Device>());
    static_assert(!discrete_actions<Env>, "lockstep: planners that sample need continuous actions");
    using world = world_of<Device>;
    using R = typename world::number;
    template <class T>
    using buffer = typename Device::template buffer<T>;

public:
    static constexpr std::string_view name = Update::name;
    static constexpr std::size_t action_size = Env::action_size;
    using environment = Env;
    using device_type = Device;
    using config_type = typename Update::config_type;
    using action = vector<float, action_size>;
    using plan_type = action_plan<action_size>;

    /// Allocates all memory that planning needs. Throws std::invalid_argument if a member of `config` is wrong; the error names
    /// the member.
    LOCKSTEP_COLD explicit sampling_planner(Device& device, config_type const& config = {}, E const& env = {})
        : device_(&device), config_((check(config), config)), env_(env) {
        std::vector<R> numbers(packs_);
        for (std::size_t i = 0; i < config.candidates; ++i) {
            numbers[i / width].set(i % width, static_cast<float>(i));
        }
        device.copy(std::span<R const>(numbers), numbers_);
        device.copy(colored_noise(config.horizon, config.noise_color), noise_);
        device.synchronize();
        restart();
    }

    config_type const& config() const { return config_; }
    Env const& env() const { return env_; }
    Device& device() const { return *device_; }

    /// Improves the plan, which begins in `state`, and returns it. Throws std::invalid_argument if `state` has a number that is
    /// not finite.
    plan_type plan(state_t<Env, float> const& state) {
        std::vector<state_t<Env, R>> const start(1, plan_.template spread<R>(state));
        std::vector<float> const fresh(places_, config_.noise);
        device_->copy(plan_.numbers(), mean_);
        device_->copy(fresh, deviation_);
        device_->copy(start, start_);
        for (std::size_t i = 0; i < config_.iterations; ++i) {
            iterate();
        }
        planning_summary<> summary;
        device_->copy(mean_, std::span<float>(plan_.numbers()));
        device_->copy(summary_, std::span(&summary, 1));
        device_->synchronize();
        auto const broken = static_cast<std::size_t>(summary.broken);
        bool const any_whole = broken < config_.candidates;
        return {.actions = actions(),
                .best_return = any_whole ? static_cast<double>(summary.best_return) : plan_type::no_return,
                .mean_return = any_whole ? static_cast<double>(summary.mean_return) : plan_type::no_return,
                .broken = broken};
    }

    /// Plans from this state, returns the first action, in the environment's range, and moves the plan on by one step.
    action act(state_t<Env, float> const& state) {
        action const first = plan(state).actions[0];
        advance();
        return first;
    }

    /// Moves the plan on by `steps` steps. At its end the plan repeats its last action.
    void advance(std::size_t steps = 1) {
        plan_.advance(steps);
        later_ += std::min(steps, config_.horizon - 1 - later_);
    }

    /// Begins a new plan. Its actions are in the middle of their range. The random draws also begin again, so they are those of a
    /// new planner. Candidates that were kept are dropped.
    void restart() {
        plan_.restart();
        kept_ = later_ = iterations_ = 0;
    }

    /// Returns the present plan: [horizon] actions in the environment's range.
    std::vector<action> actions() const { return plan_.actions(); }
    /// Replaces the present plan by `plan`, clamped to the bounds of the environment. Candidates that were kept are dropped.
    /// Throws std::invalid_argument if `plan` is not as long as the horizon, or if an action is not finite.
    void set_actions(std::span<action const> plan) {
        plan_.set_actions(plan);
        kept_ = 0;
    }

private:
    static constexpr std::size_t width = world::width;

    void iterate() {
        planning_view<world> const view{.numbers = numbers_.data(),
                                        .noise = noise_.data(),
                                        .mean = mean_.data(),
                                        .deviation = deviation_.data(),
                                        .kept_sequences = kept_sequences_.data(),
                                        .draws = draws_.data(),
                                        .sequences = sequences_.data(),
                                        .returns = returns_.data(),
                                        .weights = weights_.data(),
                                        .summary = summary_.data()};
        device_->for_each(packs_, draw_candidates<action_size, world>{.view = view,
                                                                      .seed = seed_of_iteration(),
                                                                      .horizon = config_.horizon,
                                                                      .drawn = drawn_,
                                                                      .kept = static_cast<float>(kept_),
                                                                      .kept_packs = kept_packs_,
                                                                      .later = later_});
        device_->for_each(packs_, run_candidates<Env, world>{.view = view,
                                                             .env = env_,
                                                             .horizon = config_.horizon,
                                                             .discount = config_.discount,
                                                             .start = start_.data()});
        device_->for_each(1, weigh_candidates<world>{.view = view,
                                                     .packs = packs_,
                                                     .candidates = static_cast<float>(config_.candidates),
                                                     .temperature = Update::temperature(config_),
                                                     .relative = Update::is_relative(config_)});
        if constexpr (Update::has_elites) {
            device_->for_each(packs_, choose_elites<action_size, world>{.view = view,
                                                                        .packs = packs_,
                                                                        .horizon = config_.horizon,
                                                                        .elites = static_cast<float>(config_.elites),
                                                                        .kept = static_cast<float>(config_.kept_elites)});
            kept_ = config_.kept_elites;
            later_ = 0;
        }
        device_->for_each(places_, average_candidates<world>{.view = view,
                                                             .packs = packs_,
                                                             .places = places_,
                                                             .momentum = Update::momentum(config_),
                                                             .least_deviation = Update::least_deviation(config_),
                                                             .adapts = Update::has_elites});
        ++iterations_;
    }

    /// Returns the seed of all draws of the next iteration.
    std::uint64_t seed_of_iteration() const {
        auto const [low, high] = split_words(iterations_).data;
        auto const words = philox(vector<std::uint32_t, 4>{low, draw_purpose::planning_seed, high, 0}, split_words(config_.seed));
        return static_cast<std::uint64_t>(words[1]) << 32 | words[0];
    }

    template <class T>
    buffer<T> taken(std::size_t n) const {
        return lockstep::allocate<T>(*device_, n, "candidates * horizon");
    }

    Device* device_;
    config_type config_;
    Env env_;
    std::size_t packs_ = config_.candidates / width;
    std::size_t places_ = config_.horizon * action_size;
    std::size_t drawn_ = drawn_numbers(config_.horizon, action_size);
    std::size_t kept_packs_ = Update::kept_slots(config_) / width + 1;  // with slot 0, the mean
    buffer<R> numbers_ = taken<R>(packs_), draws_ = taken<R>(packs_ * drawn_), sequences_ = taken<R>(packs_ * places_);
    buffer<R> returns_ = taken<R>(packs_), weights_ = taken<R>(packs_);
    buffer<float> kept_sequences_ = taken<float>(kept_packs_ * places_ * width);
    buffer<float> noise_ = taken<float>(config_.horizon * config_.horizon);
    buffer<float> mean_ = taken<float>(places_), deviation_ = taken<float>(places_);
    buffer<state_t<Env, R>> start_ = taken<state_t<Env, R>>(1);
    buffer<planning_summary<>> summary_ = taken<planning_summary<>>(1);
    running_plan<Env> plan_{name, config_.horizon};
    std::size_t kept_ = 0, later_ = 0, iterations_ = 0;
};

}  // namespace lockstep
