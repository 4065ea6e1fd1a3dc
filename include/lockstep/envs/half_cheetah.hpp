// SPDX-License-Identifier: MIT
// HalfCheetah-v5 of Gymnasium: make a planar cheetah run forward.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/envs/gradient/substep.hpp>
#include <lockstep/envs/recorded/half_cheetah.hpp>
#include <lockstep/envs/recorded/robots/half_cheetah.hpp>

namespace lockstep::envs {

namespace recorded {
struct half_cheetah_gradient;  // envs/gradient/half_cheetah.hpp
}

/// The recorded substep of the robot.
struct half_cheetah_text {
    template <class R, std::size_t Count>
    using with_backward_pass =
        gradient_of_substeps<recorded::half_cheetah_model, half_cheetah_text, recorded::half_cheetah_gradient, R, Count>;

    template <class V>
    LOCKSTEP_INLINE void operator()(V* rows) const {
        recorded::half_cheetah_substep(rows);
    }
};

/// Two legs of three joints on a robot of 14 kg, in steps of 0.05 s (five substeps, or FrameSkip) for 1000 steps. Episodes never
/// terminate.
/// Observation: qpos without x, or with it if ShowPosition (8 or 9); qvel (9). Action: the motors' controls. The motors clamp the
/// controls to [-1, 1]. The reward uses them unclamped. Reward: the weighted forward speed of the step in m/s, less the weighted
/// |action|^2. All widths of lanes yield the same bits. Scalar floats yield the same bits, too, unless g++ may fuse
/// multiplications with additions. (In scalar code it fuses other pairs of operations than in lanes.)
template <bool ShowPosition, std::size_t FrameSkip = 5>
struct basic_half_cheetah {
    static constexpr std::size_t observation_size = ShowPosition ? 18 : 17, action_size = 6, episode_limit = 1000;
    static constexpr double action_low = -1, action_high = 1;
    static constexpr physics::robot const& robot = recorded::half_cheetah_robot;
    static constexpr physics::model const& model = recorded::half_cheetah_model;
    static constexpr std::size_t frame_skip = FrameSkip;
    static constexpr double dt = FrameSkip * model.timestep;

    double forward_reward_weight = 1, ctrl_cost_weight = 0.1;
    /// The largest noise of a start's positions (m and rad), and the standard deviation of its velocities (m/s and rad/s).
    double reset_noise_scale = 0.1;

    template <class R>
    struct state {
        vector<R, 9> qpos;  ///< x, z from the start height (m), pitch; back thigh, shin, foot; front thigh, shin, foot (rad)
        vector<R, 9> qvel;  ///< likewise: m/s, rad/s
        vector<R, model.words> active;  ///< the solver's active set: words of bits, zeros after a reset
    };

    template <real R>
    state<R> reset(random<R>& random) const {
        return noisy_start<state<R>>(model, random, reset_noise_scale, velocity_noise::normal);
    }

    template <real R>
    vector<R, observation_size> observe(state<R> const& now) const {
        return joints<observation_size>(now);
    }

    template <real R, class Model = physics::model>
    transition<state<R>> step(state<R> const& before, vector<R, action_size> const& action, Model const& m = model) const {
        // The cost is computed first, so that one number is kept during the substeps and not six.
        R const control_cost = R(ctrl_cost_weight) * dot(action, action);
        state<R> const now = after_substeps<frame_skip>(m, before, action, half_cheetah_text{});
        R const speed = (now.qpos[0] - before.qpos[0]) * R(1 / dt);
        R const reward = R(forward_reward_weight) * speed - control_cost;
        return {now, reward, mask_t<R>(false)};
    }
};

using half_cheetah = basic_half_cheetah<false>;
static_assert(environment<half_cheetah>);
static_assert(environment<basic_half_cheetah<true>>);

}  // namespace lockstep::envs
