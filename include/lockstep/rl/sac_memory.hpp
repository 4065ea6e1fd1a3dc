// SPDX-License-Identifier: MIT
// All that soft actor-critic keeps in a device's memory, taken before training begins.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/replay_buffer.hpp>
#include <lockstep/rl/rollout.hpp>
#include <lockstep/rl/sac_config.hpp>
#include <lockstep/rl/sac_metrics.hpp>
#include <lockstep/rl/sac_samples.hpp>
#include <lockstep/rl/sac_update.hpp>

namespace lockstep {

template <class Env, class Networks, class Device>
struct sac_memory {
    using R = native_lanes;
    using update = sac_update<Networks>;
    static constexpr std::size_t observation_size = Env::observation_size;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    sac_memory(Device& on, sac_config const& config)
        : device(on), rows(config.environments / native_width), parts(update::parts_of(config.batch)),
          replay(on, config.capacity, config.environments, config.batch, config.n_step) {}

private:
    Device& device;

public:
    std::size_t rows;   ///< of environments
    std::size_t parts;  ///< of a minibatch
    replay_buffer<Env, Device> replay;

    // Networks, their targets and their optimisers.
    buffer<float> parameters = take<float>(Networks::parameter_count);
    buffer<float> derived = take<float>(Networks::derived_count);
    buffer<float> first_moment = take<float>(Networks::parameter_count);
    buffer<float> second_moment = take<float>(Networks::parameter_count);
    buffer<float> gradient = take<float>(Networks::parameter_count);
    buffer<float> targets = take<float>(2 * Networks::critic::parameter_count);
    buffer<sac_temperature> temperature = take<sac_temperature>(1);
    buffer<sac_samples<Networks>> samples = take<sac_samples<Networks>>(parts);

    // Environments, and the moments of what they observe.
    buffer<environment_row<Env, R>> environments = take<environment_row<Env, R>>(rows);
    buffer<moments<observation_size>> observation_moments = take<moments<observation_size>>(1);
    buffer<moment_sums<R, observation_size>> observation_sums = take<moment_sums<R, observation_size>>(rows);

    // What is reported.
    buffer<rollout_sums<R>> episodes = take<rollout_sums<R>>(rows);
    buffer<sac_progress> progress = take<sac_progress>(1);
    buffer<sac_summary> summary = take<sac_summary>(1);

private:
    template <class T>
    buffer<T> take(std::size_t n) {
        return device.template allocate<T>(n);
    }
};

}  // namespace lockstep
