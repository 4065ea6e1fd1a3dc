// SPDX-License-Identifier: MIT
// Many environments on a device. The caller steps them: for learners and programs of your own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace lockstep {

struct environments_config {
    std::size_t count = 1024;  ///< the number of environments; further lanes of the last pack run environments that are not used
    std::uint64_t seed = 0;    ///< of the random starts; the starts of environment i do not depend on the count or the width
};

/// The members that all kernels of environments have. Except in environments_observe, kernel(pack) runs the pack of number
/// `pack`. Every pointer points to an array with one element for each pack: [packs]. Read as single numbers, such an array has
/// the shape [packs][numbers][width].
template <class Env, class W>
struct environments_memory {
    using R = typename W::number;
    using pack_pointer = typename W::template pointer<R>;

    typename W::template constant<Env> env;
    typename W::seed seed;
    typename W::template pointer<environment_pack<Env, R>> packs;
    typename W::template pointer<vector<R, Env::observation_size>> observations, final_observations;
    pack_pointer rewards, terminated, truncated, nonfinite, episode_returns, episode_lengths;
};

/// A kernel that starts episode 0 of the environments of a pack and writes their observations.
template <class Env, class W>
struct environments_reset : environments_memory<Env, W> {
    template <class World>
    using in = environments_reset<Env, World>;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);

    void operator()(typename W::index const& pack) const {
        lockstep::reset(static_cast<Env const&>(this->env), this->packs[pack], this->seed, pack);
        this->observations[pack] = this->packs[pack].observation;
    }
};

/// A kernel that writes the observations of states that the host has set. Index i is pack `first` + i.
template <class Env, class W>
struct environments_observe : environments_memory<Env, W> {
    template <class World>
    using in = environments_observe<Env, World>;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);

    typename W::index first;

    void operator()(typename W::index const& i) const {
        auto const pack = first + i;
        detail::observe(static_cast<Env const&>(this->env), this->packs[pack]);
        this->observations[pack] = this->packs[pack].observation;
    }
};

/// A kernel that steps every environment of a pack and writes the results. Where an episode ends, the next one starts.
template <class Env, class W>
struct environments_step : environments_memory<Env, W> {
    template <class World>
    using in = environments_step<Env, World>;
    using R = typename W::number;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);

    typename W::template pointer<vector<R, Env::action_size> const> actions;  ///< [packs]

    void operator()(typename W::index const& pack) const {
        vector<R, Env::action_size> const action = actions[pack];
        auto const outcome = advance(static_cast<Env const&>(this->env), this->packs[pack], action, this->seed, pack);
        this->observations[pack] = this->packs[pack].observation;
        this->final_observations[pack] = outcome.final_observation;
        this->rewards[pack] = outcome.reward;
        this->terminated[pack] = select(outcome.terminated, R(1), R(0));
        this->truncated[pack] = select(outcome.truncated, R(1), R(0));
        this->nonfinite[pack] = select(outcome.nonfinite, R(1), R(0));
        this->episode_returns[pack] = outcome.episode_return;
        this->episode_lengths[pack] = outcome.episode_length;
    }
};

/// `count` environments in the device's memory. Actions and results are buffers of floats of shape [packs()][numbers][width] with
/// `numbers` numbers for each environment. Number k of environment i is at index(i, k, numbers).
///
///     ls::environments<ls::envs::pendulum, ls::cpu> envs(device, {.count = 1024, .seed = 0});
///     envs.reset();
///     auto actions = device.allocate<float>(envs.size(ls::envs::pendulum::action_size));
///     envs.step(actions);
///     ls::host_view(envs.rewards(), envs.packs(), envs.width);
template <environment Env, device Device>
class environments {
public:
    using world = world_of<Device>;
    using R = typename world::number;
    using buffer = typename Device::template buffer<float>;
    static constexpr std::size_t width = Device::width;
    static constexpr std::size_t observation_size = Env::observation_size;
    static constexpr std::size_t action_size = Env::action_size;

    /// Allocates all memory. The device must outlive the environments. Throws std::invalid_argument if count is 0. Call reset()
    /// before step(), state() and set_state().
    explicit environments(Device& device, environments_config const& config = {}, Env const& env = {})
        : device_(&device), config_(checked(config)), env_(env) {}

    std::size_t count() const { return config_.count; }
    std::size_t packs() const { return (config_.count + width - 1) / width; }
    /// Returns the number of floats in a buffer that has `numbers` numbers for each environment.
    std::size_t size(std::size_t numbers = 1) const { return packs() * numbers * width; }
    /// Returns the index of number k of environment i in a buffer that has `numbers` numbers for each environment.
    static constexpr std::size_t index(std::size_t i, std::size_t k = 0, std::size_t numbers = 1) {
        return (i / width * numbers + k) * width + i % width;
    }

    /// Starts episode 0 of all environments and fills observations().
    void reset() {
        device_->for_each(packs(), environments_reset<Env, world>{memory()});
    }

    /// Steps every environment with its part of `actions`. Where an episode ends, the next one starts. Fills all buffers below.
    /// Throws std::invalid_argument if `actions` does not have size(action_size) floats.
    void step(buffer const& actions) {
        if (actions.size() != size(action_size)) {
            throw std::invalid_argument("lockstep::environments: " + std::to_string(actions.size()) + " actions for " +
                                        std::to_string(packs()) + " packs of " + std::to_string(width) + " environments with " +
                                        std::to_string(action_size) + " each");
        }
        device_->for_each(packs(), environments_step<Env, world>{memory(), as<action_size>(actions)});
    }

    buffer const& observations() const { return observations_; }  ///< of the current states
    /// Returns the observations after the step, before any new episode; where nonfinite() is 1, those before the step.
    buffer const& final_observations() const { return final_observations_; }
    buffer const& rewards() const { return rewards_; }
    /// Returns 1 where the environment ended the episode or nonfinite() is 1, else 0.
    buffer const& terminated() const { return terminated_; }
    buffer const& truncated() const { return truncated_; }              ///< 1 where episode_limit ended it, and terminated() is 0
    buffer const& nonfinite() const { return nonfinite_; }              ///< 1 where a NaN or an infinity ended the episode
    buffer const& episode_returns() const { return episode_returns_; }  ///< the sum of the episode's rewards, this step included
    buffer const& episode_lengths() const { return episode_lengths_; }  ///< the steps of the episode, this step included

    /// Returns a copy of the state of environment i. Throws std::out_of_range, naming i, if i is not below count().
    state_t<Env, float> state(std::size_t i) const {
        std::vector<running> const pack = running_pack(i);
        state_t<Env, float> result;
        auto const from = lockstep::numbers_of<R>(pack[0].state);
        auto const to = lockstep::numbers_of<float>(result);
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] = from[k][i % width];
        }
        return result;
    }

    /// Sets the state of environment i and its part of observations(). Its episode continues, with the steps and rewards so far.
    /// If the state is not finite, observations() are still finite. The next step then ends the episode if its state, observation
    /// or reward is not finite. Throws std::out_of_range, naming i, if i is not below count().
    void set_state(std::size_t i, state_t<Env, float> const& state) {
        std::vector<running> pack = running_pack(i);
        auto const from = lockstep::numbers_of<float>(state);
        auto const to = lockstep::numbers_of<R>(pack[0].state);
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k].set(i % width, from[k]);
        }
        device_->copy(std::span<running const>(pack), running_, i / width);
        device_->for_each(1, environments_observe<Env, world>{memory(), i / width});
    }

private:
    using running = environment_pack<Env, R>;

    /// Returns the memory of a buffer as packs of N numbers.
    template <std::size_t N>
    static vector<R, N> const* as(buffer const& from) {
        return reinterpret_cast<vector<R, N> const*>(from.data());
    }
    template <std::size_t N>
    static vector<R, N>* as(buffer& to) {
        return reinterpret_cast<vector<R, N>*>(to.data());
    }
    static R* pack_of(buffer& to) { return reinterpret_cast<R*>(to.data()); }

    environments_memory<Env, world> memory() {
        return {.env = env_,
                .seed = config_.seed,
                .packs = running_.data(),
                .observations = as<observation_size>(observations_),
                .final_observations = as<observation_size>(final_observations_),
                .rewards = pack_of(rewards_),
                .terminated = pack_of(terminated_),
                .truncated = pack_of(truncated_),
                .nonfinite = pack_of(nonfinite_),
                .episode_returns = pack_of(episode_returns_),
                .episode_lengths = pack_of(episode_lengths_)};
    }

    /// Returns a copy of the pack of environment i. The copy is on the heap, because an image may be too large for a stack.
    /// Throws std::out_of_range, naming i, if i is not below count().
    std::vector<running> running_pack(std::size_t i) const {
        if (i >= config_.count) {
            throw std::out_of_range("lockstep::environments: there is no environment " + std::to_string(i) + ": there are " +
                                    std::to_string(config_.count) + ", numbered from 0");
        }
        std::vector<running> pack(1);
        device_->copy(running_, std::span<running>(pack), i / width);
        return pack;
    }

    static constexpr char const* count_name = "environments_config.count";

    static environments_config const& checked(environments_config const& config) {
        if (config.count == 0) {
            throw std::invalid_argument("lockstep::environments: count is 0: at least one environment is needed");
        }
        return config;
    }

    buffer floats(std::size_t numbers) const { return lockstep::allocate<float>(*device_, size(numbers), count_name); }

    Device* device_;
    environments_config config_;
    Env env_;
    typename Device::template buffer<running> running_ = lockstep::allocate<running>(*device_, packs(), count_name);
    buffer observations_ = floats(observation_size);
    buffer final_observations_ = floats(observation_size);
    buffer rewards_ = floats(1);
    buffer terminated_ = floats(1);
    buffer truncated_ = floats(1);
    buffer nonfinite_ = floats(1);
    buffer episode_returns_ = floats(1);
    buffer episode_lengths_ = floats(1);
};

}  // namespace lockstep
