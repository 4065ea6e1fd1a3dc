// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/ppo/summary.hpp>

namespace ls = lockstep;

struct two_actions : ls::envs::pendulum {
    static constexpr std::size_t action_size = 2;
};

TEST_CASE("a summary adds up packs, and becomes means over minibatches") {
    using R = ls::native_lanes;
    std::vector<ls::rollout_sums<R>> sums = {{R(1), R(10), R(5), R(0)}, {R(3), R(50), R(7), R(1)}};
    ls::moments<3> targets{1, {0, 0, 0}, {1, 4, 1}};
    ls::ppo_progress<> progress{};
    progress.minibatches = 4;
    progress.policy_minibatches = 2;  // in the others the critic went on alone
    progress.policy_loss = -2;
    progress.value_loss = 8;
    progress.clipped = 1;
    progress.entropy = 3;
    float rate_scale = 1.5f;
    ls::ppo_summary<> summary{};
    using layers = ls::hidden_layers<ls::tanh_activation, 16>;
    using gaussian = ls::actor_critic<two_actions, layers, ls::gaussian_actions<two_actions>>;
    std::vector<float> parameters(gaussian::parameter_count);
    parameters[gaussian::log_deviation] = -1.0f;
    parameters[gaussian::log_deviation + 1] = 0.5f;
    auto const view_of = [&]<class Networks>(ls::ppo_view<Networks> view) {
        view.parameters = parameters.data();
        view.rate_scale = &rate_scale;
        view.target_moments = &targets;
        view.progress = &progress;
        return view;
    };
    ls::ppo_summarize<gaussian>{
        .view = view_of(ls::ppo_view<gaussian>{}), .packs = 2, .sums = sums.data(), .summary = &summary}(0);
    CHECK(summary.ended.episodes == 4 * ls::native_width);
    CHECK(summary.explained_variance == 0.75f);
    CHECK(summary.rate_scale == 1.5f);
    CHECK(summary.entropy == doctest::Approx(-0.5 + 2 * 1.4189385));
    // An entropy that depends on the state is the mean over what the updates saw.
    using categorical = ls::actor_critic<ls::envs::cartpole, layers>;
    ls::ppo_summary<> with_logits{};
    ls::ppo_summarize<categorical>{
        .view = view_of(ls::ppo_view<categorical>{}), .packs = 2, .sums = sums.data(), .summary = &with_logits}(0);
    CHECK(with_logits.entropy == 1.5f);

    ls::ppo_metrics m{};
    ls::fill_metrics(summary, m);
    CHECK(m.policy_loss == -1);
    CHECK(m.value_loss == 2);
    CHECK(m.clip_fraction == 0.5);
}
