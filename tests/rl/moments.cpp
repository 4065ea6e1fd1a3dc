// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/rl/moments.hpp>

namespace ls = lockstep;

TEST_CASE("moments merged row by row are those of all samples together") {
    constexpr int width = ls::native_width;
    using R = ls::native_lanes;
    auto running = ls::moments<2>::unit();
    CHECK(running.count == 0);
    CHECK(running.variance[1] == 1);

    ls::random<double> random(3, 0, 0);
    std::vector<double> seen[2];
    for (std::size_t merge = 0; merge < 4; ++merge) {
        ls::moment_sums<R, 2> rows[3]{};
        for (auto& row : rows) {
            for (std::size_t sample = 0; sample < 5; ++sample) {
                for (std::size_t i = 0; i < 2; ++i) {
                    R x;
                    for (std::size_t l = 0; l < width; ++l) {
                        double const value =
                            (i == 0 ? 100.0 : -3.0) + static_cast<double>(merge) + random.normal() * (i == 0 ? 0.5 : 4.0);
                        x.set(l, static_cast<float>(value));
                        seen[i].push_back(static_cast<double>(static_cast<float>(value)));
                    }
                    row.add(i, x - R(running.mean[i]));
                }
            }
        }
        running.merge(rows, 3, 5);
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
        CHECK(running.count == n);
        CHECK(running.mean[i] == doctest::Approx(mean).epsilon(1e-5));
        CHECK(running.variance[i] == doctest::Approx(variance).epsilon(1e-4));
    }
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
            CHECK(running.mean[0] == doctest::Approx(constant).epsilon(1e-6));
            CHECK(running.variance[0] >= 0);
            CHECK(running.variance[0] < 1e-10 * constant * constant);
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
        CHECK(std::isfinite(running.mean[0]));
    }
    CHECK(std::abs(running.mean[0]) < 1);
    CHECK(running.variance[0] < 20);
}
