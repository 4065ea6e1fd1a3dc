// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo/critic_view.hpp>
#include <tests/rl/ppo/setting.hpp>

using namespace support::ppo;

TEST_CASE("values are those of plain loops in double") {
    using tried = setting<gaussian, double>;
    tried const s;
    ls::critic_view<tried::networks> const values{s.parameters.data(), s.transposed_weights.data()};
    typename ls::critic_view<tried::networks>::workspace work;
    work.prepare();
    auto critic = tried::critic_of(s.parameters);
    for (std::size_t const environment : {0, 3}) {
        auto const expected = critic.forward(s.seen_by_critic(environment));
        for (std::size_t step = 0; step < tried::horizon; ++step) {
            auto const& observation = s.samples[tried::place(environment, step)].observation;
            CHECK(values.of(observation, work) == doctest::Approx(expected[step][0]).epsilon(1e-12));
        }
    }
}

TEST_CASE("a critic remembers what it values, unless its memory is kept") {
    using tried = setting<gaussian, double, layers_that_remember>;
    tried const s;
    ls::critic_view<tried::networks> const values{s.parameters.data(), s.transposed_weights.data()};
    typename ls::critic_view<tried::networks>::workspace work;
    work.prepare();
    ls::set_memory(work, s.memories[0], ls::memory_size<tried::actor>);
    auto const expected = tried::critic_of(s.parameters).forward(s.seen_by_critic(0));
    auto const& observation = s.samples[tried::place(0, 0)].observation;
    auto const value = [&] { return values.of(observation, work); };
    for (int i = 0; i < 2; ++i) {
        CHECK(values.keeping_memory(work, value) == doctest::Approx(expected[0][0]).epsilon(1e-12));
    }
    double const first = value(), second = value();
    CHECK(first == doctest::Approx(expected[0][0]).epsilon(1e-12));
    CHECK(second != first);
}
