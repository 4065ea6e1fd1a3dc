// SPDX-License-Identifier: MIT
// All memory of SHAC. It is allocated before training begins. Only the tapes grow, in the first iterations.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/buffer_of_packs.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/shac/config.hpp>
#include <lockstep/rl/shac/update.hpp>
#include <lockstep/rl/shac/view.hpp>
#include <lockstep/rl/shac/window.hpp>

namespace lockstep {

/// The memory of a network's optimiser, with the gradients of the slices.
template <class Network, class Device>
struct shac_optimizer {
    template <class T>
    using buffer = typename Device::template buffer<T>;

    /// Allocates the buffers. `whose` names the members of the configuration on which `slices` depends. Throws std::runtime_error
    /// if the memory is too small; if it is too small for `gradients`, the error names these members.
    shac_optimizer(Device& device, std::size_t slices, std::string_view whose)
        : gradients(allocate<float>(device, slices * Network::parameter_count, whose)),
          gradient(allocate<float>(device, Network::parameter_count)),
          first_moment(allocate<float>(device, Network::parameter_count)),
          second_moment(allocate<float>(device, Network::parameter_count)), norm(allocate<float>(device, 1)),
          steps_taken(allocate<std::uint32_t>(device, 1)) {}

    buffer<float> gradients;  ///< [slices][parameter_count]
    buffer<float> gradient, first_moment, second_moment;  ///< [parameter_count] each
    buffer<float> norm;                 ///< [1], of the gradient, before it is clipped
    buffer<std::uint32_t> steps_taken;  ///< [1], by Adam
};

/// Returns n steps in the host's memory. Their tapes grow later. Throws std::runtime_error if there is too little memory; the
/// error names `whose`.
template <environment Env, real R>
LOCKSTEP_COLD std::vector<shac_step<Env, R>> allocate_steps(std::size_t n, std::string_view whose) {
    if (std::vector<shac_step<Env, R>> result; n <= result.max_size()) {
        try {
            result.resize(n);
            return result;
        } catch (std::bad_alloc const&) {
        }
    }
    refuse_memory(whose, n, sizeof(shac_step<Env, R>));
}

template <class Env, class Networks, class Device>
struct shac_memory {
    using R = native_lanes;
    using window = shac_window<Env, Networks>;
    using critic_kernel = shac_differentiate_critic<Networks>;
    static constexpr std::size_t observation_size = Env::observation_size;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    LOCKSTEP_COLD shac_memory(Device& on, shac_config const& config)
        : device(on), packs(config.environments / width_of<R>), groups(config.environments / sample_group),
          horizon(config.horizon), windows(config.critic_windows), replayed_windows(config.replay_windows),
          replayed_batch(std::min(config.replay_batch, config.replay_windows)), adapts_length(config.length_growth != 0),
          averages(config.average_rate < 1),
          slices(critic_kernel::slices_of(groups * horizon / config.critic_minibatches)) {}

private:
    Device& device;

public:
    std::size_t packs, groups;                     ///< of environments
    std::size_t horizon;                           ///< steps of a window
    std::size_t windows;                           ///< windows from which the critic learns
    std::size_t replayed_windows, replayed_batch;  ///< windows kept for the actor; windows in one of its further updates
    bool adapts_length, averages;                  ///< true: `lengths` changes; true: `average` changes
    std::size_t slices;                            ///< of a minibatch of the critic

    buffer<float> parameters = allocate<float>(device, Networks::parameter_count);
    buffer<float> transposed_weights = allocate<float>(device, Networks::transposed_count);
    buffer<float> average = allocate<float>(device, Networks::actor::parameter_count);  ///< running mean of the actor
    buffer<float> target = allocate<float>(device, Networks::critic::parameter_count);
    buffer<float> target_transposed = allocate<float>(device, Networks::critic::transposed_count);
    shac_optimizer<typename Networks::actor, Device> actor{device, replayed_batch * groups,
                                                           "shac_config.environments * replay_batch"};
    shac_optimizer<typename Networks::critic, Device> critic{
        device, slices, "shac_config.environments * horizon / critic_minibatches"};
    buffer<float> lengths = allocate<float>(device, 1 + horizon);  ///< [1 + horizon], shac_length::state
    buffer<float> losses = allocate<float>(device, slices);  ///< [slices], of the critic

    buffer<typename window::pack_of_environments> environments =
        allocate<typename window::pack_of_environments>(device, packs, "shac_config.environments");
    buffer<R> discounted_returns = allocate<R>(device, packs);
    std::vector<shac_step<Env, R>> steps_of_pack =
        allocate_steps<Env, R>(replayed_windows * horizon * packs,
                               "shac_config.environments * horizon * replay_windows");  ///< [replay_windows][packs][horizon]
    buffer<shac_trace<Env, R>> traces =  ///< [replay_windows][packs][horizon], but empty if replay_windows is 1
        allocate<shac_trace<Env, R>>(device, replayed_windows > 1 ? replayed_windows * horizon * packs : 0,
                                     "shac_config.environments * horizon * replay_windows");
    buffer<shac_sample<R, observation_size>> samples =
        allocate<shac_sample<R, observation_size>>(device, windows * horizon * packs,
                                                   "shac_config.environments * horizon * critic_windows");
    using record = typename window::record;
    buffer<record> records =  ///< [windows][horizon][packs], but empty if the critic learns from the newest window alone
        allocate<record>(device, windows > 1 ? windows * horizon * packs : 0,
                         "shac_config.environments * horizon * critic_windows");

    buffer<moments<observation_size>> observation_moments = allocate<moments<observation_size>>(device, 1);
    buffer<moment_sums<R, observation_size>> observation_sums = allocate<moment_sums<R, observation_size>>(device, packs);
    buffer<moments<1>> return_moments = allocate<moments<1>>(device, 1);
    buffer<moment_sums<R, 1>> return_sums = allocate<moment_sums<R, 1>>(device, packs);
    buffer<rollout_sums<R>> episodes = allocate<rollout_sums<R>>(device, packs);
    buffer<shac_sums<R>> sums = allocate<shac_sums<R>>(device, packs);

    /// Returns what the kernels of a window hold. The window is that of iteration `iteration`. Iterations whose windows have the
    /// same place in memory have the same view.
    shac_view<Env, Networks> view(std::size_t iteration) {
        std::size_t const of_window = horizon * packs;
        std::size_t const replayed = iteration % replayed_windows * of_window, learnt = iteration % windows * of_window;
        return {.parameters = parameters.data(),
                .transposed_weights = transposed_weights.data(),
                .target = target.data(),
                .target_transposed = target_transposed.data(),
                .gradients = actor.gradients.data(),
                .observation_moments = observation_moments.data(),
                .return_moments = return_moments.data(),
                .environments = environments.data(),
                .discounted_returns = discounted_returns.data(),
                .steps_of_pack = steps_of_pack.data() + replayed,
                .traces = replayed_windows > 1 ? traces.data() + replayed : nullptr,
                .samples = samples.data() + learnt,
                .records = windows > 1 ? records.data() + learnt : nullptr,
                .observation_sums = observation_sums.data(),
                .return_sums = return_sums.data(),
                .episodes = episodes.data(),
                .sums = sums.data()};
    }

    /// Calls visit(name, entry) for each buffer whose numbers the next iteration needs. A checkpoint stores these buffers.
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("parameters", parameters);
        visit("transposed_weights", transposed_weights);
        visit("target", target);
        visit("target_transposed", target_transposed);
        visit("actor_first_moment", actor.first_moment);
        visit("actor_second_moment", actor.second_moment);
        visit("actor_steps_taken", actor.steps_taken);
        visit("critic_first_moment", critic.first_moment);
        visit("critic_second_moment", critic.second_moment);
        visit("critic_steps_taken", critic.steps_taken);
        visit_packs(visit, "environments", environments, width_of<R>);
        visit_packs(visit, "discounted_returns", discounted_returns, width_of<R>);
        visit("observation_moments", observation_moments);
        visit("return_moments", return_moments);
        if (averages) {
            visit("average", average);
        }
        if (adapts_length) {
            visit("lengths", lengths);
        }
        if (windows > 1) {
            visit_packs(visit, "records", records, width_of<R>);
        }
        if (replayed_windows > 1) {
            visit_packs(visit, "traces", traces, width_of<R>, horizon);
        }
    }
};

}  // namespace lockstep
