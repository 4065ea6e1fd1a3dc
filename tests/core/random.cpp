// SPDX-License-Identifier: MIT
#include <lockstep/core/random.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

constexpr std::size_t sample_size = 200'000;

/// Many short streams, as environments draw them: 20 numbers from each episode.
template <class R, class Draw>
std::vector<double> sample(Draw draw) {
    std::vector<double> numbers;
    for (std::uint32_t episode = 0; numbers.size() < sample_size; ++episode) {
        ls::random<R> random(12345, ls::consecutive_words<R>(0), ls::constant_words<R>(episode));
        for (int i = 0; i < 20; ++i) {
            R const x = draw(random);
            for (std::size_t lane = 0; lane < std::size_t(ls::width_of<R>); ++lane) {
                numbers.push_back(double(ls::lane(x, lane)));
            }
        }
    }
    return numbers;
}

double moment(std::vector<double> const& numbers, int power) {
    double sum = 0;
    for (double const x : numbers) {
        sum += std::pow(x, power);
    }
    return sum / double(numbers.size());
}

/// Kolmogorov-Smirnov: the greatest distance of the empirical distribution from `distribution`, times sqrt(n).
template <class Distribution>
double distance(std::vector<double> numbers, Distribution distribution) {
    std::sort(numbers.begin(), numbers.end());
    double const n = double(numbers.size());
    double greatest = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        double const p = distribution(numbers[i]);
        greatest = std::max({greatest, p - double(i) / n, double(i + 1) / n - p});
    }
    return greatest * std::sqrt(n);
}

constexpr double surely = 1.95;  // passed by one true sample in a thousand

double correlation_with_next(std::vector<double> const& numbers, double mean, double variance) {
    double sum = 0;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        sum += (numbers[i - 1] - mean) * (numbers[i] - mean);
    }
    return sum / double(numbers.size()) / variance;
}

}  // namespace

TEST_CASE_TEMPLATE("uniform numbers fill [0, 1) evenly", R, float, double, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    auto const numbers = sample<R>([](ls::random<R>& random) { return random.uniform(); });
    double const error = 1 / std::sqrt(double(numbers.size()));
    CHECK(*std::min_element(numbers.begin(), numbers.end()) >= 0);
    CHECK(*std::max_element(numbers.begin(), numbers.end()) < 1);
    CHECK(moment(numbers, 1) == doctest::Approx(0.5).epsilon(4 * error));
    CHECK(moment(numbers, 2) == doctest::Approx(1.0 / 3).epsilon(4 * error));
    CHECK(distance(numbers, [](double x) { return x; }) < surely);
    CHECK(std::abs(correlation_with_next(numbers, 0.5, 1.0 / 12)) < 4 * error);
}

TEST_CASE_TEMPLATE("normal numbers have the moments and the distribution they should", R, float, double, ls::lanes<4>,
                   ls::lanes<8>, ls::lanes<16>) {
    auto const numbers = sample<R>([](ls::random<R>& random) { return random.normal(); });
    double const error = 1 / std::sqrt(double(numbers.size()));
    CHECK(std::abs(moment(numbers, 1)) < 4 * error);
    CHECK(std::abs(moment(numbers, 2) - 1) < 4 * std::sqrt(2.0) * error);
    CHECK(std::abs(moment(numbers, 3)) < 4 * std::sqrt(15.0) * error);
    CHECK(std::abs(moment(numbers, 4) - 3) < 4 * std::sqrt(96.0) * error);
    CHECK(distance(numbers, [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }) < surely);
    CHECK(std::abs(correlation_with_next(numbers, 0, 1)) < 4 * error);
    CHECK(*std::max_element(numbers.begin(), numbers.end()) < 6.7);
}

TEST_CASE_TEMPLATE("a lane draws bit for bit what float draws from its stream", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    constexpr std::size_t width = ls::width_of<R>;
    std::uint32_t streams[width], episodes[width];
    for (std::uint32_t i = 0; i < width; ++i) {
        streams[i] = 1000 + 7 * i;
        episodes[i] = i * i;
    }
    ls::random<R> pack(0x123456789abcdefu, ls::load_words<R>(streams), ls::load_words<R>(episodes), 3);
    std::vector<ls::random<float>> alone;
    for (std::size_t i = 0; i < width; ++i) {
        alone.emplace_back(0x123456789abcdefu, streams[i], episodes[i], 3u);
    }
    for (int draw = 0; draw < 600; ++draw) {
        R const x = draw % 3 == 0 ? pack.normal() : draw % 3 == 1 ? pack.uniform() : pack.uniform(R(-0.3), R(0.7));
        for (std::size_t i = 0; i < width; ++i) {
            float const y = draw % 3 == 0   ? alone[i].normal()
                            : draw % 3 == 1 ? alone[i].uniform()
                                            : alone[i].uniform(-0.3f, 0.7f);
            REQUIRE(std::bit_cast<std::uint32_t>(x[i]) == std::bit_cast<std::uint32_t>(y));
        }
    }
}

TEST_CASE("double draws from the same words as float") {
    ls::random<float> narrow(5, 6, 7);
    ls::random<double> wide(5, 6, 7);
    for (int draw = 0; draw < 1000; ++draw) {
        CHECK(double(narrow.uniform()) == doctest::Approx(wide.uniform()).epsilon(1e-6));
        CHECK(std::abs(double(narrow.normal()) - wide.normal()) < 1e-2);  // near u = 0 the logarithm is steep
    }
}

TEST_CASE("every part of a stream's name changes what it draws") {
    auto const first = [](std::uint64_t seed, std::uint32_t stream, std::uint32_t episode, std::uint32_t purpose) {
        return ls::random<float>(seed, stream, episode, purpose).bits();
    };
    std::uint32_t const reference = first(1, 1, 1, 0);
    CHECK(first(1, 1, 1, 0) == reference);
    CHECK(first(2, 1, 1, 0) != reference);
    CHECK(first(1 + (std::uint64_t{1} << 32), 1, 1, 0) != reference);
    CHECK(first(1, 2, 1, 0) != reference);
    CHECK(first(1, 1, 2, 0) != reference);
    CHECK(first(1, 1, 1, 1) != reference);
}

TEST_CASE("uniform between bounds stays between them") {
    ls::random<float> random(9, 0, 0);
    for (int draw = 0; draw < 10'000; ++draw) {
        float const x = random.uniform(-0.6f, -0.4f);
        CHECK(x >= -0.6f);
        CHECK(x <= -0.4f);
    }
}
