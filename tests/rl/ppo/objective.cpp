// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/ppo/objective.hpp>

namespace ls = lockstep;

namespace {
/// Eq. 7 of the paper as it stands there.
double surrogate_loss(double log_prob, double old_log_prob, double advantage, double epsilon) {
    double const ratio = std::exp(log_prob - old_log_prob);
    return -std::min(ratio * advantage, std::clamp(ratio, 1 - epsilon, 1 + epsilon) * advantage);
}
}  // namespace

TEST_CASE("the surrogate is the paper's, and its gradient agrees with central differences") {
    double const epsilon = 0.2, h = 1e-6;
    for (double const log_ratio : {-1.0, -0.3, -0.1, 0.0, 0.1, 0.25, 1.5}) {
        for (double const advantage : {-2.0, -0.1, 0.0, 0.3, 1.7}) {
            double const old = -1.3;
            auto const s = ls::clipped_surrogate(old + log_ratio, old, advantage, epsilon);
            CHECK(s.loss == doctest::Approx(surrogate_loss(old + log_ratio, old, advantage, epsilon)).epsilon(1e-13));
            double const slope = (surrogate_loss(old + log_ratio + h, old, advantage, epsilon) -
                                  surrogate_loss(old + log_ratio - h, old, advantage, epsilon)) / (2 * h);
            CHECK(s.log_prob_gradient == doctest::Approx(slope).epsilon(1e-7));
            CHECK(s.approximate_kl >= 0);
            CHECK(s.clipped == (std::abs(std::exp(log_ratio) - 1) > epsilon ? 1.0 : 0.0));
        }
    }
}

TEST_CASE("the penalised surrogate is least at the bounds of the clip, and its gradient agrees with central differences") {
    double const epsilon = 0.4, h = 1e-6, old = -1.3;
    auto const loss = [&](double log_ratio, double advantage) {
        double const excess = std::exp(log_ratio) - 1;
        return std::abs(advantage) * excess * excess / (2 * epsilon) - (1 + excess) * advantage;
    };
    for (double const advantage : {-2.0, -0.1, 0.0, 0.3, 1.7}) {
        for (double const log_ratio : {-1.0, -0.3, -0.1, 0.0, 0.1, 0.25, 1.5}) {
            auto const s = ls::penalized_surrogate(old + log_ratio, old, advantage, epsilon);
            auto const c = ls::clipped_surrogate(old + log_ratio, old, advantage, epsilon);
            CHECK(s.loss == doctest::Approx(loss(log_ratio, advantage)).epsilon(1e-13));
            double const slope = (loss(log_ratio + h, advantage) - loss(log_ratio - h, advantage)) / (2 * h);
            CHECK(s.log_prob_gradient == doctest::Approx(slope).epsilon(1e-7));
            CHECK(s.approximate_kl == c.approximate_kl);
            CHECK(s.clipped == c.clipped);
        }
        double const best = std::log(1 + (advantage < 0 ? -epsilon : epsilon));
        CHECK(std::abs(ls::penalized_surrogate(old + best, old, advantage, epsilon).log_prob_gradient) < 1e-12);
    }
}

TEST_CASE("the value objective with and without a clip agrees with central differences") {
    double const h = 1e-6;
    for (float const clip : {0.0f, 0.2f}) {
        for (double const value : {-1.0, 0.1, 0.35, 0.9, 2.0}) {
            double const old = 0.3, target = 0.6;
            auto const loss = [&](double v) {
                double const plain = (v - target) * (v - target);
                double const bounded = old + std::clamp(v - old, -static_cast<double>(clip), static_cast<double>(clip)) - target;
                return 0.5 * (clip > 0 ? std::max(plain, bounded * bounded) : plain);
            };
            auto const error = ls::value_objective(value, old, target, static_cast<double>(clip));
            CHECK(error.loss == doctest::Approx(loss(value)).epsilon(1e-12));
            CHECK(error.gradient == doctest::Approx((loss(value + h) - loss(value - h)) / (2 * h)).epsilon(1e-7));
        }
    }
}

TEST_CASE("lanes give what a scalar gives") {
    auto const scalar = ls::clipped_surrogate(-1.0f, -1.2f, 0.7f, 0.2f);
    using R = ls::native_lanes;
    auto const pack = ls::clipped_surrogate(R(-1.0f), R(-1.2f), R(0.7f), R(0.2f));
    CHECK(pack.loss[1] == doctest::Approx(scalar.loss).epsilon(1e-6));
    CHECK(pack.log_prob_gradient[1] == doctest::Approx(scalar.log_prob_gradient).epsilon(1e-6));
}
