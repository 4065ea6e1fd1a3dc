// SPDX-License-Identifier: MIT
// The environments of one type on the processor, with their results in the arrays of the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/io/viewer.hpp>

#include "kernels.hpp"
#include "simulation.hpp"

namespace lockstep::python {

/// The episodes of one environment, as a page shows them.
struct recorded_environment {
    static constexpr std::size_t most_episodes = 8;
    std::size_t index;
    std::deque<animation> episodes;  ///< the newest last
    std::size_t begun = 0;           ///< of those with a step, and the newest
    bool over = true;                ///< the next frame begins another episode
};

template <environment Env>
class simulation_of final : public simulation {
    using R = native_lanes;
    using pack_type = environment_pack<Env, R>;
    static constexpr std::size_t width = native_width;

public:
    simulation_of(simulation_config const& config, Env const& env)
        : config_(config), env_(env), device_({.threads = config.threads}) {
        packs_ = device_.allocate<pack_type>(packs());
        over_ = device_.allocate<R>(packs());
        if (config.mode == autoreset::same_step) {
            final_observations_.resize(config.count * config.columns.size());
        }
        seed(0);
    }

    std::size_t count() const override { return config_.count; }
    std::size_t action_size() const override { return Env::action_size; }
    std::size_t columns() const override { return config_.columns.size(); }

    void seed(std::uint64_t seed) override {
        seed_ = seed;
        device_.for_each(packs(), seed_kernel<Env>{memory()});
        for (auto& each : recorded_) {
            begin_recording(each);
        }
    }

    void begin(std::span<bool const> flags) override {
        device_.for_each(packs(), begin_kernel<Env>{memory(), flags.data()});
        for (auto& each : recorded_) {
            if (flags[each.index]) {
                begin_recording(each);
            }
        }
    }

    void observe(float* observations) const override {
        for (std::size_t pack = 0; pack < packs(); ++pack) {
            write_observations(memory(), pack, config_.columns, observations);
        }
    }

    void step(float const* actions, step_results const& results) override {
        device_.for_each(packs(), step_kernel<Env>{memory(), config_.mode, static_cast<float>(config_.episode_limit),
                                                   config_.columns, actions, results, final_observations_.data(),
                                                   recorded_.empty() ? nullptr : ends_.data()});
        if constexpr (physical_environment<Env>) {
            for (auto& each : recorded_) {
                std::size_t const i = each.index;
                add_step(each, {actions + i * Env::action_size, Env::action_size}, static_cast<double>(results.rewards[i]),
                         results.terminated[i] || results.truncated[i]);
            }
        }
    }

    std::vector<float> const& final_observations() const override {
        if (config_.mode != autoreset::same_step) {
            throw std::runtime_error("lockstep: final observations are kept in the mode same_step only");
        }
        return final_observations_;
    }

    lanes_view observation_view() const override { return view_of(packs_.data()[0].observation); }

    lanes_view state_view(std::string const& name) const override {
        if constexpr (physical_environment<Env>) {
            if (name == "qpos") {
                return view_of(packs_.data()[0].state.qpos);
            }
            if (name == "qvel") {
                return view_of(packs_.data()[0].state.qvel);
            }
        }
        throw std::runtime_error(formatted("lockstep: the state has no \"%s\"", name.c_str()));
    }

    void record(std::vector<std::size_t> const& environments) override {
        if constexpr (physical_environment<Env>) {
            recorded_.clear();
            for (std::size_t const i : environments) {
                recorded_.push_back({.index = i, .episodes = {}});
                begin_recording(recorded_.back());
            }
            ends_ = device_.allocate<pack_type>(environments.empty() ? 0 : packs());
        } else {
            throw std::runtime_error(not_a_robot);
        }
    }

    std::string viewer_page(std::string const& title) const override {
        std::vector<animation> all;
        for (auto const& each : recorded_) {
            all.insert(all.end(), each.episodes.begin(), each.episodes.end());
        }
        if (all.empty()) {
            throw std::runtime_error("lockstep: nothing was recorded: call record() before the steps that are to be shown");
        }
        return lockstep::viewer_page(all, {.title = title});
    }

    std::string picture(std::size_t i) const override {
        if constexpr (physical_environment<Env>) {
            animation now(Env::robot, Env::model, env_.seconds());
            add_frame(now, state_in(packs_.data(), i));
            return now.to_json();
        } else {
            throw std::runtime_error(not_a_robot);
        }
    }

private:
    static constexpr char const* not_a_robot = "lockstep: this environment is no robot: there is nothing to show";

    std::size_t packs() const { return (config_.count + width - 1) / width; }
    lanes_memory<Env> memory() const {
        return {env_, seed_, config_.count, const_cast<pack_type*>(packs_.data()), const_cast<R*>(over_.data())};
    }

    template <std::size_t N>
    lanes_view view_of(vector<R, N> const& first) const {
        return {reinterpret_cast<float const*>(first.begin()), packs(), N, width, sizeof(pack_type) / sizeof(float)};
    }

    /// The state of environment i in these packs.
    static state_t<Env, float> state_in(pack_type const* in, std::size_t i) {
        state_t<Env, float> state;
        auto const from = lockstep::numbers_of<R>(in[i / width].state);
        auto const to = lockstep::numbers_of<float>(state);
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] = from[k][i % width];
        }
        return state;
    }

    void add_frame(animation& to, state_t<Env, float> const& state) const {
        std::vector<double> const qpos(state.qpos.begin(), state.qpos.end());
        to.append(qpos);
        if constexpr (has_contact_forces<Env>) {
            auto const wrenches = env_.contact_forces(state);
            std::vector<double> const numbers(wrenches.begin(), wrenches.end());
            to.add_contacts(qpos, numbers);
        }
    }

    void begin_recording(recorded_environment& of) const {
        if constexpr (physical_environment<Env>) {
            if (!of.episodes.empty() && of.episodes.back().rewards().empty()) {
                of.episodes.pop_back();
                --of.begun;  // the number of the one that is left out is free again
            }
            if (of.episodes.size() == recorded_environment::most_episodes) {
                of.episodes.pop_front();
            }
            animation fresh(Env::robot, Env::model, env_.seconds());
            fresh.label = formatted("environment %zu, episode %zu", of.index, of.begun++);
            add_frame(fresh, state_in(packs_.data(), of.index));
            of.episodes.push_back(std::move(fresh));
            of.over = false;
        }
    }

    void add_step(recorded_environment& to, std::span<float const> action, double reward, bool ended) const {
        if constexpr (physical_environment<Env>) {
            if (to.over) {
                begin_recording(to);  // the step began an episode: it led to its first frame
                return;
            }
            add_frame(to.episodes.back(), state_in(ends_.data(), to.index));
            to.episodes.back().add_step(reward, action);
            if (ended && config_.mode == autoreset::same_step) {
                begin_recording(to);
            } else {
                to.over = ended;
            }
        }
    }

    simulation_config config_;
    Env env_;
    cpu device_;
    std::uint64_t seed_ = 0;
    cpu::buffer<pack_type> packs_;
    cpu::buffer<R> over_;
    cpu::buffer<pack_type> ends_;
    std::vector<float> final_observations_;
    std::vector<recorded_environment> recorded_;
};

}  // namespace lockstep::python
