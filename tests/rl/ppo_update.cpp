// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo_update.hpp>
#include <tests/rl/ppo_setting.hpp>
#include <tests/support/plain_network.hpp>

using namespace support::ppo;

namespace {

/// PPO with a Gaussian policy in plain loops, from the beginning of a setting of doubles on.
struct plain_ppo {
    using networks = setting<gaussian_in_double>::networks;
    setting<gaussian_in_double>& s;
    support::plain_network<networks::actor> actor{{s.parameters.begin(), s.parameters.begin() + networks::actor::parameter_count}};
    support::plain_network<networks::critic> critic{{s.parameters.begin() + networks::critic_begin, s.parameters.end()}};
    double log_deviation = s.parameters[networks::log_deviation];
    support::plain_adam optimizer = {};
    std::size_t clipped = 0, bounded_values = 0;

    void update(double number, double rate) {
        double by_log_deviation = 0;
        for (auto const& at : s.samples) {
            auto const observation = s.observation(at, 0);
            double const share = 1.0 / static_cast<double>(s.rows), epsilon = d(s.config.clip), reach = d(s.config.value_clip);
            double const mean = actor.forward(observation)[0], deviation = std::exp(log_deviation);
            double const z = (at.action[0] - mean) / deviation;
            double const ratio = std::exp(-0.5 * z * z - log_deviation - 0.5 * std::log(2 * std::acos(-1.0)) - at.log_prob);
            double const advantage = (at.advantage - d(s.progress.advantage_mean)) * d(s.progress.advantage_scale);
            bool const free = ratio * advantage <= std::clamp(ratio, 1 - epsilon, 1 + epsilon) * advantage;
            double const by_log_prob = free ? -ratio * advantage * share : 0;
            clipped += !free;
            actor.backward({by_log_prob * z / deviation});
            by_log_deviation += by_log_prob * (z * z - 1) - d(s.config.entropy_coefficient) * share;

            double const value = critic.forward(observation)[0], moved = value - at.value;
            double const error = value - at.target, bounded = at.value + std::clamp(moved, -reach, reach) - at.target;
            bool const worse = bounded * bounded > error * error;
            bounded_values += worse;
            critic.backward({d(s.config.value_coefficient) * share * (!worse ? error : std::abs(moved) > reach ? 0 : bounded)});
        }
        double norm = by_log_deviation * by_log_deviation;
        for (auto const* gradient : {&actor.gradient, &critic.gradient}) {
            for (double const g : *gradient) {
                norm += g * g;
            }
        }
        double const scale = std::min(1.0, d(s.config.gradient_norm) / std::sqrt(norm)), epsilon = d(1e-5f);
        actor.descend(rate, epsilon, number, scale);
        critic.descend(rate, epsilon, number, scale);
        log_deviation -= optimizer(scale * by_log_deviation, rate, epsilon, number);
    }

    double difference() const {
        double worst = std::abs(log_deviation - s.parameters[networks::log_deviation]);
        support::for_each_parameter<networks::actor>([&](std::size_t i) {
            worst = std::max(worst, std::abs(actor.parameters[i] - s.parameters[i]));
        });
        support::for_each_parameter<networks::critic>([&](std::size_t i) {
            worst = std::max(worst, std::abs(critic.parameters[i] - s.parameters[networks::critic_begin + i]));
        });
        return worst;
    }
};

}  // namespace

TEST_CASE("ten updates are those of the paper, by plain loops in double") {
    setting<gaussian_in_double> s;
    plain_ppo expected{s};
    auto const before = s.parameters;
    auto const kernel = s.kernel(3);
    for (int number = 1; number <= 10; ++number) {
        CAPTURE(number);
        s.step(kernel);
        kernel.descend(0);
        kernel.descend(1);
        expected.update(number, d(kernel.learning_rate));
        CHECK(expected.difference() < 1e-10);
    }
    CHECK(expected.clipped > 0);
    CHECK(expected.bounded_values > 0);
    CHECK(s.parameters != before);
}

TEST_CASE("the number of slices changes nothing but rounding, and each is independent of the others' order") {
    setting<gaussian> one, many, backwards;
    one.step(one.kernel(1));
    many.step(many.kernel(3));
    auto const kernel = backwards.kernel(3);
    for (std::size_t i = 3; i-- > 0;) {
        kernel.differentiate(i, 1);
        kernel.differentiate(i, 0);
    }
    kernel.judge();
    for (std::size_t i = setting<gaussian>::update::ranges; i-- > 0;) {
        kernel.gather(i);
    }
    for (std::size_t i = 0; i < one.gradient.size(); ++i) {
        CHECK(many.gradient[i] == doctest::Approx(one.gradient[i]).epsilon(1e-3).scale(1e-3));
        REQUIRE(backwards.gradient[i] == many.gradient[i]);
    }
}

TEST_CASE("a step of descent lowers the loss and refreshes what is derived from the parameters") {
    setting<gaussian> s;
    double const before = s.loss({s.parameters.begin(), s.parameters.end()});
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 5; ++i) {
        s.step(kernel);
        kernel.descend(0);
        kernel.descend(1);
    }
    CHECK(s.loss({s.parameters.begin(), s.parameters.end()}) < before);
    CHECK(s.steps_taken[0] == 5);
    CHECK(s.steps_taken[1] == 5);
    std::vector<float> fresh(setting<gaussian>::networks::derived_count);
    setting<gaussian>::networks::derive(s.parameters.data(), fresh.data());
    CHECK(fresh == s.derived);
}

TEST_CASE("nothing moves once the iteration has stopped") {
    setting<gaussian> s;
    s.config.target_kl = 1e-6f;
    auto const before = s.parameters;
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 2; ++i) {
        s.step(kernel);
        kernel.descend(0);
        kernel.descend(1);
    }
    CHECK(s.progress.stopped == 1);
    CHECK(s.progress.minibatches == 1);
    CHECK(s.steps_taken[0] == 0);
    CHECK(s.steps_taken[1] == 0);
    CHECK(s.parameters == before);
}

TEST_CASE("a gradient that is not finite moves nothing and ends the iteration's updates") {
    setting<gaussian> s;
    auto const before = s.parameters;
    s.samples[3].target.set(1, std::numeric_limits<float>::infinity());
    auto const kernel = s.kernel(2);
    s.step(kernel);
    kernel.descend(0);
    kernel.descend(1);
    CHECK(s.parameters == before);
    CHECK(s.progress.nonfinite[0] == 1);
    CHECK(s.progress.nonfinite[1] == 1);
    kernel.judge();
    CHECK(s.progress.stopped == 1);
}
