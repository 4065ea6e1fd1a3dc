// SPDX-License-Identifier: MIT
// What many environments did, in the device's memory: filled and sampled inside kernels, one observation stored once.
//
// Each environment has a ring of steps. The observation after a step is the one before the next step, so it is found one
// place on; only where the time limit cut an episode does the next place hold another episode's start. Those final
// observations are kept apart: an environment is cut at most once in episode_limit steps, so few places suffice, and the
// number of the step says which.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/rl/priority_tree.hpp>

namespace lockstep {

/// One step of each environment of a row.
template <real R, std::size_t Observations, std::size_t Actions>
struct experience {
    vector<R, Actions> action;
    R reward;
    mask_t<R> terminated, truncated;                ///< never both
    vector<R, Observations> final_observation;      ///< after the step; read where it was truncated
    vector<R, Observations> observation;            ///< before the next step: of a new episode where one ended
};

/// A row of transitions, feature by feature, one a lane.
template <std::size_t Observations, std::size_t Actions, std::floating_point T = float>
struct transitions {
    static constexpr std::size_t width = width_of<native_row<T>>;
    alignas(64) T observation[Observations][width];
    alignas(64) T action[Actions][width];
    alignas(64) T reward[width];    ///< sum over the steps k of discount^k reward
    alignas(64) T discount[width];  ///< of the value of next_observation: discount^steps, 0 after a termination
    alignas(64) T next_observation[Observations][width];
};

/// A replay buffer as kernels use it: addresses in the device's memory. Steps are counted from 0 for each environment.
template <std::size_t Observations, std::size_t Actions, std::floating_point T = float>
struct replay_view {
    using R = native_row<T>;
    static constexpr std::size_t width = width_of<R>;
    static constexpr std::size_t stride = Observations + Actions + 2;  ///< numbers of a step
    static constexpr T going_on = 0, terminated = 1, truncated = 2;

    T* steps;       ///< [environments][places][observation, action, reward, how the episode went on]
    T* finals;      ///< [environments][final_places][observation]
    std::size_t environments, places, final_places, episode_limit;

    /// Steps an environment has in the buffer after it made `made`.
    std::size_t stored(std::size_t made) const { return std::min(made, places - 1); }

    /// The observation before step 0 of the environments of row `row`.
    void begin(std::size_t row, vector<R, Observations> const& observation) const {
        for (std::size_t l = 0; l < width; ++l) {
            write(step_at(row * width + l, 0), observation, l);
        }
    }

    /// Step number `step` of the environments of row `row`, in the place of the oldest.
    void add(std::size_t row, std::size_t step, experience<R, Observations, Actions> const& e) const {
        R const ending = select(e.terminated, R(terminated), select(e.truncated, R(truncated), R(going_on)));
        for (std::size_t l = 0; l < width; ++l) {
            std::size_t const environment = row * width + l;
            T* const at = step_at(environment, step % places);
            write(at + Observations, e.action, l);
            at[Observations + Actions] = lane(e.reward, l);
            at[Observations + Actions + 1] = lane(ending, l);
            write(step_at(environment, (step + 1) % places), e.observation, l);
            if (lane(ending, l) == truncated) {
                write(final_at(environment, step), e.final_observation, l);
            }
        }
    }

    /// A transition a lane, each uniform over all that the environments have stored after `made` steps, over `horizon`
    /// steps or fewer: none reaches beyond the end of its episode or beyond the newest step. At least one was made.
    void sample(random<R>& draws, std::size_t made, std::size_t horizon, float discount,
                transitions<Observations, Actions, T>& to) const {
        std::uint32_t which[width];
        std::uint32_t age[width];
        put(draws.bits(), which);
        put(draws.bits(), age);
        for (std::size_t l = 0; l < width; ++l) {
            std::size_t const environment = std::uint64_t{which[l]} * environments >> 32;
            std::size_t const step = made - 1 - (std::uint64_t{age[l]} * stored(made) >> 32);
            read(environment, step, std::min(horizon, made - step), discount, l, to);
        }
    }

    /// As above, by priority: the samples that begin at number `first` of `batch`, each from a stretch of its own of all that
    /// the leaves sum up to, and which leaves they are.
    void sample(random<R>& draws, std::size_t made, std::size_t horizon, float discount, priority_tree const& priorities,
                std::size_t first, std::size_t batch, std::uint32_t* leaves, transitions<Observations, Actions, T>& to) const {
        R const within = draws.uniform();
        for (std::size_t l = 0; l < width; ++l) {
            float const share = (static_cast<float>(first + l) + static_cast<float>(lane(within, l))) / static_cast<float>(batch);
            std::size_t const leaf = priorities.find(share * priorities.total());
            std::size_t const back = (made - 1 + places - leaf % places) % places;
            std::size_t const step = made - 1 - back;
            leaves[l] = static_cast<std::uint32_t>(leaf);
            read(leaf / places, step, std::min(horizon, made - step), discount, l, to);
        }
    }
    /// Steps by environment and place: the leaves of their priorities.
    std::size_t leaf_count() const { return environments * places; }

    /// Gives the newest step of every environment the highest priority, so that it is seen soon, and takes away that of the
    /// step whose place the next observation has.
    void add_priorities(std::size_t step, priority_tree const& priorities) const {
        float const highest = *priorities.largest > 0.0f ? *priorities.largest : 1.0f;
        for (std::size_t environment = 0; environment < environments; ++environment) {
            priorities.set(environment * places + step % places, highest);
            priorities.set(environment * places + (step + 1) % places, 0.0f);
        }
    }

private:
    static void put(words<R> const& from, std::uint32_t (&to)[width]) { std::memcpy(to, &from, sizeof to); }
    T* step_at(std::size_t environment, std::size_t place) const { return steps + (environment * places + place) * stride; }
    T* final_at(std::size_t environment, std::size_t step) const {
        return finals + (environment * final_places + step / episode_limit % final_places) * Observations;
    }

    template <std::size_t N>
    static void write(T* to, vector<R, N> const& from, std::size_t l) {
        for (std::size_t i = 0; i < N; ++i) {
            to[i] = lane(from[i], l);
        }
    }

    void read(std::size_t environment, std::size_t step, std::size_t horizon, float discount, std::size_t lane,
              transitions<Observations, Actions, T>& to) const {
        std::size_t place = step % places;
        T const* at = step_at(environment, place);
        for (std::size_t i = 0; i < Observations; ++i) {
            to.observation[i][lane] = at[i];
        }
        for (std::size_t i = 0; i < Actions; ++i) {
            to.action[i][lane] = at[Observations + i];
        }
        T sum = 0;
        T weight = 1;
        for (;; ++step, --horizon) {
            T const ending = at[Observations + Actions + 1];
            sum = fma(weight, at[Observations + Actions], sum);
            weight *= ending == terminated ? T(0) : static_cast<T>(discount);
            place = place + 1 == places ? 0 : place + 1;
            at = ending == truncated ? final_at(environment, step) : step_at(environment, place);
            if (ending != going_on || horizon == 1) {
                break;
            }
        }
        to.reward[lane] = sum;
        to.discount[lane] = weight;
        for (std::size_t i = 0; i < Observations; ++i) {
            to.next_observation[i][lane] = at[i];
        }
    }
};

/// The memory of a replay buffer for environments of one kind.
template <class Env, class Device, std::floating_point T = float>
class replay_buffer {
public:
    using view_type = replay_view<Env::observation_size, Env::action_size, T>;

    /// Room for `capacity` steps of all environments together, rounded down to whole steps. Throws std::invalid_argument
    /// if that is less than one step of each or than `batch`, above 2^32, or if samples span more steps than an environment can
    /// store, and std::runtime_error that begins with `whose` capacity it was if the device has no such memory.
    replay_buffer(Device& device, std::size_t capacity, std::size_t environments, std::size_t batch, std::size_t horizon = 1,
                  std::string_view whose = "replay_buffer: capacity")
        : environments_(environments), places_(checked(capacity, environments, batch, horizon) / environments + 1),
          steps_(allocate<T>(device, environments * places_ * view_type::stride, whose)),
          finals_(allocate<T>(device, environments * final_places() * Env::observation_size)) {}

    std::size_t capacity() const { return environments_ * (places_ - 1); }

    /// Calls visit(name, buffer) for what a checkpoint holds of it.
    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit("replay", steps_);
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
    /// So many stretches of episode_limit steps can the stored steps touch.
    std::size_t final_places() const { return places_ / Env::episode_limit + 2; }

    static std::size_t checked(std::size_t capacity, std::size_t environments, std::size_t batch, std::size_t horizon) {
        auto const refuse = [&](std::string const& what) {
            throw std::invalid_argument("lockstep: replay_buffer: capacity is " + std::to_string(capacity) + what);
        };
        if (environments == 0 || environments % sample_group != 0) {
            throw std::invalid_argument("lockstep: replay_buffer: environments is " + std::to_string(environments) +
                                        ", not a positive multiple of " + std::to_string(sample_group));
        }
        constexpr std::size_t most = std::size_t(1) << 32;
        if (environments > most || capacity > most - environments) {
            refuse(", above 2^32, which is as many steps as a draw can tell apart");
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
