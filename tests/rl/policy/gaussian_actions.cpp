// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/policy/gaussian_actions.hpp>

namespace ls = lockstep;

struct two_actions {
    static constexpr std::size_t action_size = 2;
};
using actions = ls::gaussian_actions<two_actions>;
using R = ls::native_lanes;

TEST_CASE("outputs are the mean, and the parameters beside the actor the log deviations") {
    float const log_deviation[] = {-0.3f, 0.4f};
    actions const policy(log_deviation);
    ls::random<R> noise(1, ls::consecutive_words<R>(0), ls::words<R>{}), same = noise;
    actions::outputs const mean{R(0.5), R(-1)};
    auto const drawn = policy.sample(mean, noise);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(actions::mode(mean)[i][0] == mean[i][0]);
        CHECK(actions::action(drawn)[i][3] == drawn[i][3]);
        CHECK(drawn[i][3] == doctest::Approx(mean[i][3] + std::exp(log_deviation[i]) * same.normal()[3]).epsilon(1e-5));
    }
    CHECK(policy.log_prob(mean, drawn)[1] == policy.gaussian.log_prob(mean, drawn)[1]);
    CHECK(policy.entropy(mean, noise)[1] == doctest::Approx(0.1 + std::log(2 * std::acos(-1.0)) + 1));
}

TEST_CASE("the derivatives of probability and entropy are weighted") {
    float const log_deviation[] = {-0.3f, 0.4f};
    actions const policy(log_deviation);
    actions::outputs const mean{R(0.5), R(-1)}, drawn{R(0.1), R(0.7)};
    auto const gradient = policy.gaussian.log_prob_gradient(mean, drawn);
    ls::random<R> noise(1, ls::consecutive_words<R>(0), ls::words<R>{});
    actions::outputs by_mean, by_log_deviation;
    policy.differentiate(mean, drawn, noise, R(2), R(0.25), by_mean, by_log_deviation);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(by_mean[i][0] == doctest::Approx(2 * gradient.mean[i][0]));
        CHECK(by_log_deviation[i][0] == doctest::Approx(2 * gradient.log_deviation[i][0] + 0.25f));
    }
}

TEST_CASE("a new actor's log deviations lie after it") {
    struct actor {
        enum : std::size_t { parameter_count = 4 };
    };
    std::vector<float> parameters(8, 7.0f);
    actions::initialize<actor>(parameters.data(), -1.0f);
    CHECK(parameters == std::vector<float>{7, 7, 7, 7, -1, -1, 7, 7});
}
