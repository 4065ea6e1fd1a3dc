// SPDX-License-Identifier: MIT
#include <lockstep/nn/squashed_gaussian.hpp>

#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

namespace {

using policy = ls::squashed_gaussian<double, 2>;
using numbers = ls::vector<double, 2>;

constexpr policy some{.mean = {0.5, -1.2}, .log_deviation = {-0.3, 0.4}};
constexpr numbers noise{0.8, -0.6};

/// Some function of what was drawn.
double objective(policy::draw const& drawn) {
    return 1.3 * drawn.action[0] * drawn.action[0] - 0.7 * drawn.action[1] + 0.9 * drawn.log_prob;
}

template <class F>
double central_difference(F f) {
    double const step = 1e-5;
    return (f(step) - f(-step)) / (2 * step);
}

}  // namespace

TEST_CASE("the density of an action integrates to one") {
    ls::squashed_gaussian<double, 1> const one{.mean = {0.7}, .log_deviation = {-0.2}};
    double sum = 0;
    std::size_t const pieces = 200'000;
    for (std::size_t i = 0; i < pieces; ++i) {
        double const a = -1 + 2 * (static_cast<double>(i) + 0.5) / pieces;
        sum += std::exp(one.log_prob({std::atanh(a)})) * 2 / pieces;
    }
    CHECK(sum == doctest::Approx(1).epsilon(1e-9));
}

TEST_CASE("a draw carries its own probability, and the mode is the squashed mean") {
    auto const drawn = some.at(noise);
    double expected = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        double const x = some.mean[i] + std::exp(some.log_deviation[i]) * noise[i];
        CHECK(drawn.action[i] == doctest::Approx(std::tanh(x)).epsilon(1e-14));
        expected += -0.5 * noise[i] * noise[i] - some.log_deviation[i] - 0.5 * std::log(2 * std::acos(-1.0)) -
                    std::log(1 - std::tanh(x) * std::tanh(x));
        CHECK(some.mode()[i] == std::tanh(some.mean[i]));
    }
    CHECK(drawn.log_prob == doctest::Approx(expected).epsilon(1e-12));
}

TEST_CASE("gradients of a draw and of a fixed action agree with central differences") {
    auto const drawn = some.at(noise);
    auto const gradient = some.draw_gradient(drawn, noise, {2.6 * drawn.action[0], -0.7}, 0.9);
    numbers const x{0.3, -2.0};
    auto const fixed = some.log_prob_gradient(x);
    for (std::size_t i = 0; i < 2; ++i) {
        auto const moved = [&](double step) {
            policy p = some;
            p.mean[i] += step;
            return p;
        };
        auto const widened = [&](double step) {
            policy p = some;
            p.log_deviation[i] += step;
            return p;
        };
        CHECK(std::abs(gradient.mean[i] - central_difference([&](double h) { return objective(moved(h).at(noise)); })) < 1e-7);
        CHECK(std::abs(gradient.log_deviation[i] -
                       central_difference([&](double h) { return objective(widened(h).at(noise)); })) < 1e-7);
        CHECK(std::abs(fixed.mean[i] - central_difference([&](double h) { return moved(h).log_prob(x); })) < 1e-7);
        CHECK(std::abs(fixed.log_deviation[i] - central_difference([&](double h) { return widened(h).log_prob(x); })) < 1e-7);
    }
}

TEST_CASE("a slope may stand for tanh's own") {
    auto const drawn = some.at(noise);
    numbers const by_action{1.5, -0.7};
    auto const gradient = some.draw_gradient(drawn, noise, by_action, 0.9, [](double action) { return 3 + action; });
    for (std::size_t i = 0; i < 2; ++i) {
        double const a = drawn.action[i], by_x = by_action[i] * (3 + a) + 2 * 0.9 * a;
        CHECK(gradient.mean[i] == doctest::Approx(by_x).epsilon(1e-12));
        CHECK(gradient.log_deviation[i] ==
              doctest::Approx(by_x * std::exp(some.log_deviation[i]) * noise[i] - 0.9).epsilon(1e-12));
    }
}

TEST_CASE("far out, where tanh is one in every digit, the probability is still right") {
    ls::squashed_gaussian<float, 1> const narrow{.mean = {12.0f}, .log_deviation = {0.0f}};
    ls::squashed_gaussian<double, 1> const exact{.mean = {12.0}, .log_deviation = {0.0}};
    for (float const x : {-15.0f, 9.0f, 12.0f, 20.0f}) {
        double const z = static_cast<double>(x) - 12;
        double const expected = -0.5 * z * z - 0.918938533204673 - 2 * (0.693147180559945 - std::abs(static_cast<double>(x)));
        CHECK(static_cast<double>(narrow.log_prob({x})) == doctest::Approx(expected).epsilon(1e-6));
        CHECK(exact.log_prob({static_cast<double>(x)}) == doctest::Approx(expected).epsilon(1e-7));
    }
}

TEST_CASE("a deviation that is lost beside the mean does not spoil the probability") {
    ls::squashed_gaussian<float, 1> const narrow{.mean = {0.7f}, .log_deviation = {-20.0f}};
    double const stretch = std::log(1 - std::tanh(0.7) * std::tanh(0.7));
    CHECK(static_cast<double>(narrow.at({1.5f}).log_prob) ==
          doctest::Approx(-0.5 * 1.5 * 1.5 + 20 - 0.918938533204673 - stretch).epsilon(1e-6));
}

TEST_CASE("lanes give each sample its own draw, with the bits of a scalar") {
    using R = ls::native_lanes;
    ls::squashed_gaussian<R, 1> wide{.mean = {R(0)}, .log_deviation = {R(-0.3)}};
    ls::random<R> random(4, ls::consecutive_words<R>(0), ls::constant_words<R>(0));
    auto const eps = wide.noise(random);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        wide.mean[0].set(l, 0.1f * static_cast<float>(l));
    }
    auto const drawn = wide.at(eps);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        ls::squashed_gaussian<float, 1> const narrow{.mean = {wide.mean[0][l]}, .log_deviation = {-0.3f}};
        auto const alone = narrow.at({eps[0][l]});
        CHECK(drawn.action[0][l] == alone.action[0]);
        CHECK(drawn.log_prob[l] == doctest::Approx(alone.log_prob).epsilon(1e-6));
    }
}

TEST_CASE("a log deviation that a clamp holds passes no gradient") {
    ls::squashed_gaussian<float, 2> const held_below{.mean = {0.1f, 0.2f}, .log_deviation = {-20.0f, -1.5f}};
    CHECK(held_below.unless_held(0, -21.0f, 3.0f) == 0);
    CHECK(held_below.unless_held(0, -20.0f, 3.0f) == 3);
    CHECK(held_below.unless_held(1, -1.5f, 4.0f) == 4);
}
