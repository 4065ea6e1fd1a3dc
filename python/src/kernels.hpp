// SPDX-License-Identifier: MIT
// What the processor does with a pack of environments whose results go to the arrays of the caller.
//
// A pack never leaves its lanes while it steps. Its actions are read from, and its results written to, arrays that have one
// environment after the other, as numpy's have: that is the only copy, made pack by pack while the pack is in the cache.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>

#include "simulation.hpp"

namespace lockstep::python {

/// What the kernels of an environment share.
template <class Env>
struct lanes_memory {
    using R = native_lanes;
    using pack_type = environment_pack<Env, R>;
    static constexpr std::size_t width = native_width;

    Env env;
    std::uint64_t seed;
    std::size_t count;
    pack_type* packs;
    R* over;  ///< [packs]: 1 where an episode has ended, and no other has begun

    std::size_t environments_in(std::size_t pack) const { return std::min(width, count - pack * width); }
};

/// Episode 0 of every environment.
template <class Env>
struct seed_kernel : lanes_memory<Env> {
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);
    void operator()(std::size_t pack) const {
        lockstep::reset(this->env, this->packs[pack], this->seed, pack);
        this->over[pack] = native_lanes(0);
    }
};

/// The next episode where flags[count] are true.
template <class Env>
struct begin_kernel : lanes_memory<Env> {
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env>);
    bool const* flags;

    void operator()(std::size_t pack) const {
        native_lanes chosen(0);
        for (std::size_t lane = 0; lane < this->environments_in(pack); ++lane) {
            chosen.set(lane, flags[pack * this->width + lane] ? 1.0f : 0.0f);
        }
        auto const begins = native_lanes(0) < chosen;
        begin_again(this->env, this->packs[pack], begins, this->seed, pack);
        this->over[pack] = select(begins, native_lanes(0), this->over[pack]);
    }
};

/// A pack's observations to [count][columns].
template <class Env>
void write_observations(lanes_memory<Env> const& memory, std::size_t pack, std::span<std::size_t const> columns, float* to) {
    auto const& observation = memory.packs[pack].observation;
    to += pack * memory.width * columns.size();
    for (std::size_t lane = 0; lane < memory.environments_in(pack); ++lane) {
        for (std::size_t const column : columns) {
            *to++ = observation[column][lane];
        }
    }
}

/// One step, and a new episode where the mode says so.
template <class Env>
struct step_kernel : lanes_memory<Env> {
    using R = native_lanes;
    using pack_type = environment_pack<Env, R>;
    static constexpr std::size_t stack_size = stack_size_for(pack_bytes_on_stack<Env> + 2 * sizeof(pack_type));

    autoreset mode;
    float limit;  ///< steps; 0: none
    std::span<std::size_t const> columns;
    float const* actions;
    step_results results;
    float* final_observations;
    pack_type* ends;  ///< [packs] of packs as the step left them, or null

    void operator()(std::size_t pack) const {
        pack_type& running = this->packs[pack];
        auto const begins = R(0) < this->over[pack];
        pack_type begun;
        bool const some_begin = any(begins);
        if (some_begin) {
            begin_again(this->env, running, begins, this->seed, pack);
            begun = running;
        }
        auto const outcome = step_pack(this->env, running, action_of(pack));
        R reward = outcome.reward;
        auto terminated = outcome.terminated;
        auto truncated = limit > 0 ? R(limit) <= outcome.episode_length : R(0) < R(0);
        if (some_begin) {
            running = select_all<R>(begins, begun, running);
            reward = select(begins, R(0), reward);
            terminated = terminated && !begins;
            truncated = truncated && !begins;
        }
        auto const ended = terminated || truncated;
        write(pack, reward, terminated, truncated);
        if (ends != nullptr) {
            ends[pack] = running;
        }
        if (mode == autoreset::same_step) {
            if (any(ended)) {
                write_observations<Env>(*this, pack, columns, final_observations);
                begin_again(this->env, running, ended, this->seed, pack);
            }
        } else {
            this->over[pack] = select(ended, R(1), R(0));
        }
        write_observations<Env>(*this, pack, columns, results.observations);
    }

private:
    vector<R, Env::action_size> action_of(std::size_t pack) const {
        vector<R, Env::action_size> action;
        std::fill(action.begin(), action.end(), R(0));
        float const* from = actions + pack * this->width * Env::action_size;
        for (std::size_t lane = 0; lane < this->environments_in(pack); ++lane) {
            for (R& component : action) {
                component.set(lane, *from++);
            }
        }
        return action;
    }

    template <class Mask>
    void write(std::size_t pack, R const& reward, Mask const& terminated, Mask const& truncated) const {
        R const was_terminated = select(terminated, R(1), R(0)), was_truncated = select(truncated, R(1), R(0));
        std::size_t const first = pack * this->width;
        for (std::size_t lane = 0; lane < this->environments_in(pack); ++lane) {
            results.rewards[first + lane] = reward[lane];
            results.terminated[first + lane] = was_terminated[lane] != 0;
            results.truncated[first + lane] = was_truncated[lane] != 0;
        }
    }
};

}  // namespace lockstep::python
