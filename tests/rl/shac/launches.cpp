// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/launches.hpp>

#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>

namespace ls = lockstep;

namespace {

using env = ls::envs::pendulum;
using networks = ls::actor_critic<env, ls::hidden_layers<ls::elu_activation, 16>, ls::squashed_actions<env>>;

struct setting {
    ls::shac_config config{.environments = 48,
                           .horizon = 8,
                           .length_growth = 1.5f,
                           .length_rate = 0.25f,
                           .critic_windows = 3,
                           .replay_windows = 4,
                           .replay_batch = 2};
    ls::cpu device{{.threads = 1}};
    ls::shac_memory<env, networks, ls::cpu> memory{device, config};
    std::size_t of_window = memory.horizon * memory.packs;

    setting() { ls::shac_length_of(config, memory).begin(); }

    auto newest_window(std::size_t iteration) {
        return ls::shac_newest_window<env, networks>({}, config, memory, iteration, ls::normalizer<3>::identity());
    }
};

}  // namespace

TEST_CASE("each iteration writes its window over the oldest, of those for the actor and of those for the critic") {
    setting s;
    auto const window = s.newest_window(6);
    CHECK(window.first_step == 6 * 8);
    CHECK(window.length == 8);
    CHECK(window.per_sample == 1.0f / (48 * 8));
    CHECK(window.view.steps_of_pack == s.memory.steps_of_pack.data() + 2 * s.of_window);
    CHECK(window.view.traces == s.memory.traces.data() + 2 * s.of_window);
    CHECK(window.view.samples == s.memory.samples.data());
    CHECK(window.view.records == s.memory.records.data());
    CHECK(s.newest_window(7).view.samples == s.memory.samples.data() + s.of_window);
    CHECK(s.newest_window(7).view.steps_of_pack == s.memory.steps_of_pack.data() + 3 * s.of_window);
}

TEST_CASE("an older window is found by its place, and its tapes are made anew only where it has none") {
    setting s;
    auto const with_tapes = ls::shac_recalled<env, networks>({}, s.config, s.memory, 3, true, ls::normalizer<3>::identity());
    CHECK(with_tapes.view.steps_of_pack == s.memory.steps_of_pack.data() + 3 * s.of_window);
    CHECK(with_tapes.has_tapes);
    auto const without = ls::shac_recalled<env, networks>({}, s.config, s.memory, 3, false, ls::normalizer<3>::identity());
    CHECK(!without.has_tapes);
    CHECK(without.view.traces == s.memory.traces.data() + 3 * s.of_window);
    auto const revalued = ls::shac_revaluation(s.config, s.memory, 2);
    CHECK(revalued.view.samples == s.memory.samples.data() + 2 * s.of_window);
    CHECK(revalued.view.records == s.memory.records.data() + 2 * s.of_window);
}

TEST_CASE("the length adapts to the mean growth at a place of the window of this iteration, over all windows in it") {
    setting s;
    auto const write = [&s](auto&& growth) {
        for (std::size_t i = 0; i < s.of_window; ++i) {
            s.memory.steps_of_pack.data()[s.of_window + i].growth = ls::pack_t<float>(growth(i % s.config.horizon));
        }
    };
    write([](std::size_t t) { return t == 0 ? 5.5f : 1.5f; });
    ls::adapt_shac_length(s.config, s.memory, 5);
    float const* const lengths = s.memory.lengths.data();
    CHECK(lengths[1] == doctest::Approx(1));  // 0.25 * (5.5 - 1.5)
    CHECK(lengths[2] == doctest::Approx(0));
    CHECK(lengths[0] == doctest::Approx(7.75));  // 8 - 0.25 * 1
    // Steps 0 and 7 of the iteration are the first ones of windows of seven steps.
    write([](std::size_t t) { return t == 7 ? 3.5f : 1.5f; });
    ls::adapt_shac_length(s.config, s.memory, 5);
    CHECK(lengths[1] == doctest::Approx(1.25));  // 0.25 * ((1.5 + 3.5) / 2 - 1.5) more
    CHECK(lengths[0] == doctest::Approx(7.4375));
}
