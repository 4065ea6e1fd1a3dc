// SPDX-License-Identifier: MIT
#include <lockstep/nn/categorical.hpp>

#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

namespace {

using policy = ls::categorical<double, 4>;

constexpr policy some{.logits = {0.5, -1.2, 2.0, 0.1}};

double probability(policy const& p, std::size_t index) {
    double sum = 0;
    for (double const logit : p.logits) {
        sum += std::exp(logit);
    }
    return std::exp(p.logits[index]) / sum;
}

template <class F>
double central_difference(std::size_t i, F f) {
    double const step = 1e-5;
    policy up = some, down = some;
    up.logits[i] += step;
    down.logits[i] -= step;
    return (f(up) - f(down)) / (2 * step);
}

}  // namespace

TEST_CASE("log_prob is the logarithm of the softmax, and the entropy its mean, negated") {
    double entropy = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        double const p = probability(some, i);
        CHECK(some.log_prob(static_cast<double>(i)) == doctest::Approx(std::log(p)).epsilon(1e-14));
        entropy -= p * std::log(p);
    }
    CHECK(some.entropy() == doctest::Approx(entropy).epsilon(1e-14));
    CHECK(policy{{7, 7, 7, 7}}.entropy() == doctest::Approx(std::log(4)).epsilon(1e-14));
}

TEST_CASE("gradients agree with central differences") {
    for (std::size_t i = 0; i < 4; ++i) {
        for (double const index : {0.0, 1.0, 2.0, 3.0}) {
            double const slope = central_difference(i, [&](policy const& p) { return p.log_prob(index); });
            CHECK(std::abs(some.log_prob_gradient(index)[i] - slope) < 1e-7 * std::max(1.0, std::abs(slope)));
        }
        double const slope = central_difference(i, [](policy const& p) { return p.entropy(); });
        CHECK(std::abs(some.entropy_gradient()[i] - slope) < 1e-7 * std::max(1.0, std::abs(slope)));
    }
}

TEST_CASE("indices are drawn as often as they are probable") {
    ls::random<double> noise(5, 0, 0);
    std::size_t const count = 100'000;
    double drawn[4] = {};
    for (std::size_t n = 0; n < count; ++n) {
        ++drawn[static_cast<std::size_t>(some.sample(noise))];
    }
    for (std::size_t i = 0; i < 4; ++i) {
        double const p = probability(some, i);
        CHECK(std::abs(drawn[i] / count - p) < 5 * std::sqrt(p * (1 - p) / count));
    }
}

TEST_CASE("the mode is the most probable index, the first of several") {
    CHECK(some.mode() == 2);
    CHECK(policy{{1, 3, 3, 0}}.mode() == 1);
    CHECK(policy{{0, 0, 0, 0}}.mode() == 0);
    CHECK(policy{{-5, -4, -3, -2}}.mode() == 3);
}

TEST_CASE("logits far apart and large give finite numbers, and what is impossible is not drawn") {
    ls::categorical<float, 3> const sure{.logits = {3e4f, -3e4f, 3e4f}};
    ls::random<float> noise(1, 0, 0);
    for (int n = 0; n < 1000; ++n) {
        CHECK(sure.sample(noise) != 1);
    }
    CHECK(sure.log_prob(0) == doctest::Approx(-std::log(2.0f)));
    CHECK(sure.log_prob(1) == doctest::Approx(-6e4f));
    CHECK(sure.entropy() == doctest::Approx(std::log(2.0f)));
    for (float const g : sure.entropy_gradient()) {
        CHECK(std::abs(g) < 1e-6f);
    }
}

TEST_CASE("lanes give each sample its own distribution, bit for bit that of a float") {
    using R = ls::native_lanes;
    ls::categorical<R, 3> wide{.logits = {R(0.3), R(-0.2), R(0)}};
    ls::random<R> draws(3, ls::consecutive_words<R>(0), ls::words<R>{});
    R index(0);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        wide.logits[0].set(l, 0.2f * static_cast<float>(l));
        index.set(l, static_cast<float>(l % 3));
    }
    R const drawn = wide.sample(draws), log_prob = wide.log_prob(index), entropy = wide.entropy(), mode = wide.mode();
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        ls::categorical<float, 3> const narrow{.logits = {wide.logits[0][l], -0.2f, 0}};
        ls::random<float> own(3, static_cast<std::uint32_t>(l), 0);
        CHECK(drawn[l] == narrow.sample(own));
        CHECK(log_prob[l] == narrow.log_prob(index[l]));
        CHECK(entropy[l] == narrow.entropy());
        CHECK(mode[l] == narrow.mode());
    }
}
