// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/candidates.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/planning/colored_noise.hpp>

#include <tests/support/step_counter.hpp>

namespace ls = lockstep;

namespace {

using R = ls::native_lanes;
constexpr std::size_t width = R::width, horizon = 5, actions = 2, places = horizon * actions;
constexpr std::size_t packs = 512 / width, drawn = ls::drawn_numbers(horizon, actions);

/// Candidates around a mean of 0.1 with a deviation of 0.2 at first, and of 0 at the last place.
struct drawing {
    std::vector<R> numbers = std::vector<R>(packs), draws = std::vector<R>(packs * drawn),
                   sequences = std::vector<R>(packs * places);
    std::vector<float> noise = ls::colored_noise(horizon, 0), mean = std::vector<float>(places, 0.1f),
                       deviation = std::vector<float>(places, 0.2f), kept = std::vector<float>(places * 32);

    drawing(std::uint64_t seed, std::size_t kept_count, std::size_t later, float spread = 0.2f) {
        deviation.assign(places, spread);
        deviation.back() = 0;
        for (std::size_t i = 0; i < packs * width; ++i) {
            numbers[i / width].set(i % width, static_cast<float>(i));
        }
        for (std::size_t i = 0; i < 32; ++i) {  // slot i keeps i / 100 + step / 1000 at all places of a step
            for (std::size_t place = 0; place < places; ++place) {
                kept[(i / width * places + place) * width + i % width] =
                    static_cast<float>(i) / 100 + static_cast<float>(place / actions) / 1000;
            }
        }
        ls::planning_view<ls::native_world> view{};
        view.numbers = numbers.data();
        view.noise = noise.data();
        view.mean = mean.data();
        view.deviation = deviation.data();
        view.kept_sequences = kept.data();
        view.draws = draws.data();
        view.sequences = sequences.data();
        for (std::size_t pack = 0; pack < packs; ++pack) {
            ls::draw_candidates<actions, ls::native_world>{.view = view,
                                                           .seed = seed,
                                                           .horizon = horizon,
                                                           .drawn = drawn,
                                                           .kept = static_cast<float>(kept_count),
                                                           .kept_packs = kept_count == 0 ? 0 : kept_count / width + 1,
                                                           .later = later}(pack);
        }
    }
    float at(std::size_t candidate, std::size_t place) const {
        return sequences[candidate / width * places + place][candidate % width];
    }
};

/// Counts its steps; pays the action; ends when the action is above 0.75, and breaks when it is below -0.75.
struct counter : lockstep_test::step_counter {
    static constexpr std::size_t episode_limit = 100;
    template <ls::real N>
    ls::transition<state<N>> step(state<N> const& s, ls::vector<N, 1> const& action) const {
        N const broken = ls::select(action[0] < N(-0.75), N(0) / N(0), N(0));
        return {{s.steps + N(1)}, action[0] + s.steps + broken, N(0.75) < action[0]};
    }
};

}  // namespace

TEST_CASE("candidate 0 is the mean, and the others have its noise, which the seed decides") {
    drawing const first(7, 0, 0), other(8, 0, 0);
    double sum = 0, squares = 0;
    for (std::size_t place = 0; place < places; ++place) {
        CHECK(first.at(0, place) == 0.1f);
        if (place + 1 == places) {
            CHECK(first.at(100, place) == 0.1f);
            continue;
        }
        CHECK(first.at(100, place) != first.at(101, place));
        CHECK(first.at(100, place) != other.at(100, place));
        for (std::size_t i = 1; i < packs * width; ++i) {
            double const off = static_cast<double>(first.at(i, place)) - 0.1;
            sum += off;
            squares += off * off;
        }
    }
    double const count = static_cast<double>((places - 1) * (packs * width - 1));
    CHECK(std::fabs(sum / count) < 0.01);
    CHECK(std::sqrt(squares / count) == doctest::Approx(0.2).epsilon(0.03));
}

TEST_CASE("actions are clamped") {
    drawing const wild(7, 0, 0, 5);
    float least = 0, most = 0;
    for (std::size_t i = 0; i < packs * width; ++i) {
        least = std::fmin(least, wild.at(i, 0));
        most = std::fmax(most, wild.at(i, 0));
    }
    CHECK(least == -1);
    CHECK(most == 1);
}

TEST_CASE("those that were kept come next, begin later, and repeat their end") {
    drawing const without(7, 0, 0), with(7, 17, 2);
    for (std::size_t i : {1u, 2u, 15u, 16u, 17u}) {
        CAPTURE(i);
        for (std::size_t place = 0; place < places; ++place) {
            std::size_t const step = std::min(place / actions + 2, horizon - 1);
            CHECK(with.at(i, place) == static_cast<float>(i) / 100 + static_cast<float>(step) / 1000);
        }
    }
    for (std::size_t i : {0u, 18u, 19u, 100u}) {
        CHECK(with.at(i, 3) == without.at(i, 3));
    }
}

TEST_CASE("returns are discounted, end with the episode, and are the lowest of all where something breaks") {
    std::vector<R> sequences(3), returns(1);
    float const chosen[4][3] = {{0.5f, 0.25f, -0.5f}, {0.5f, 1, 0.5f}, {0.5f, -1, 0.5f}, {1, -1, -1}};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t t = 0; t < 3; ++t) {
            sequences[t].set(i, chosen[i][t]);
        }
    }
    for (std::size_t i = 4; i < width; ++i) {
        for (std::size_t t = 0; t < 3; ++t) {
            sequences[t].set(i, 0);
        }
    }
    counter::state<R> const start{R(10)};
    ls::planning_view<ls::native_world> view{};
    view.sequences = sequences.data();
    view.returns = returns.data();
    ls::run_candidates<counter, ls::native_world>{
        .view = view, .env = {}, .horizon = 3, .discount = 0.5f, .start = &start}(0);
    CHECK(returns[0][0] == 10.5f + 0.5f * 11.25f + 0.25f * 11.5f);
    CHECK(returns[0][1] == 10.5f + 0.5f * 12);
    CHECK(returns[0][2] == ls::broken_return);
    CHECK(returns[0][3] == 11);  // what comes after the end cannot break it
}
