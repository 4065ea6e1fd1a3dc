// SPDX-License-Identifier: MIT
// What the critic of SHAC learns from: samples of the newest window, and of some windows before it. The targets of an older
// window are computed again, with the present target critic, and corrected for the change of the policy since that window
// (V-trace, Espeholt et al. 2018, with both bounds 1). Observations stay normalised as they were.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/shac/view.hpp>

namespace lockstep {

/// Computes the targets of TD(lambda), from the last step of a window to its first. The target of a step is its reward plus the
/// discounted mixture of the next value and the next target (Xu et al. 2022, eq. 7).
template <real R>
struct td_lambda_targets {
    R discount, lambda;
    R next_target = R(0), next_value = R(0);

    /// Returns the target of a step. `value` is the value of the state before the step. In the lanes of `cut` the episode or the
    /// window ends with this step; there `bootstrap` is the value after the step and takes the place of the mixture.
    R operator()(R const& reward, R const& value, R const& bootstrap, mask_t<R> const& cut) {
        R const mixed = fma(lambda, next_target - next_value, next_value);
        next_target = fma(discount, select(cut, bootstrap, mixed), reward);
        next_value = value;
        return next_target;
    }
    /// Returns the target of a step of an older window: value + share * (target - value), where `target` is the result of
    /// operator(). `share` is below 1 if the present policy takes the action of this step less often than the older policy.
    R corrected(R const& reward, R const& value, R const& bootstrap, mask_t<R> const& cut, R const& share) {
        R const target = (*this)(reward, value, bootstrap, cut);
        next_target = fma(share, target - value, value);
        return next_target;
    }
};

/// Returns the logarithm of the density of a draw from a Gaussian policy, without the constant term. `noise` is the standard
/// normal noise of the draw.
template <class Policy, real R, std::size_t N>
R log_density_of_draw(Policy const& policy, vector<R, N> const& noise) {
    R sum(0);
    for (std::size_t i = 0; i < N; ++i) {
        sum = fma(R(-0.5) * noise[i], noise[i], sum) - policy.log_deviation[i];
    }
    return sum;
}

/// Returns the noise with which `policy` would have drawn `drawn`, which another policy drew.
template <class Policy, real R, std::size_t N>
vector<R, N> noise_of_draw(Policy const& policy, vector<R, N> const& drawn) {
    vector<R, N> noise;
    for (std::size_t i = 0; i < N; ++i) {
        noise[i] = (drawn[i] - policy.mean[i]) * exp(-policy.log_deviation[i]);
    }
    return noise;
}

/// Returns the density of a draw under `policy`, divided by its density under the policy that drew it, clamped to [exp(-10), 1].
/// `noise` is the result of noise_of_draw(policy, drawn). `log_density` is that of the policy that drew it.
template <class Policy, real R, std::size_t N>
R share_of_draw(Policy const& policy, vector<R, N> const& noise, R const& log_density) {
    return exp(clamp(log_density_of_draw(policy, noise) - log_density, R(-10), R(0)));
}

/// Computes the targets of a pack of an older window again, and writes them to view.samples with the observations. kernel(pack).
template <environment Env, class Networks>
struct shac_revalue {
    using T = typename Networks::number;
    using R = pack_t<T>;
    using scalar = scalar_t<T>;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    static constexpr std::size_t observation_size = Networks::observation_size;
    using actor_workspace = typename actor::template workspace<pack_width<T>>;
    using critic_workspace = typename critic::template workspace<pack_width<T>>;
    static constexpr std::size_t stack_size = stack_size_for(sizeof(actor_workspace) + sizeof(critic_workspace));

    shac_view<Env, Networks> view;  ///< of this window
    std::size_t packs, horizon;     // this and the next members are as in shac_window
    scalar discount, lambda;

    void operator()(std::size_t pack) const {
        actor_workspace acting;
        critic_workspace estimate;
        acting.prepare();
        estimate.prepare();
        auto const value_of = [&](vector<R, observation_size> const& observation) {
            place(observation, estimate);
            critic::forward(view.target, view.target_transposed, estimate, pack_width<T>);
            return load_pack<R>(estimate.outputs + 0);
        };
        td_lambda_targets<R> targets{.discount = R(discount), .lambda = R(lambda)};
        for (std::size_t t = horizon; t-- > 0;) {
            auto const& of = view.records[t * packs + pack];
            forward_actor<actor>(view.parameters, view.transposed_weights, of.observation, acting);
            auto const policy = Networks::actions::distribution(
                load_features<R, Networks::actions::output_size>(acting.outputs + 0, pack_width<T>));
            R const share = share_of_draw(policy, noise_of_draw(policy, of.drawn), of.log_density);
            auto const is_bootstrapped = R(0.5) < of.is_bootstrapped;
            R bootstrap(0);
            if (any(is_bootstrapped)) {
                bootstrap = select(is_bootstrapped, value_of(of.next), R(0));
            }
            R const target_of_step =
                targets.corrected(of.reward, value_of(of.observation), bootstrap, R(0.5) < of.ended || is_bootstrapped, share);
            view.samples[t * packs + pack] = {of.observation, target_of_step};
        }
    }
};

}  // namespace lockstep
