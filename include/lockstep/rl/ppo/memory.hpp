// SPDX-License-Identifier: MIT
// All memory that PPO uses on a device. It is allocated before training begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/ppo/advantage_pass.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/ppo/rollout.hpp>
#include <lockstep/rl/ppo/summary.hpp>
#include <lockstep/rl/ppo/update.hpp>

namespace lockstep {

template <class Env, class Networks, class Device>
struct ppo_memory {
    using W = world_of<Device>;
    using R = typename W::number;
    using minibatch = ppo_minibatch<Networks>;
    static constexpr std::size_t observation_size = Networks::critic_observation_size;
    static constexpr std::size_t agents = agent_count<Env>;
    using sample_pack = typename ppo_view<Networks>::sample_pack;
    using memory = std::array<R, Networks::memory_size>;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    LOCKSTEP_COLD ppo_memory(Device& on, ppo_config const& config)
        : device(on), packs(stepped_environments(config.environments) / W::width), steps(config.horizon),
          rollouts(config.rollouts), slices(minibatch::slices_of(agents * config.minibatch / sample_group, config.horizon)),
          rollouts_beside((Env::episode_limit + config.horizon - 1) / config.horizon) {}

private:
    Device& device;

public:
    std::size_t packs;            ///< of environments
    std::size_t steps;            ///< of a rollout
    std::size_t rollouts;         ///< how many rollouts the memory holds
    std::size_t slices;           ///< of a minibatch
    std::size_t rollouts_beside;  ///< how many rollouts a whole episode of rl/common/first_returns.hpp takes
    static constexpr std::size_t packs_beside = sample_group / W::width;  ///< packs of the environments of the early reports

    // Networks and their optimiser.
    buffer<float> parameters = allocate<float>(device, Networks::parameter_count);
    buffer<float> transposed_weights = allocate<float>(device, Networks::transposed_count);
    buffer<float> first_moment = allocate<float>(device, Networks::parameter_count);
    buffer<float> second_moment = allocate<float>(device, Networks::parameter_count);
    buffer<float> gradient = allocate<float>(device, Networks::parameter_count);
    buffer<float> slice_gradients = allocate<float>(device, slices * Networks::parameter_count);
    buffer<float> sequences = allocate<float>(device, 2 * slices * minibatch::sequence_numbers(steps));
    buffer<float> squared_norms = allocate<float>(device, minibatch::ranges);
    buffer<loss_sums<float>> losses = allocate<loss_sums<float>>(device, 2 * slices);
    buffer<float> rate_scale = allocate<float>(device, 1);
    buffer<std::uint32_t> steps_taken = allocate<std::uint32_t>(device, 1);
    buffer<adam_step<float>> step = allocate<adam_step<float>>(device, 1);

    // Environments and their samples.
    buffer<environment_pack<Env, R>> environments = allocate<environment_pack<Env, R>>(device, packs, "ppo_config.environments");
    buffer<R> discounted_returns = allocate<R>(device, packs);
    buffer<memory> memories = allocate<memory>(device, packs);
    buffer<memory> first_memories = allocate<memory>(device, packs);
    buffer<sample_pack> samples = allocate<sample_pack>(
        device, rollouts * samples_of_rollout(),
        rollouts > 1 ? "ppo_config.environments * horizon * rollouts" : "ppo_config.environments * horizon");
    buffer<R> last_values = allocate<R>(device, rollouts * agents * packs);

    // Moments, and the sums that are merged into them.
    buffer<moments<observation_size>> observation_moments = allocate<moments<observation_size>>(device, 1);
    buffer<moment_sums<R, observation_size>> observation_sums = allocate<moment_sums<R, observation_size>>(device, packs);
    buffer<moments<1>> return_moments = allocate<moments<1>>(device, 1);
    buffer<moment_sums<R, 1>> return_sums = allocate<moment_sums<R, 1>>(device, packs);
    buffer<moments<3>> target_moments = allocate<moments<3>>(device, 1);
    buffer<target_sums<R>> target_packs = allocate<target_sums<R>>(device, rollouts * agents * packs);

    // The environments of the early reports (rl/common/first_returns.hpp). Their rollouts write samples, values and sums of
    // moments to the buffers of the training. The training's next rollout overwrites these numbers.
    buffer<environment_pack<Env, R>> environments_beside = allocate<environment_pack<Env, R>>(device, packs_beside);
    buffer<R> discounted_returns_beside = allocate<R>(device, packs_beside);
    buffer<memory> memories_beside = allocate<memory>(device, packs_beside);

    // Reports. `episodes` has the sums of the training's rollout, then those of the rollouts for the early reports.
    buffer<rollout_sums<R>> episodes = allocate<rollout_sums<R>>(device, packs + rollouts_beside * packs_beside);
    buffer<ppo_progress<>> progress = allocate<ppo_progress<>>(device, 1);
    buffer<ppo_summary<>> summary = allocate<ppo_summary<>>(device, 1);

    /// Returns the number of packs of samples in a rollout.
    std::size_t samples_of_rollout() const { return steps * agents * packs; }

    /// Returns what the kernels hold. The samples, last values and sums of targets begin with those of the rollout at `place` of
    /// the rollout_ring.
    ppo_view<Networks> view(std::size_t place = 0) {
        return {.parameters = parameters.data(),
                .transposed_weights = transposed_weights.data(),
                .first_moment = first_moment.data(),
                .second_moment = second_moment.data(),
                .gradient = gradient.data(),
                .slice_gradients = slice_gradients.data(),
                .sequences = sequences.data(),
                .squared_norms = squared_norms.data(),
                .losses = losses.data(),
                .rate_scale = rate_scale.data(),
                .steps_taken = steps_taken.data(),
                .step = step.data(),
                .samples = samples.data() + place * samples_of_rollout(),
                .last_values = last_values.data() + place * agents * packs,
                .first_memories = first_memories.data(),
                .target_packs = target_packs.data() + place * agents * packs,
                .observation_moments = observation_moments.data(),
                .return_moments = return_moments.data(),
                .target_moments = target_moments.data(),
                .progress = progress.data()};
    }

    /// Calls visit(name, entry) for each buffer whose numbers the next iteration needs. A checkpoint stores these buffers.
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("parameters", parameters);
        visit("transposed_weights", transposed_weights);
        visit("first_moment", first_moment);
        visit("second_moment", second_moment);
        visit("rate_scale", rate_scale);
        visit("steps_taken", steps_taken);
        visit_packs(visit, "environments", environments, W::width);
        visit_packs(visit, "discounted_returns", discounted_returns, W::width);
        if constexpr (Networks::memory_size > 0) {
            visit_packs(visit, "memories", memories, W::width);
        }
        if (rollouts > 1) {
            visit_packs(visit, "samples", samples, W::width);
            visit_packs(visit, "last_values", last_values, W::width);
        }
        visit("observation_moments", observation_moments);
        visit("return_moments", return_moments);
    }
};

}  // namespace lockstep
