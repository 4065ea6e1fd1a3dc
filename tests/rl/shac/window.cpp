// SPDX-License-Identifier: MIT
// The gradient of the whole loss of a window, in double, against central differences: through the policy, the simulation,
// observations, episodes that end and the terminal value.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <tests/rl/shac/window_setting.hpp>

namespace ls = lockstep;
using shac_windows::setting;

TEST_CASE("the gradient of a window's loss is that of central differences") {
    setting s;
    s.mean_penalty = 0.3;
    s.run();
    std::vector<double> const gradient = s.gradient();
    int terminated = 0, truncated = 0;
    for (auto const& m : s.steps_of_pack) {
        terminated += m.ended > 0.5 && m.is_bootstrapped < 0.5;
        truncated += m.ended > 0.5 && m.is_bootstrapped > 0.5;
    }
    CHECK(terminated > 0);
    CHECK(truncated > 0);
    s.check_slopes(gradient, [&] { return s.run(); });
}

TEST_CASE("targets are those of TD(lambda)") {
    setting s;
    s.run();
    for (std::size_t pack = 0; pack < setting::packs; ++pack) {
        auto const* m = s.steps_of_pack.data() + pack * setting::horizon;
        for (std::size_t t = 0; t < setting::horizon; ++t) {
            // The weighted sum of k-step returns, as the article has it.
            double target = 0, weight = 1, reward = 0, discount = 1;
            for (std::size_t k = t; k < setting::horizon; ++k) {
                reward += discount * m[k].reward;
                discount *= 0.9;
                bool const is_last = k + 1 == setting::horizon || m[k].ended > 0.5;
                double const value = is_last ? m[k].bootstrap : m[k + 1].value;
                double const share = is_last ? weight : weight * (1 - 0.8);
                target += share * (reward + discount * value);
                weight *= 0.8;
                if (is_last) {
                    break;
                }
            }
            CHECK(s.samples[t * setting::packs + pack].target == doctest::Approx(target).epsilon(1e-12));
        }
    }
}

TEST_CASE("a decay weakens what an action does to later steps") {
    setting s;
    auto const of = [&s](double decay, std::size_t steps) {
        s.gradient_decay = decay;
        s.run(steps);
        return s.gradient();
    };
    CHECK(of(0.5, 1) == of(1, 1));  // the value at the window's end is no later step
    auto const none = of(0, 2), half = of(0.5, 2), all = of(1, 2);
    CHECK(none != all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(half[i] == doctest::Approx(0.5 * (none[i] + all[i])).epsilon(1e-9));
    }
}

TEST_CASE("a least slope lets a gradient pass where tanh is flat") {
    setting s;
    auto const of = [&s](double least_slope) {
        s.least_slope = least_slope;
        s.run(1);
        return s.gradient();
    };
    double steepest = 0, flattest = 1;
    s.run(1);
    for (auto const& record : s.records) {
        double const a = std::tanh(record.drawn[0]);
        steepest = std::max(steepest, 1 - a * a);
        flattest = std::min(flattest, 1 - a * a);
    }
    CHECK(of(0.9 * flattest) == of(0));
    CHECK(of(1.1 * flattest) != of(0));
    // With one environment the gradient is proportional to the slope.
    setting one;
    one.run(1);
    double const action = std::tanh(one.records[0].drawn[0]), slope = 1 - action * action;
    std::size_t const count = setting::networks::actor::parameter_count;
    std::vector<double> const exact(one.gradients.begin(), one.gradients.begin() + count);
    one.least_slope = 1;
    one.run(1);
    for (std::size_t i = 0; i < count; ++i) {
        CHECK(one.gradients[i] * slope == doctest::Approx(exact[i]).epsilon(1e-9));
    }
}

TEST_CASE("a least slope is all of the slope where rounding leaves less of it, or none") {
    // The gradient by the output that is the action's mean before tanh, in windows of one step.
    auto const of = [](double mean, double least_slope, double& slope) {
        setting s;
        using actor = setting::networks::actor;
        for (std::size_t i = 0; i < 16; ++i) {
            s.parameters[actor::weight(actor::hidden_layers, 0, i)] = s.parameters[actor::weight(actor::hidden_layers, 1, i)] = 0;
        }
        s.parameters[actor::bias(actor::hidden_layers, 0)] = mean;
        s.parameters[actor::bias(actor::hidden_layers, 1)] = -10;
        s.least_slope = least_slope;
        s.run(1);
        double const action = std::tanh(s.records[0].drawn[0]);
        slope = 1 - action * action;
        return s.gradients[actor::bias(actor::hidden_layers, 0)];
    };
    double slope = 0, none = 0;
    double const by_action = of(8, 0, slope) / slope;
    CHECK(slope < 1e-6);
    CHECK(std::abs(by_action) > 1e-5);
    CHECK(of(8, 0.3, slope) == doctest::Approx(0.3 * by_action).epsilon(1e-6));
    CHECK(of(20, 0, none) == 0);
    CHECK(of(20, 0.3, none) == doctest::Approx(0.3 * by_action).epsilon(1e-5));
    CHECK(none == 0);
}

TEST_CASE("a shorter window ends with the value of its last state, and the next one begins anew") {
    setting s;
    s.length = 4;
    s.run();
    for (std::size_t pack = 0; pack < setting::packs; ++pack) {
        auto const* m = s.steps_of_pack.data() + pack * setting::horizon;
        double weight = 1;
        for (std::size_t t = 0; t < setting::horizon; ++t) {
            CHECK(m[t].weight == doctest::Approx(weight));
            bool const last = t % 4 == 3 || t + 1 == setting::horizon;
            bool const terminated = m[t].ended > 0.5 && m[t].is_bootstrapped < 0.5;
            CHECK((!last || terminated || m[t].is_bootstrapped > 0.5));
            weight = last || m[t].ended > 0.5 ? 1 : 0.9 * weight;
        }
    }
}

TEST_CASE("a step says how much longer the gradient grew in it") {
    setting s;
    s.growth_limit = 1e9;
    s.run();
    double largest = 0;
    for (auto const& m : s.steps_of_pack) {
        largest = std::max(largest, m.growth);
        CHECK(m.growth >= 0);
    }
    CHECK(largest > 0);
    s.growth_limit = 0.999 * largest;
    s.run();
    double cut = 0;
    for (auto const& sums : s.sums) {
        cut += sums.cut;
    }
    CHECK(cut >= 1);
}

TEST_CASE("a limit on growth cuts windows, but not at a step that terminates, which nothing follows") {
    setting s;
    s.growth_limit = 1e-3;
    s.run();
    double cut = 0, terminated = 0;
    for (auto const& sums : s.sums) {
        cut += sums.cut;
    }
    for (auto const& step : s.steps_of_pack) {
        terminated += step.ended > 0.5 && step.is_bootstrapped < 0.5 ? 1 : 0;
    }
    CHECK(terminated > 0);
    CHECK(cut == setting::packs * setting::horizon - terminated);
    double largest = 0;
    for (double const g : s.gradient()) {
        largest = std::max(largest, std::abs(g));
    }
    CHECK(largest > 0);  // of the last rewards
}
