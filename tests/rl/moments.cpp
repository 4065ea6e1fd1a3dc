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
                        double const value = (i == 0 ? 100.0 : -3.0) + static_cast<double>(merge) + random.normal() * (i == 0 ? 0.5 : 4.0);
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
