// SPDX-License-Identifier: MIT
// All that an off-policy learner keeps in a device's memory. It is allocated before training begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/off_policy/divided_critics.hpp>
#include <lockstep/rl/off_policy/metrics.hpp>
#include <lockstep/rl/off_policy/replay/priority_tree.hpp>
#include <lockstep/rl/off_policy/replay_buffer.hpp>

namespace lockstep {

/// The memory of an off-policy learner. Update is in the device's world.
template <class Env, class Update, class Device>
struct off_policy_memory {
    using W = world_of<Device>;
    using R = typename W::number;
    using networks = typename Update::networks;
    using progress_type = typename Update::view_type::progress_type;
    using critic_pass = typename Update::view_type::critic_pass;
    static constexpr std::size_t observation_size = Env::observation_size;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    /// `divides` says whether a critic's step is divided (divided_critics.hpp).
    LOCKSTEP_COLD off_policy_memory(Device& on, typename Update::config_type const& config,
                                    bool divides = divided_critics<typename Update::view_type>::are_divided)
        : device(on), packs(stepped_environments(config.environments) / W::width),
          slices(Update::view_type::slice_count(config.batch)),
          batches(allocate<float>(on, networks::batches_size(config.batch), named("batch"))),
          replay(on, config.capacity, config.environments, config.batch, config.n_step, named("capacity")),
          priorities(on, config.priority_exponent > 0.0f ? replay.view().leaf_count() : 0),
          leaves(allocate<std::uint32_t>(on, config.priority_exponent > 0.0f ? padded(config.batch) : 0)),
          passes(allocate<critic_pass>(on, divides ? 2 * slices : 0, named("batch"))) {}

private:
    static std::string named(char const* member) { return std::string(Update::config_type::method::config_name) + '.' + member; }

    Device& device;

public:
    std::size_t packs;      ///< of environments
    std::size_t slices;     ///< of a minibatch
    buffer<float> batches;  ///< [networks::batches_size(batch)]: for networks trained on a whole batch at a time
    replay_buffer<Env, Device> replay;
    priority_buffer<Device> priorities;
    buffer<std::uint32_t> leaves;  ///< [samples of the minibatch, in whole packs]: the leaf of each sample's priority
    buffer<critic_pass> passes;    ///< [2][slices] of both critics, if their steps are divided

    // Networks, their targets and their optimisers.
    buffer<float> parameters = allocate<float>(device, networks::parameter_count);
    buffer<float> transposed_weights = allocate<float>(device, networks::transposed_count);
    buffer<float> first_moment = allocate<float>(device, networks::parameter_count);
    buffer<float> second_moment = allocate<float>(device, networks::parameter_count);
    buffer<float> gradient = allocate<float>(device, networks::parameter_count);
    buffer<float> targets = allocate<float>(device, networks::target_count);
    buffer<typename Update::samples_type> samples = allocate<typename Update::samples_type>(device, slices, named("batch"));

    // Environments, and the moments of what they observe.
    buffer<environment_pack<Env, R>> environments = allocate<environment_pack<Env, R>>(device, packs, named("environments"));
    buffer<moments<observation_size>> observation_moments = allocate<moments<observation_size>>(device, 1);
    buffer<moment_sums<R, observation_size>> observation_sums = allocate<moment_sums<R, observation_size>>(device, packs);

    // The discounted returns so far, and their moments.
    buffer<R> discounted_returns = allocate<R>(device, packs);
    buffer<moments<1>> return_moments = allocate<moments<1>>(device, 1);
    buffer<moment_sums<R, 1>> return_sums = allocate<moment_sums<R, 1>>(device, packs);

    // Environments beside the training (rl/common/first_returns.hpp). No samples are drawn from their replay buffer. These
    // environments also write to the training's sums of observations and returns. The training overwrites the sums before it
    // reads them.
    static constexpr std::size_t packs_beside = sample_group / W::width;
    replay_buffer<Env, Device> replay_beside{device, sample_group, sample_group, sample_group};
    buffer<environment_pack<Env, R>> environments_beside = allocate<environment_pack<Env, R>>(device, packs_beside);
    buffer<R> discounted_returns_beside = allocate<R>(device, packs_beside);

    // Reports: first of the training's packs, then of the packs beside the training.
    buffer<rollout_sums<R>> episodes = allocate<rollout_sums<R>>(device, packs + packs_beside);
    buffer<progress_type> progress = allocate<progress_type>(device, 1);
    using summary_type = off_policy_summary<Update::view_type::template progress_of>;
    buffer<summary_type> summary = allocate<summary_type>(device, 1);

    /// Returns what the kernels of Update hold. The caller must set the numbers of an update: seed, number, steps_made,
    /// importance, rate_share.
    typename Update::view_type view(typename Update::config_type const& config) {
        return {.config = config,
                .seed = 0,
                .number = 0,
                .steps_made = 0,
                .memory = replay.view(),
                .observation_moments = observation_moments.data(),
                .parameters = parameters.data(),
                .transposed_weights = transposed_weights.data(),
                .first_moment = first_moment.data(),
                .second_moment = second_moment.data(),
                .gradient = gradient.data(),
                .targets = targets.data(),
                .batches = batches.data(),
                .samples = samples.data(),
                .progress = progress.data(),
                .return_moments = return_moments.data(),
                .importance = 0,
                .rate_share = 1,
                .priorities = priorities.view(),
                .leaves = leaves.data(),
                .passes = passes.data()};
    }

    /// Calls visit(name, entry) for the buffers that the next iteration reads before it writes them. Each environment has made
    /// `steps_made` steps.
    template <class Visit>
    void for_each_entry(Visit&& visit, std::size_t steps_made) {
        replay.for_each_entry(visit, steps_made);
        priorities.for_each_entry(visit);
        visit("parameters", parameters);
        visit("transposed_weights", transposed_weights);
        visit("first_moment", first_moment);
        visit("second_moment", second_moment);
        visit("targets", targets);
        visit_packs(visit, "environments", environments, W::width);
        visit("observation_moments", observation_moments);
        visit_packs(visit, "discounted_returns", discounted_returns, W::width);
        visit("return_moments", return_moments);
    }
};

}  // namespace lockstep
