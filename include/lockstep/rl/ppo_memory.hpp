// SPDX-License-Identifier: MIT
// All that PPO keeps in a device's memory, taken before training begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/advantage_pass.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/ppo_config.hpp>
#include <lockstep/rl/ppo_summary.hpp>
#include <lockstep/rl/ppo_update.hpp>
#include <lockstep/rl/rollout.hpp>

namespace lockstep {

template <class Env, class Networks, class Device>
struct ppo_memory {
    using R = native_lanes;
    using update = ppo_update<Networks>;
    static constexpr std::size_t observation_size = Env::observation_size;
    using memory = std::array<R, Networks::memory_size>;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    ppo_memory(Device& on, ppo_config const& config)
        : device(on), rows(config.environments / native_width), steps(config.horizon),
          slices(update::slices_of(config.minibatch / native_width, config.horizon)) {}

private:
    Device& device;

public:
    std::size_t rows;    ///< of environments
    std::size_t steps;   ///< of a rollout
    std::size_t slices;  ///< of a minibatch

    // Networks and their optimiser.
    buffer<float> parameters = take<float>(Networks::parameter_count);
    buffer<float> derived = take<float>(Networks::derived_count);
    buffer<float> first_moment = take<float>(Networks::parameter_count);
    buffer<float> second_moment = take<float>(Networks::parameter_count);
    buffer<float> gradient = take<float>(Networks::parameter_count);
    buffer<float> slice_gradients = take<float>(slices * Networks::parameter_count);
    buffer<float> sequences = take<float>(2 * slices * update::sequence_numbers(steps));
    buffer<float> squared_norms = take<float>(update::ranges);
    buffer<loss_sums<R>> losses = take<loss_sums<R>>(2 * slices);
    buffer<std::uint32_t> steps_taken = take<std::uint32_t>(2);

    // Environments and what they did.
    buffer<environment_row<Env, R>> environments = take<environment_row<Env, R>>(rows);
    buffer<R> discounted_returns = take<R>(rows);
    buffer<memory> memories = take<memory>(rows);
    buffer<memory> first_memories = take<memory>(rows);
    buffer<typename update::sample_row> samples = take<typename update::sample_row>(steps * rows);
    buffer<R> last_values = take<R>(rows);

    // Moments, with the sums that feed them.
    buffer<moments<observation_size>> observation_moments = take<moments<observation_size>>(1);
    buffer<moment_sums<R, observation_size>> observation_sums = take<moment_sums<R, observation_size>>(rows);
    buffer<moments<1>> return_moments = take<moments<1>>(1);
    buffer<moment_sums<R, 1>> return_sums = take<moment_sums<R, 1>>(rows);
    buffer<moments<3>> target_moments = take<moments<3>>(1);
    buffer<target_sums<R>> target_rows = take<target_sums<R>>(rows);

    // What is reported.
    buffer<rollout_sums<R>> episodes = take<rollout_sums<R>>(rows);
    buffer<ppo_progress> progress = take<ppo_progress>(1);
    buffer<ppo_summary> summary = take<ppo_summary>(1);

    /// Calls visit(name, buffer) for those that the next iteration reads before it writes them.
    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit("parameters", parameters);
        visit("derived", derived);
        visit("first_moment", first_moment);
        visit("second_moment", second_moment);
        visit("steps_taken", steps_taken);
        visit("environments", environments);
        visit("discounted_returns", discounted_returns);
        if constexpr (Networks::memory_size > 0) {
            visit("memories", memories);
        }
        visit("observation_moments", observation_moments);
        visit("return_moments", return_moments);
    }

private:
    template <class T>
    buffer<T> take(std::size_t n) {
        return device.template allocate<T>(n);
    }
};

}  // namespace lockstep
