// SPDX-License-Identifier: MIT
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/policy/squashed_actions.hpp>

namespace ls = lockstep;

struct one_action {
    static constexpr std::size_t action_size = 1;
};
using actions = ls::squashed_actions<one_action>;
using R = ls::native_lanes;

namespace {

ls::random<R> fresh() { return {1, ls::consecutive_words<R>(0), ls::words<R>{}}; }

}  // namespace

TEST_CASE("outputs are mean and log deviation before the squashing, and what is drawn is kept unsquashed") {
    actions const policy(nullptr);
    actions::outputs const from{R(0.5), R(-0.3)};
    auto noise = fresh(), same = fresh();
    auto const drawn = policy.sample(from, noise);
    double const eps = static_cast<double>(same.normal()[2]);
    double const x = 0.5 + std::exp(-0.3) * eps;
    CHECK(drawn[0][2] == doctest::Approx(x).epsilon(1e-5));
    CHECK(actions::action(drawn)[0][2] == doctest::Approx(std::tanh(x)).epsilon(1e-5));
    CHECK(actions::mode(from)[0][2] == doctest::Approx(std::tanh(0.5)).epsilon(1e-5));
    double const density =
        -0.5 * eps * eps + 0.3 - 0.5 * std::log(2 * std::acos(-1.0)) - std::log(1 - std::tanh(x) * std::tanh(x));
    CHECK(policy.log_prob(from, drawn)[2] == doctest::Approx(density).epsilon(1e-5));
}

TEST_CASE("the entropy is right in the mean of its draws") {
    actions const policy(nullptr);
    actions::outputs const from{R(0.4), R(-1)};
    ls::squashed_gaussian<double, 1> const exact{.mean = {0.4}, .log_deviation = {-1}};
    double entropy = 0;
    std::size_t const pieces = 20'000;
    for (std::size_t i = 0; i < pieces; ++i) {
        double const a = -1 + 2 * (static_cast<double>(i) + 0.5) / pieces;
        double const log_prob = exact.log_prob({std::atanh(a)});
        entropy -= std::exp(log_prob) * log_prob * 2 / pieces;
    }
    auto noise = fresh();
    double sum = 0;
    std::size_t const count = 4000;
    for (std::size_t n = 0; n < count; ++n) {
        R const one = policy.entropy(from, noise);
        for (std::size_t l = 0; l < ls::native_width; ++l) {
            sum += static_cast<double>(one[l]);
        }
    }
    CHECK(sum / static_cast<double>(count * ls::native_width) == doctest::Approx(entropy).epsilon(0.02));
}

TEST_CASE("the derivatives are those of what is drawn, and vanish where the deviation is held") {
    actions const policy(nullptr);
    actions::actions const drawn{R(0.9)};
    actions::actions none{R(0)};
    auto const gradient = [&](float mean, float log_deviation, float by_log_prob, float by_entropy) {
        auto noise = fresh();
        actions::outputs to;
        policy.differentiate({R(mean), R(log_deviation)}, drawn, noise, R(by_log_prob), R(by_entropy), to, none);
        return to;
    };
    auto const objective = [&](double mean, double log_deviation) {
        ls::squashed_gaussian<double, 1> const p{.mean = {mean}, .log_deviation = {log_deviation}};
        auto noise = fresh();
        double const eps = static_cast<double>(noise.normal()[0]);
        return 2 * p.log_prob({0.9}) - 0.3 * p.at({eps}).log_prob;
    };
    double const step = 1e-5;
    auto const by = gradient(0.5f, -0.3f, 2, 0.3f);
    CHECK(by[0][0] == doctest::Approx((objective(0.5 + step, -0.3) - objective(0.5 - step, -0.3)) / (2 * step)).epsilon(1e-5));
    CHECK(by[1][0] == doctest::Approx((objective(0.5, -0.3 + step) - objective(0.5, -0.3 - step)) / (2 * step)).epsilon(1e-5));
    CHECK(gradient(0.5f, 2.5f, 2, 0.3f)[1][0] == 0);
    CHECK(gradient(0.5f, 1.9f, 2, 0.3f)[1][0] != 0);
    CHECK(none[0][0] == 0);
}

TEST_CASE("a new actor's deviations are its biases") {
    struct actor {
        enum : std::size_t { hidden_layers = 2 };
        static std::size_t bias(std::size_t layer, std::size_t output) { return 3 * layer + output; }
    };
    std::vector<float> parameters(8, 0.0f);
    actions::initialize<actor>(parameters.data(), -1.0f);
    CHECK(parameters == std::vector<float>{0, 0, 0, 0, 0, 0, 0, -1});
}
