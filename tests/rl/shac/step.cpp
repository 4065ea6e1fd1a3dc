// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/step.hpp>

#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/envs/concept/action_bounds.hpp>
#include <tests/rl/shac/window_setting.hpp>

namespace ls = lockstep;

using shac_windows::setting;
using shac_windows::short_pendulum;

TEST_CASE("what is kept of a step is what its backward pass has, and makes the step again") {
    setting s;
    s.run();
    short_pendulum const env;
    std::size_t ends = 0;
    for (std::size_t pack = 0; pack < setting::packs; ++pack) {
        double weight = 1;
        for (std::size_t t = 0; t < setting::horizon; ++t) {
            CAPTURE(pack);
            CAPTURE(t);
            auto const& step = s.steps_of_pack[pack * setting::horizon + t];
            auto const& kept = s.traces[pack * setting::horizon + t];
            CHECK(kept.before.angle == step.before.angle);
            CHECK(kept.after.speed == step.after.speed);
            CHECK(kept.drawn[0] == step.drawn[0]);
            CHECK(kept.log_density == step.log_density);
            CHECK(kept.ended == step.ended);
            CHECK(kept.is_bootstrapped == step.is_bootstrapped);

            auto const again = env.step(kept.before, ls::within_bounds<short_pendulum>(kept.action));
            CHECK(again.state.angle == kept.after.angle);
            CHECK(again.state.speed == kept.after.speed);
            CHECK(step.reward == 0.3 * again.reward);
            CHECK(step.share == 1);
            CHECK(step.nonfinite == 0);

            // gamma^k since the begin of the window or of the episode. The value after the last step of a window counts, unless the step terminated.
            CHECK(kept.weight == doctest::Approx(weight));
            bool const ended = kept.ended > 0.5;
            CHECK((ended || kept.is_bootstrapped > 0.5) == (ended || t + 1 == setting::horizon));
            weight = ended ? 1 : 0.9 * weight;
            ends += ended;
        }
    }
    CHECK(ends > 0);
}
