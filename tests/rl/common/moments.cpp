// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/rl/common/moments.hpp>

#include <tests/support/float_pair.hpp>

namespace ls = lockstep;
using support::in_double;

TEST_CASE("moments merged pack by pack are those of all samples together") {
    constexpr int width = ls::native_width;
    using R = ls::native_lanes;
    auto running = ls::moments<2>::unit();
    CHECK(in_double(running.count) == 0);
    CHECK(in_double(running.variance[1]) == 1);

    ls::random<double> random(3, 0, 0);
    std::vector<double> seen[2];
    for (std::size_t merge = 0; merge < 4; ++merge) {
        ls::moment_sums<R, 2> packs[3]{};
        for (auto& pack : packs) {
            for (std::size_t sample = 0; sample < 5; ++sample) {
                for (std::size_t i = 0; i < 2; ++i) {
                    R x;
                    for (std::size_t l = 0; l < width; ++l) {
                        double const value =
                            (i == 0 ? 100.0 : -3.0) + static_cast<double>(merge) + random.normal() * (i == 0 ? 0.5 : 4.0);
                        x.set(l, static_cast<float>(value));
                        seen[i].push_back(static_cast<double>(static_cast<float>(value)));
                    }
                    pack.add(i, x - R(running.mean[i].high));
                }
            }
        }
        running.merge(packs, 3, 5);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        double const n = static_cast<double>(seen[i].size());
        double mean = 0, variance = 0;
        for (double x : seen[i]) {
            mean += x / n;
        }
        for (double x : seen[i]) {
            variance += (x - mean) * (x - mean) / n;
        }
        CHECK(in_double(running.count) == n);
        CHECK(in_double(running.mean[i]) == doctest::Approx(mean).epsilon(1e-5));
        CHECK(in_double(running.variance[i]) == doctest::Approx(variance).epsilon(1e-4));
    }
}

TEST_CASE("after a thousand merges of some hundred million samples the moments are those of double") {
    constexpr std::size_t packs = 1024 / ls::native_width, samples = 128;
    using R = ls::native_lanes;
    auto running = ls::moments<1>::unit();
    double count = 0, mean = 0, variance = 1;
    ls::random<double> random(4, 0, 0);
    std::vector<ls::moment_sums<R, 1>> sums(packs);
    for (std::size_t merge = 0; merge < 1000; ++merge) {
        // What samples of mean 3 to 4.4 and deviation 0.7 about this centre sum up to, a lane.
        double const centre = static_cast<double>(running.mean[0].high);
        double const away = 3 + 2e-3 * static_cast<double>(merge % 700) - centre;
        double sum = 0, squares = 0;
        for (auto& pack : sums) {
            for (std::size_t l = 0; l < ls::native_width; ++l) {
                pack.sum[0].set(l, static_cast<float>(samples * away + 8 * random.normal()));
                pack.squares[0].set(l, static_cast<float>(samples * (away * away + 0.49) + 10 * random.normal()));
                sum += static_cast<double>(pack.sum[0][l]);
                squares += static_cast<double>(pack.squares[0][l]);
            }
        }
        running.merge(sums.data(), packs, samples);

        double const added = 1024 * samples, total = count + added;
        double const shift = sum / added, step = centre + shift - mean;
        variance = (variance * count + squares - shift * sum + step * step * count * added / total) / total;
        mean += step * added / total;
        count = total;
        REQUIRE(in_double(running.count) == count);
        REQUIRE(std::abs(in_double(running.mean[0]) - mean) < 2e-13);
        REQUIRE(std::abs(in_double(running.variance[0]) - variance) < 2e-13);
    }
    CHECK(count > 1.3e8);
}

TEST_CASE("samples are counted one by one far beyond the whole numbers of a float") {
    using R = ls::native_lanes;
    auto running = ls::moments<1>::unit();
    running.count = ls::float_pair::of(std::size_t(1) << 40);
    ls::moment_sums<R, 1> const sums{};
    for (int merge = 0; merge < 1000; ++merge) {
        running.merge(&sums, 1, 1);
    }
    CHECK(in_double(running.count) == 0x1p40 + 1000.0 * ls::native_width);
}

TEST_CASE("a constant has no variance, however large it is and however many are summed") {
    using R = ls::native_lanes;
    for (double const constant : {50.7, 300.1, 1000.1, -1e6}) {
        for (std::size_t const samples : {16u, 128u, 2048u}) {
            auto running = ls::moments<1>::unit();
            R const x = R(constant);
            running.expect(ls::vector<R, 1>{{x}});
            for (int merge = 0; merge < 2; ++merge) {
                ls::moment_sums<R, 1> sums{};
                for (std::size_t i = 0; i < samples; ++i) {
                    sums.add(0, x, running);
                }
                running.merge(&sums, 1, samples);
            }
            CHECK(in_double(running.mean[0]) == doctest::Approx(constant).epsilon(1e-6));
            CHECK(running.variance[0].high >= 0);
            CHECK(in_double(running.variance[0]) < 1e-10 * constant * constant);
            CHECK(std::isfinite(running.inverse_deviation(0)));
        }
    }
}

TEST_CASE("no single sample spoils the moments for good") {
    using R = ls::native_lanes;
    auto running = ls::moments<1>::unit();
    ls::random<R> random(1, ls::consecutive_words<R>(0), ls::constant_words<R>(0));
    for (int merge = 0; merge < 20; ++merge) {
        ls::moment_sums<R, 1> sums{};
        for (std::size_t i = 0; i < 64; ++i) {
            R x = random.normal();
            if (merge == 5 && i == 7) {
                x.set(2, 3e38f);
            }
            sums.add(0, x, running);
        }
        running.merge(&sums, 1, 64);
        CHECK(std::isfinite(running.mean[0].high));
    }
    CHECK(std::abs(running.mean[0].high) < 1);
    CHECK(running.variance[0].high < 20);
}

TEST_CASE("quantities that are ignored have a deviation that makes them 0") {
    auto m = ls::moments<3>::unit();
    ls::ignore_moments<3, ls::native_world>{&m, 1}(0);
    CHECK(m.inverse_deviation(0) == 1);
    CHECK(m.inverse_deviation(1) < 1e-12f);
    CHECK(m.inverse_deviation(2) < 1e-12f);
}
