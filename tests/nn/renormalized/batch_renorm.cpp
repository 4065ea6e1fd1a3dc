// SPDX-License-Identifier: MIT
#include <lockstep/nn/renormalized/batch_renorm.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/nn/layer_norm.hpp>

namespace ls = lockstep;

static_assert(ls::renormalizable<ls::tanh_activation> && !ls::renormalizable<ls::silu_activation> &&
              !ls::renormalizable<ls::layer_norm<ls::tanh_activation>>);
static_assert(ls::renormalizes<ls::batch_renorm<ls::tanh_activation>> && !ls::renormalizes<ls::layer_norm<ls::tanh_activation>>);

TEST_CASE_TEMPLATE("the statistics of a batch are those of each column", T, float, double) {
    std::size_t const units = ls::padded<T>(5), rows = 7;
    std::vector<T> x(rows * units), mean(units), variance(units);
    for (std::size_t s = 0; s < rows; ++s) {
        for (std::size_t i = 0; i < 5; ++i) {
            x[s * units + i] = static_cast<T>(1000 + 10 * i + s);
        }
    }
    ls::batch_statistics<T>({x.data(), units}, rows, units, mean.data(), variance.data());
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(mean[i] == doctest::Approx(1003 + 10 * static_cast<double>(i)));
        CHECK(variance[i] == doctest::Approx(4));
    }
}

TEST_CASE_TEMPLATE("a correction is clipped, and before the warm-up there is none", T, float, double) {
    std::size_t const units = ls::padded<T>(4);
    std::vector<T> gain(units, T(2)), shift(units, T(0.5)), mean(units, T(1)), variance(units, T(4)),
        batch_mean = {T(2), T(1), T(50), T(-50)}, batch_variance = {T(9), T(4), T(400), T(0.01)};
    batch_mean.resize(units), batch_variance.resize(units);
    std::vector<T> r(units), d(units), scale(units), offset(units);
    ls::batch_renorm_units<T> const norm{units, gain.data(), shift.data(), mean.data(), variance.data()};
    auto const fold = [&](ls::renorm_limits limits) {
        norm.fold(limits, {batch_mean.data(), batch_variance.data(), r.data(), d.data(), scale.data(), offset.data()});
    };
    fold(ls::renorm_limits::at(101u, 100));
    double const running = std::sqrt(4.001);
    CHECK(r[0] == doctest::Approx(std::sqrt(9.001) / running));
    CHECK(d[0] == doctest::Approx(1 / running));
    CHECK(r[1] == doctest::Approx(1));
    CHECK(d[1] == doctest::Approx(0));
    CHECK(r[2] == 3);
    CHECK(d[2] == 5);
    CHECK(r[3] == doctest::Approx(1.0 / 3));
    CHECK(d[3] == -5);
    // Unclipped, the batch is normalised by the running statistics.
    std::vector<T> by_running(units), by_offset(units);
    norm.fold(by_running.data(), by_offset.data());
    CHECK(scale[0] == doctest::Approx(static_cast<double>(by_running[0])));
    CHECK(offset[0] == doctest::Approx(static_cast<double>(by_offset[0])));
    CHECK(by_running[0] == doctest::Approx(2 / running));
    CHECK(by_offset[0] == doctest::Approx(0.5 - 2 / running));

    fold(ls::renorm_limits::at(100u, 100));
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(r[i] == 1);
        CHECK(d[i] == 0);
        CHECK(scale[i] * batch_mean[i] + offset[i] == doctest::Approx(0.5).epsilon(1e-4));
    }
}

TEST_CASE("ranks that each add some rows of a batch leave the bits of its statistics") {
    constexpr std::size_t units = 2 * ls::padding<>, rows = 21;
    std::vector<float> x(rows * units), mean(units), variance(units), shared_mean(units, 7), shared_variance(units, 7);
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = std::sin(static_cast<float>(i)) * 3 + 1;
    }
    ls::batch_statistics<float>({x.data(), units}, rows, units, mean.data(), variance.data());
    ls::shared_batch_statistics<float> const shared{rows, units, shared_mean.data(), shared_variance.data()};
    struct {
        std::size_t first, count;
    } const ranks[] = {{0, 16}, {16, 0}, {16, 5}};
    for (auto const& rank : ranks) {
        shared.add({x.data() + rank.first * units, units}, rank.count, rank.first == 0);
    }
    shared.divide(shared.mean);
    for (auto const& rank : ranks) {
        shared.add_squares({x.data() + rank.first * units, units}, rank.count, rank.first == 0);
    }
    shared.divide(shared.variance);
    CHECK(shared_mean == mean);
    CHECK(shared_variance == variance);
    CHECK(variance[3] > 0);
}
