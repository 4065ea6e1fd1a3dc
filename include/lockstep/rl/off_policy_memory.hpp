// SPDX-License-Identifier: MIT
// All that an off-policy learner keeps in a device's memory, taken before training begins.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/off_policy_metrics.hpp>
#include <lockstep/rl/priority_tree.hpp>
#include <lockstep/rl/replay_buffer.hpp>
#include <lockstep/rl/rollout_sums.hpp>

namespace lockstep {

template <class Env, class Update, class Device>
struct off_policy_memory {
    using R = native_lanes;
    using networks = typename Update::networks;
    using progress_type = typename Update::progress_type;
    static constexpr std::size_t observation_size = Env::observation_size;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    off_policy_memory(Device& on, typename Update::config_type const& config)
        : device(on), rows(config.environments / native_width), parts(Update::parts_of(config.batch)),
          replay(on, config.capacity, config.environments, config.batch, config.n_step),
          priorities(on, config.priority_exponent > 0.0f ? replay.view().leaf_count() : 0) {}

private:
    Device& device;

public:
    std::size_t rows;   ///< of environments
    std::size_t parts;  ///< of a minibatch
    replay_buffer<Env, Device> replay;
    priority_buffer<Device> priorities;

    // Networks, their targets and their optimisers.
    buffer<float> parameters = take<float>(networks::parameter_count);
    buffer<float> derived = take<float>(networks::derived_count);
    buffer<float> first_moment = take<float>(networks::parameter_count);
    buffer<float> second_moment = take<float>(networks::parameter_count);
    buffer<float> gradient = take<float>(networks::parameter_count);
    buffer<float> targets = take<float>(networks::target_count);
    buffer<typename Update::samples_type> samples = take<typename Update::samples_type>(parts);

    // Environments, and the moments of what they observe.
    buffer<environment_row<Env, R>> environments = take<environment_row<Env, R>>(rows);
    buffer<moments<observation_size>> observation_moments = take<moments<observation_size>>(1);
    buffer<moment_sums<R, observation_size>> observation_sums = take<moment_sums<R, observation_size>>(rows);

    // The discounted returns so far, and their moments.
    buffer<R> discounted_returns = take<R>(rows);
    buffer<moments<1>> return_moments = take<moments<1>>(1);
    buffer<moment_sums<R, 1>> return_sums = take<moment_sums<R, 1>>(rows);

    // What is reported.
    buffer<rollout_sums<R>> episodes = take<rollout_sums<R>>(rows);
    buffer<progress_type> progress = take<progress_type>(1);
    buffer<off_policy_summary<progress_type>> summary = take<off_policy_summary<progress_type>>(1);

    /// Calls visit(name, buffer) for those that the next iteration reads before it writes them.
    template <class Visit>
    void for_each_part(Visit&& visit) {
        replay.for_each_part(visit);
        priorities.for_each_part(visit);
        visit("parameters", parameters);
        visit("derived", derived);
        visit("first_moment", first_moment);
        visit("second_moment", second_moment);
        visit("targets", targets);
        visit("environments", environments);
        visit("observation_moments", observation_moments);
        visit("discounted_returns", discounted_returns);
        visit("return_moments", return_moments);
    }

private:
    template <class T>
    buffer<T> take(std::size_t n) {
        return device.template allocate<T>(n);
    }
};

}  // namespace lockstep
