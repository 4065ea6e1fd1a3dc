// SPDX-License-Identifier: MIT
// Gradients of the policy through windows that earlier policies made (SVG with experience replay, Heess et al. 2015, "Learning
// continuous control policies by stochastic value gradients"). The present policy would have drawn the same action with another
// noise. shac_recall computes this noise. Then the backward pass runs through the stored steps, the present policy and the
// present target critic. If the present policy draws the action less often than the earlier policy did, the ratio of the
// densities scales the action's gradient down. This makes no new steps of the environments.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/shac/past_windows.hpp>
#include <lockstep/rl/shac/step.hpp>
#include <lockstep/rl/shac/view.hpp>
#include <lockstep/rl/shac/window.hpp>

namespace lockstep {

/// Prepares the steps of a pack in a kept window for their backward pass. Unless the steps still have their tapes, copies the
/// traces to the steps and makes each step again. Then normalises the observations with `normalized`, and computes the noise and
/// the share of each action for the present policy. kernel(pack).
template <environment Env, class Networks>
struct shac_recall {
    using T = typename Networks::number;
    using R = pack_t<T>;
    using actor = typename Networks::actor;
    using workspace = typename actor::template workspace<pack_width<T>>;
    static constexpr std::size_t stack_size = stack_size_for(sizeof(workspace) + 4 * pack_bytes_on_stack<Env>);

    Env env;
    shac_view<Env, Networks> view;  ///< of the kept window
    std::size_t horizon;
    bool has_tapes;  ///< true: the steps still have their traces and tapes
    normalizer<Env::observation_size, scalar_t<T>> normalized;

    void operator()(std::size_t pack) const {
        workspace work;
        work.prepare();
        for (std::size_t t = 0; t < horizon; ++t) {
            shac_step<Env, R>& s = view.steps_of_pack[pack * horizon + t];
            if (!has_tapes) {
                static_cast<shac_trace<Env, R>&>(s) = view.traces[pack * horizon + t];
                s.step.forward(env, s.before, within_bounds<Env>(s.action));
            }
            s.observation = normalized(env.observe(s.before));
            s.next = normalized(env.observe(s.after));
            forward_actor<actor>(view.parameters, view.transposed_weights, s.observation, work);
            auto const policy = Networks::actions::distribution(
                load_features<R, Networks::actions::output_size>(work.outputs + 0, pack_width<T>));
            s.noise = noise_of_draw(policy, s.drawn);
            s.share = share_of_draw(policy, s.noise, s.log_density);
        }
    }
};

/// Runs the backward pass through a window that shac_recall has prepared. kernel(group).
template <environment Env, class Networks>
struct shac_backward {
    static constexpr std::size_t stack_size = shac_window<Env, Networks>::stack_size;
    shac_window<Env, Networks> window;

    void operator()(std::size_t group) const { window.run_backward(group); }
};

}  // namespace lockstep
