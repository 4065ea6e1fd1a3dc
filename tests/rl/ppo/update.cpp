// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/update.hpp>
#include <tests/rl/ppo/setting.hpp>

using namespace support::ppo;

namespace {

/// PPO in plain loops, from the beginning of a setting of doubles on.
template <class Setting>
struct plain_ppo {
    using networks = typename Setting::networks;
    using policy = typename Setting::policy;
    Setting const& s;
    support::plain_rollout<typename networks::actor> actor = Setting::actor_of(s.parameters);
    support::plain_rollout<typename networks::critic> critic = Setting::critic_of(s.parameters);
    double log_deviation = s.parameters[networks::log_deviation];
    support::plain_adam optimizer = {};
    std::size_t clipped = 0, bounded_values = 0;

    void update(double number, double rate) {
        double const share = 1 / static_cast<double>(s.packs);
        double by_log_deviation = 0;
        for (std::size_t e = 0; e < s.environments; ++e) {
            actor.differentiate(s.seen_by_actor(e), [&](std::size_t t, support::numbers const& outputs) {
                auto const at = s.sample(e, t);
                double const epsilon = d(s.config.clip);
                double const ratio = at.ratio * std::exp(policy::log_prob(outputs, log_deviation, at.action) - at.log_prob);
                bool const free = ratio * at.advantage <=
                                  std::clamp(ratio, at.ratio - epsilon, at.ratio + epsilon) * at.advantage;
                clipped += !free;
                auto const slope = policy::differentiate(outputs, log_deviation, at.action, at.entropy_noise,
                                                         free ? -ratio * at.advantage * share : 0,
                                                         -d(s.config.entropy_coefficient) * share);
                by_log_deviation += slope.log_deviation;
                return slope.outputs;
            });
            critic.differentiate(s.seen_by_critic(e), [&](std::size_t t, support::numbers const& value) {
                auto const at = s.sample(e, t);
                double const moved = value[0] - at.value, reach = d(s.config.value_clip);
                double const error = value[0] - at.target, bounded = at.value + std::clamp(moved, -reach, reach) - at.target;
                bool const worse = bounded * bounded > error * error;
                bounded_values += worse;
                double const slope = !worse ? error : std::abs(moved) > reach ? 0 : bounded;
                return support::numbers{d(s.config.value_coefficient) * share * slope};
            });
        }
        double norm = by_log_deviation * by_log_deviation;
        for (auto const& gradient : {actor.gradient(), critic.gradient()}) {
            for (double const g : gradient) {
                norm += g * g;
            }
        }
        double const scale = std::min(1.0, d(s.config.gradient_norm) / std::sqrt(norm)), epsilon = d(1e-5f);
        actor.descend(rate, epsilon, number, scale);
        critic.descend(rate, epsilon, number, scale);
        if (networks::actions::log_deviations > 0) {
            log_deviation -= optimizer(scale * by_log_deviation, rate, epsilon, number);
        }
    }

    double difference() const {
        bool const deviates = networks::actions::log_deviations > 0;
        double worst = deviates ? std::abs(log_deviation - s.parameters[networks::log_deviation]) : 0;
        auto const compare = [&]<class Network>(support::plain_rollout<Network> const& network, std::size_t begin) {
            auto const expected = network.parameters();
            support::for_each_parameter<Network>([&](std::size_t i) {
                worst = std::max(worst, std::abs(expected[i] - s.parameters[begin + i]));
            });
        };
        compare(actor, 0);
        compare(critic, networks::critic_begin);
        return worst;
    }
};

}  // namespace

TEST_CASE_TEMPLATE("ten updates are those of the paper, by plain loops in double", Setting, setting<gaussian, double>,
                   setting<categorical, double>, setting<squashed, double>, setting<gaussian, double, layers_that_remember>,
                   setting<categorical, double, layers_that_remember>, setting<squashed, double, layers_that_remember>) {
    Setting s;
    plain_ppo<Setting> expected{s};
    auto const before = s.parameters;
    auto const kernel = s.kernel(3);
    for (int number = 1; number <= 10; ++number) {
        CAPTURE(number);
        s.step(kernel);
        s.descend(kernel);
        expected.update(number, d(kernel.learning_rate));
        CHECK(expected.difference() < 1e-10);
    }
    CHECK(expected.clipped > 0);
    CHECK(expected.bounded_values > 0);
    CHECK(s.parameters != before);
}

TEST_CASE("a step of descent lowers the loss and refreshes what is transposed_weights from the parameters") {
    setting<gaussian> s;
    double const before = s.loss({s.parameters.begin(), s.parameters.end()});
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 5; ++i) {
        s.step(kernel);
        s.descend(kernel);
    }
    CHECK(s.loss({s.parameters.begin(), s.parameters.end()}) < before);
    CHECK(s.steps_taken == 5);
    std::vector<float> fresh(setting<gaussian>::networks::transposed_count);
    setting<gaussian>::networks::transpose_weights(s.parameters.data(), fresh.data());
    CHECK(fresh == s.transposed_weights);
}

TEST_CASE("nothing moves once the iteration has stopped") {
    setting<gaussian> s;
    s.config.target_kl = 1e-6f;
    auto const before = s.parameters;
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 2; ++i) {
        s.step(kernel);
        s.descend(kernel);
    }
    CHECK(s.progress.stopped == 1);
    CHECK(s.progress.minibatches == 1);
    CHECK(s.steps_taken == 0);
    CHECK(s.parameters == before);
}

TEST_CASE("the critic goes on as before after the policy has stopped") {
    using networks = setting<gaussian>::networks;
    auto const after_two_updates = [](float target_kl) {
        setting<gaussian> s;
        s.config.gradient_norm = 0;  // the critic's gradient is not scaled by the policy's
        s.config.target_kl = target_kl;
        s.config.critic_continues = true;
        auto const kernel = s.kernel(2);
        for (int i = 0; i < 2; ++i) {
            s.step(kernel);
            s.descend(kernel);
        }
        CHECK(s.progress.stopped == 0);
        CHECK(s.progress.minibatches == 2);
        CHECK(s.steps_taken == 2);
        return s;
    };
    auto const begun = setting<gaussian>().parameters;
    auto const both = after_two_updates(0), alone = after_two_updates(1e-6f);
    CHECK(both.progress.policy_stopped == 0);
    CHECK(both.progress.policy_minibatches == 2);
    CHECK(alone.progress.policy_stopped == 1);
    CHECK(alone.progress.policy_minibatches == 1);
    CHECK(alone.progress.value_loss == both.progress.value_loss);
    CHECK(alone.progress.policy_loss != both.progress.policy_loss);
    for (std::size_t i = 0; i < begun.size(); ++i) {
        bool const of_policy = i < networks::critic_begin;
        REQUIRE(alone.parameters[i] == (of_policy ? begun : both.parameters)[i]);
        CHECK((!of_policy || alone.gradient[i] == 0));
    }
    CHECK(both.parameters != alone.parameters);
}

TEST_CASE("the critic also goes on where the gradient of the policy that stops overflows") {
    using networks = setting<gaussian>::networks;
    auto const after_an_update = [](bool begins_stopped) {
        setting<gaussian> s;
        s.parameters[networks::log_deviation] = -40;  // actions of so small a deviation were never drawn
        s.config.target_kl = 1e-6f;
        s.config.critic_continues = true;
        s.progress.policy_stopped = begins_stopped ? 1 : 0;
        auto const kernel = s.kernel(2);
        s.step(kernel);
        s.descend(kernel);
        return s;
    };
    auto const overflown = after_an_update(false), alone = after_an_update(true);
    CHECK(std::isinf(overflown.squared_norms[0]));
    CHECK(overflown.progress.policy_stopped == 1);
    CHECK(overflown.progress.nonfinite == 0);
    CHECK(overflown.progress.stopped == 0);
    CHECK(overflown.steps_taken == 1);
    CHECK(alone.adam.gradient_scale < 1);
    CHECK(overflown.adam.gradient_scale == doctest::Approx(alone.adam.gradient_scale).epsilon(1e-6));
    for (std::size_t i = 0; i < alone.parameters.size(); ++i) {
        REQUIRE(overflown.parameters[i] == doctest::Approx(alone.parameters[i]).epsilon(1e-6));
    }
    CHECK(alone.parameters[networks::critic_begin] != setting<gaussian>().parameters[networks::critic_begin]);
}

TEST_CASE("the learning rate follows the divergence, but not that of an iteration's first minibatch") {
    float divergence = 0;
    auto const scale_after = [&](float desired_kl, float begin, std::uint32_t minibatches, bool is_stopped = false) {
        setting<gaussian> s;
        s.config.critic_continues = true;
        s.config.desired_kl = desired_kl;
        s.rate_scale = begin;
        s.progress.minibatches = minibatches;
        s.progress.policy_minibatches = minibatches;
        s.progress.policy_stopped = is_stopped ? 1 : 0;
        auto const kernel = s.kernel(2);
        s.step(kernel);
        divergence = s.progress.approximate_kl;
        CHECK(s.adam.rate == ls::adam_step_of({}, kernel.learning_rate * s.rate_scale, 1.0f, 1.0f).rate);
        return s.rate_scale;
    };
    CHECK(scale_after(0, 1, 1) == 1);
    REQUIRE(divergence > 0.001f);
    float const high = divergence;
    CHECK(scale_after(0.49f * high, 1, 1) == 1 / 1.5f);
    CHECK(scale_after(0.51f * high, 1, 1) == 1);
    CHECK(scale_after(1.99f * high, 1, 1) == 1);
    CHECK(scale_after(2.01f * high, 1, 1) == 1.5f);
    CHECK(scale_after(0.1f * high, 1, 0) == 1);
    CHECK(scale_after(10 * high, 1, 0) == 1);
    CHECK(scale_after(10 * high, 1, 1, true) == 1);
    CHECK(scale_after(0.1f * high, 0.011f, 1) == 0.01f);
    CHECK(scale_after(10 * high, 9, 1) == 10);
}

TEST_CASE("a gradient that is not finite moves nothing and ends the iteration's updates") {
    setting<gaussian> s;
    auto const before = s.parameters;
    s.samples[3].target.set(1, std::numeric_limits<float>::infinity());
    auto const kernel = s.kernel(2);
    s.step(kernel);
    s.descend(kernel);
    CHECK(s.parameters == before);
    CHECK(s.progress.nonfinite == 1);
    CHECK(s.progress.stopped == 1);
    CHECK(s.steps_taken == 0);
}
