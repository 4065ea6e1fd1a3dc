// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo/summary.hpp>

namespace ls = lockstep;

struct two_actions : ls::envs::pendulum {
    static constexpr std::size_t action_size = 2;
};

TEST_CASE("a summary adds up packs, and becomes means over minibatches") {
    using R = ls::native_lanes;
    std::vector<ls::rollout_sums<R>> sums = {{R(1), R(10), R(5), R(0)}, {R(3), R(50), R(7), R(1)}};
    std::vector<float> const log_deviation = {-1.0f, 0.5f};
    ls::moments<3> const targets{1, {0, 0, 0}, {1, 4, 1}};
    ls::ppo_progress<> progress{};
    progress.minibatches = 4;
    progress.policy_minibatches = 2;  // in the others the critic went on alone
    progress.policy_loss = -2;
    progress.value_loss = 8;
    progress.clipped = 1;
    progress.entropy = 3;
    float const rate_scale = 1.5f;
    ls::ppo_summary<> summary{};
    using layers = ls::hidden_layers<ls::tanh_activation, 16>;
    using gaussian = ls::actor_critic<two_actions, layers, ls::gaussian_actions<two_actions>>;
    ls::ppo_summarize<gaussian>{.packs = 2, .log_deviation = log_deviation.data(), .sums = sums.data(),
                                .target_moments = &targets, .progress = &progress, .rate_scale = &rate_scale,
                                .summary = &summary}(0);
    CHECK(summary.ended.episodes == 4 * ls::native_width);
    CHECK(summary.explained_variance == 0.75f);
    CHECK(summary.rate_scale == 1.5f);
    CHECK(summary.entropy == doctest::Approx(-0.5 + 2 * 1.4189385));
    // An entropy that depends on the state is the mean over what the updates saw.
    using categorical = ls::actor_critic<ls::envs::cartpole, layers>;
    ls::ppo_summary<> with_logits{};
    ls::ppo_summarize<categorical>{.packs = 2, .log_deviation = nullptr, .sums = sums.data(), .target_moments = &targets,
                                   .progress = &progress, .rate_scale = &rate_scale, .summary = &with_logits}(0);
    CHECK(with_logits.entropy == 1.5f);

    ls::ppo_metrics m{};
    ls::fill_metrics(summary, m);
    CHECK(m.policy_loss == -1);
    CHECK(m.value_loss == 2);
    CHECK(m.clip_fraction == 0.5);
}
