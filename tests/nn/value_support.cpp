// SPDX-License-Identifier: MIT
#include <lockstep/nn/value_support.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

namespace {

using support = ls::value_support<double, 5>;
constexpr support some{.least = -2, .greatest = 6};
constexpr ls::vector<double, 5> logits{0.3, -1, 0.8, 2, -0.4};

double sum(support::distribution const& p) {
    double result = 0;
    for (double const x : p) {
        CHECK(x >= 0);
        result += x;
    }
    return result;
}

template <class F>
double central_difference(std::size_t i, F f) {
    auto up = logits, down = logits;
    up[i] += 1e-5;
    down[i] -= 1e-5;
    return (f(up) - f(down)) / 2e-5;
}

/// Algorithm 1 of the paper as it stands there.
support::distribution projected(support::distribution const& p, double reward, double discount) {
    support::distribution m{};
    for (std::size_t j = 0; j < 5; ++j) {
        double const moved = std::clamp(reward + discount * (-2 + 2.0 * static_cast<double>(j)), -2.0, 6.0);
        double const b = (moved + 2) / 2, l = std::floor(b), u = std::ceil(b);
        m[static_cast<std::size_t>(l)] += p[j] * (l == u ? 1 : u - b);
        m[static_cast<std::size_t>(u)] += p[j] * (b - l);
    }
    return m;
}

}  // namespace

TEST_CASE("atoms lie at equal distances, and the mean is theirs") {
    CHECK(some.gap() == 2);
    CHECK(some.atom(0) == -2);
    CHECK(some.atom(3) == 4);
    CHECK(some.mean({0.5, 0, 0, 0.5, 0}) == 1);
    CHECK(sum(support::of(logits)) == doctest::Approx(1).epsilon(1e-14));
    CHECK(some.holds(-2));
    CHECK(some.holds(6));
    CHECK_FALSE(some.holds(6.1));
    CHECK_FALSE(some.holds(-2.1));
}

TEST_CASE("gradients of the mean and of the cross entropy agree with central differences") {
    auto const p = support::of(logits), target = some.project(p, 0.7, 0.6);
    for (std::size_t i = 0; i < 5; ++i) {
        double const by_mean = central_difference(i, [](auto const& x) { return some.mean(support::of(x)); });
        CHECK(std::abs(some.mean_gradient(p)[i] - by_mean) < 1e-7);
        double const by_entropy = central_difference(i, [&](auto const& x) { return support::cross_entropy(target, x); });
        CHECK(std::abs(p[i] - target[i] - by_entropy) < 1e-7);
    }
}

TEST_CASE("the projection is the paper's, and keeps the mean of what stays within the support") {
    auto const p = support::of(logits);
    for (double const reward : {-9.0, -1.3, 0.0, 0.4, 2.0, 30.0}) {
        for (double const discount : {0.0, 0.5, 0.97, 1.0}) {
            auto const ours = some.project(p, reward, discount), theirs = projected(p, reward, discount);
            CHECK(sum(ours) == doctest::Approx(1).epsilon(1e-14));
            for (std::size_t i = 0; i < 5; ++i) {
                CHECK(std::abs(ours[i] - theirs[i]) < 1e-14);
            }
        }
    }
    CHECK(some.mean(some.project(p, 0.4, 0.5)) == doctest::Approx(0.4 + 0.5 * some.mean(p)).epsilon(1e-14));
    CHECK(some.mean(some.project(p, 30, 1)) == 6);
}

TEST_CASE("a value is two atoms whose mean it is") {
    auto const between = some.two_hot(2.5);
    CHECK(between[2] == 0.75);
    CHECK(between[3] == 0.25);
    CHECK(some.mean(between) == 2.5);
    CHECK(some.two_hot(4)[3] == 1);
    CHECK(some.two_hot(-7)[0] == 1);
    CHECK(some.two_hot(7)[4] == 1);
}

TEST_CASE("what is no number is at no atom, and leaves the lanes beside it alone") {
    using R = ls::native_lanes;
    ls::value_support<R, 5> const wide{R(-2), R(6)};
    R value(2.5f);
    value.set(1, std::numeric_limits<float>::quiet_NaN());
    auto const p = wide.two_hot(value);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        for (std::size_t i = 0; i < 5; ++i) {
            CHECK(p[i][l] == (l == 1 ? 0.0f : i == 2 ? 0.75f : i == 3 ? 0.25f : 0.0f));
        }
    }
}

TEST_CASE("lanes give each sample what a float gives") {
    using R = ls::native_lanes;
    ls::value_support<R, 5> const wide{R(-2), R(6)};
    ls::value_support<float, 5> const narrow{-2, 6};
    ls::vector<R, 5> x;
    R reward(0);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        reward.set(l, 0.9f * static_cast<float>(l) - 3);
        for (std::size_t i = 0; i < 5; ++i) {
            x[i].set(l, std::sin(static_cast<float>(3 * l + i)));
        }
    }
    auto const target = wide.project(wide.of(x), reward, R(0.9));
    R const cost = wide.cross_entropy(target, x);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        ls::vector<float, 5> own;
        for (std::size_t i = 0; i < 5; ++i) {
            own[i] = x[i][l];
        }
        auto const expected = narrow.project(narrow.of(own), reward[l], 0.9f);
        for (std::size_t i = 0; i < 5; ++i) {
            CHECK(target[i][l] == doctest::Approx(expected[i]).epsilon(1e-5));
        }
        CHECK(cost[l] == doctest::Approx(narrow.cross_entropy(expected, own)).epsilon(1e-5));
    }
}
