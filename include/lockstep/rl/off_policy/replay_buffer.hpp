// SPDX-License-Identifier: MIT
// The replay buffer of many environments in the device's memory: kernels fill it and sample from it, and each observation is
// stored once.
//
// Each environment has a ring of steps. The observation after a step is the observation before the next step, so it lies one
// place further. If the step ended the episode, the next place holds the start of another episode. Then the final observation
// counts only if the episode was truncated. Final observations of truncated episodes are stored apart: an environment is
// truncated at most once in episode_limit steps, so few places suffice, and the number of the step gives the place.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/buffer_slices.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>
#include <lockstep/rl/off_policy/replay/priority_tree.hpp>

namespace lockstep {

/// One step of each environment of a pack.
template <real R, std::size_t Observations, std::size_t Actions>
struct experience {
    vector<R, Actions> action;
    R reward;
    mask_t<R> terminated, truncated;            ///< never both
    vector<R, Observations> final_observation;  ///< after the step; read only where the step truncated the episode
    vector<R, Observations> observation;        ///< before the next step: the start of a new episode where one ended
};

/// A pack of transitions, feature by feature. Each lane has one transition.
template <std::size_t Observations, std::size_t Actions, class T = float>
struct transitions {
    static constexpr std::size_t width = pack_width<T>;
    alignas(64) feature_packs<T, Observations, width> observation;
    alignas(64) feature_packs<T, Actions, width> action;
    alignas(64) array_t<T, width> reward;    ///< sum over the steps k of discount^k times the reward of step k
    alignas(64) array_t<T, width> discount;  ///< factor of next_observation's value: discount^steps, or 0 after a termination
    alignas(64) feature_packs<T, Observations, width> next_observation;
};

/// A replay buffer as kernels use it: addresses in the device's memory. Steps are counted from 0 for each environment.
template <std::size_t Observations, std::size_t Actions, class T = float>
struct replay_view {
    using W = world_t<T>;
    using R = pack_t<T>;
    using scalar = scalar_t<T>;
    using index = index_t<T>;
    static constexpr std::size_t width = pack_width<T>;
    static constexpr std::size_t stride = Observations + Actions + 2;  ///< numbers of a step
    static constexpr int going_on = 0, terminated = 1, truncated = 2;

    pointer_t<T> steps;   ///< [environments][places][observation, action, reward, ending]
    pointer_t<T> finals;  ///< [environments][final_places][observation]
    index environments, places, final_places, episode_limit;

    /// Returns how many steps an environment has in the buffer after it made `steps_made` steps.
    index stored(index const& steps_made) const { return min(steps_made, places - 1); }

    /// Writes the observation before step 0 of the environments of pack `pack`.
    void begin(index const& pack, vector<R, Observations> const& observation) const {
        for (auto const l : W::lanes()) {
            index const environment = pack * width + l;
            when(environment < environments, [&] { write(steps + step_at(environment, 0), observation, l); });
        }
    }

    /// Writes step number `step` of the environments of pack `pack`, and the observation after it. The observation before it must
    /// be in the buffer already, written by begin() or by the step before. If the buffer is full, the oldest step is lost.
    void add(index const& pack, index const& step, experience<R, Observations, Actions> const& e) const {
        R const ending = select(e.terminated, R(terminated), select(e.truncated, R(truncated), R(going_on)));
        for (auto const l : W::lanes()) {
            index const environment = pack * width + l;
            when(environment < environments, [&] {
                auto const at = steps + step_at(environment, step % places);
                write(at + Observations, e.action, l);
                at[Observations + Actions] = lane_of(e.reward, l);
                at[Observations + Actions + 1] = lane_of(ending, l);
                write(steps + step_at(environment, (step + 1) % places), e.observation, l);
                when(lane_of(ending, l) == scalar(truncated),
                     [&] { write(finals + final_at(environment, step), e.final_observation, l); });
            });
        }
    }

    /// Draws a transition for each lane, uniformly from all stored steps, and writes it to `to`. `steps_made` is the number of
    /// steps that each environment has made, at least 1. A transition spans `horizon` steps, or fewer if its episode or the
    /// stored steps end before.
    void sample(random<R>& draws, index const& steps_made, index const& horizon, scalar const& discount,
                transitions<Observations, Actions, T>& to) const {
        auto const which = draws.bits();
        auto const age = draws.bits();
        for (auto const l : W::lanes()) {
            index const environment = place_among(environments, lane_of(which, l));
            index const step = steps_made - 1 - place_among(stored(steps_made), lane_of(age, l));
            read(environment, step, min(horizon, steps_made - step), discount, l, to);
        }
    }

    /// Draws a transition by priority for each lane, and writes it to `to`. Lane l is sample first + l of a minibatch of `batch`
    /// samples, and leaves[l] becomes its leaf. The sum of all priorities is divided into `batch` equal ranges, and each sample
    /// is drawn from its own range. `steps_made` and `horizon` are as for the draw without priorities.
    template <class Tree>
    void sample(random<R>& draws, index const& steps_made, index const& horizon, scalar const& discount, Tree const& priorities,
                index const& first, index const& batch, typename W::template pointer<typename W::flag> const& leaves,
                transitions<Observations, Actions, T>& to) const {
        using share_type = typename Tree::scalar;
        R const within = draws.uniform();
        for (auto const l : W::lanes()) {
            share_type const share = (static_cast<share_type>(first + l) + static_cast<share_type>(lane_of(within, l))) /
                                     static_cast<share_type>(batch);
            index const leaf = priorities.find(share * priorities.total());
            index const back = (steps_made - 1 + places - leaf % places) % places;
            index const step = steps_made - 1 - back;
            leaves[l] = static_cast<typename W::flag>(leaf);
            read(leaf / places, step, min(horizon, steps_made - step), discount, l, to);
        }
    }
    /// Returns the number of leaves that a priority tree for this buffer needs. The leaf of a step
    /// is environment * places + place.
    index leaf_count() const { return environments * places; }

    /// Gives the newest step of every environment, number `step`, the highest priority so far, or 1 if there is none. So the step
    /// is sampled soon. Sets the priority of the place of step + 1 to 0, because a full buffer has just lost the oldest
    /// step there.
    template <class Tree>
    void add_priorities(index const& step, Tree const& priorities) const {
        using priority_type = typename Tree::scalar;
        priority_type const largest = *priorities.largest;
        priority_type const highest = choose(priority_type(0) < largest, largest, priority_type(1));
        *priorities.largest = highest;
        auto const newest = [&](index const& environment) { return environment * places + step % places; };
        auto const emptied = [&](index const& environment) { return environment * places + (step + 1) % places; };
        for (auto const pack : W::range((environments + (width - 1)) / width)) {
            for (auto const l : W::lanes()) {
                index const environment = pack * width + l;
                when(environment < environments, [&] {
                    priorities.sums[priorities.leaves + newest(environment)] = highest;
                    priorities.sums[priorities.leaves + emptied(environment)] = priority_type(0);
                });
            }
        }
        priorities.add_up_above(environments, newest);
        priorities.add_up_above(environments, emptied);
    }

    // Offsets into `steps` and `finals`.
    index step_at(index const& environment, index const& place) const { return (environment * places + place) * stride; }
    index final_at(index const& environment, index const& step) const {
        return (environment * final_places + step / episode_limit % final_places) * Observations;
    }

private:
    /// Returns floor(bits * n / 2^32): one of n places, each as probable as the others if the 32 bits are random.
    template <class Bits>
    static index place_among(index const& n, Bits const& bits) {
        using wide = std::conditional_t<W::is_native, std::uint64_t, index>;  // an index has 32 bits in WebAssembly
        return static_cast<index>(static_cast<wide>(bits) * n >> 32);
    }

    template <std::size_t N>
    static void write(pointer_t<T> const& to, vector<R, N> const& from, index const& l) {
        for (std::size_t i = 0; i < N; ++i) {
            to[i] = lane_of(from[i], l);
        }
    }
    /// Reads N consecutive numbers into lane l of N features.
    template <std::size_t N>
    static void read_features(pointer_t<T> const& from, index const& l, feature_packs<T, N, width>& to) {
        for (std::size_t i = 0; i < N; ++i) {
            to[i][l] = from[i];
        }
    }

    void read(index const& environment, index const& first, index const& horizon, scalar const& discount, index const& l,
              transitions<Observations, Actions, T>& to) const {
        index step = first;
        index remaining = horizon;
        index place = step % places;
        index at = step_at(environment, place);
        read_features(steps + at, l, to.observation);
        read_features(steps + (at + Observations), l, to.action);
        scalar sum(0);
        scalar weight(1);
        scalar ending(0);
        for ([[maybe_unused]] auto const pass : W::forever()) {
            ending = steps[at + (Observations + Actions + 1)];
            sum = fma(weight, steps[at + (Observations + Actions)], sum);
            weight *= choose(ending == scalar(terminated), scalar(0), discount);
            place = choose(place + 1 == places, index(0), place + 1);
            at = step_at(environment, place);
            if (breaks(ending != scalar(going_on) || remaining == 1)) {
                break;
            }
            step += 1;
            remaining -= 1;
        }
        (to.reward + l)[0] = sum;
        (to.discount + l)[0] = weight;
        auto const is_cut = ending == scalar(truncated);
        when(is_cut, [&] { read_features(finals + final_at(environment, step), l, to.next_observation); });
        when(!is_cut, [&] { read_features(steps + at, l, to.next_observation); });
    }
};

/// A replay buffer for environments of type Env, in a device's memory.
template <class Env, class Device, std::floating_point T = float>
class replay_buffer {
    using world = std::conditional_t<std::same_as<T, float>, world_of<Device>, world_t<T>>;

public:
    using view_type = replay_view<Env::observation_size, Env::action_size, number_for_t<world>>;

    /// Allocates room for `capacity` steps of all environments together, rounded down to the same number of steps of each. Throws
    /// std::invalid_argument if `capacity` is below `environments` or `batch`, or `capacity` + `environments` is above 2^32, or
    /// if `horizon`, the number of steps that a sample spans, is 0 or more than an environment can store. Also throws it if
    /// `environments` is neither a multiple of sample_group nor 1, 2, 4 or 8. Throws std::runtime_error if the device has not
    /// enough memory for the steps; the error names `whose`.
    replay_buffer(Device& device, std::size_t capacity, std::size_t environments, std::size_t batch, std::size_t horizon = 1,
                  std::string_view whose = "replay_buffer: capacity")
        : environments_(environments), places_(checked(capacity, environments, batch, horizon) / environments + 1),
          steps_(allocate<T>(device, environments * places_ * view_type::stride, whose)),
          finals_(allocate<T>(device, environments * final_places() * Env::observation_size)) {}

    std::size_t capacity() const { return environments_ * (places_ - 1); }

    /// Calls visit(name, entry) for what a checkpoint holds of the buffer after `steps_made` steps of each environment: the
    /// filled places, which are all places once the buffer is full, and the final observations.
    template <class Visit>
    void for_each_entry(Visit&& visit, std::size_t steps_made) {
        buffer_slices const filled{steps_, environments_, places_ * view_type::stride,
                                   std::min(steps_made + 1, places_) * view_type::stride};
        visit("replay", filled);
        visit("replay_finals", finals_);
    }

    view_type view() {
        return {.steps = steps_.data(),
                .finals = finals_.data(),
                .environments = environments_,
                .places = places_,
                .final_places = final_places(),
                .episode_limit = Env::episode_limit};
    }

private:
    /// Returns the number of ranges of episode_limit steps that the stored steps can touch.
    std::size_t final_places() const { return places_ / Env::episode_limit + 2; }

    static std::size_t checked(std::size_t capacity, std::size_t environments, std::size_t batch, std::size_t horizon) {
        auto const refuse = [&](std::string const& what) {
            throw std::invalid_argument("lockstep: replay_buffer: capacity is " + std::to_string(capacity) + what);
        };
        if (!are_groups_or_part(environments)) {
            throw std::invalid_argument("lockstep: replay_buffer: environments is " + std::to_string(environments) +
                                        not_groups_or_part());
        }
        if (environments > most_counted || capacity > most_counted - environments) {
            refuse(" for " + std::to_string(environments) +
                   " environments; their sum must be at most 2^32, as many steps as a draw can tell apart");
        }
        if (capacity < batch) {
            refuse(", less than the batch of " + std::to_string(batch));
        }
        if (capacity < environments) {
            refuse(", less than one step of each of " + std::to_string(environments) + " environments");
        }
        if (horizon == 0 || capacity / environments < horizon) {
            refuse(", " + std::to_string(capacity / environments) + " steps of each environment, but a sample spans " +
                   std::to_string(horizon));
        }
        return capacity;
    }

    std::size_t environments_;
    std::size_t places_;
    typename Device::template buffer<T> steps_;
    typename Device::template buffer<T> finals_;
};

}  // namespace lockstep
