// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/summary.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a summary adds up episodes of different lengths, and moments count their steps") {
    using R = ls::native_lanes;
    constexpr std::size_t packs = 2 * 16 / ls::native_width, count = packs * R::width;
    std::vector<ls::rollout_sums<R>> episodes(packs);
    std::vector<ls::moment_sums<R, 1>> observed(packs);
    double sum = 0, squares = 0, steps = 0, seen = 0;
    for (std::size_t e = 0; e < count; ++e) {
        std::size_t const pack = e / R::width, lane = e % R::width;
        float const value = static_cast<float>(e * 13 % 7) - 3, length = static_cast<float>(1 + e % 5);
        episodes[pack].episodes.set(lane, 1);
        episodes[pack].episode_return.set(lane, value);
        episodes[pack].episode_length.set(lane, length);
        episodes[pack].nonfinite.set(lane, e == 3 ? 1.0f : 0.0f);
        observed[pack].sum[0].set(lane, length * value);
        observed[pack].squares[0].set(lane, length * value * value);
        sum += static_cast<double>(value);
        squares += static_cast<double>(value * value);
        steps += static_cast<double>(length);
        seen += static_cast<double>(length * value);
    }
    auto moments = ls::moments<1>::unit();
    ls::evolution_summary<> summary;
    ls::summarize_evolution<1, ls::native_world>{.packs = packs,
                                                 .per_episode = 1 / static_cast<float>(count),
                                                 .episodes = episodes.data(),
                                                 .observation_sums = observed.data(),
                                                 .observation_moments = &moments,
                                                 .summary = &summary}(0);
    double const n = static_cast<double>(count);
    CHECK(summary.ended.episodes == n);
    CHECK(summary.ended.nonfinite == 1);
    CHECK(summary.best_return == 3);
    CHECK(summary.return_deviation == doctest::Approx(std::sqrt(squares / n - sum / n * (sum / n))).epsilon(1e-5));
    CHECK(summary.steps_high == steps);
    CHECK(summary.steps_low == 0);
    CHECK(moments.count.high == steps);
    CHECK(moments.mean[0].high == doctest::Approx(seen / steps).epsilon(1e-5));
}
