// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/average_candidates.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

using R = ls::native_lanes;
constexpr std::size_t width = R::width, count = 64, packs = count / width, horizon = 3;

void set(std::vector<R>& numbers, std::size_t i, float x, std::size_t place = 0, std::size_t places = 1) {
    numbers[i / width * places + place].set(i % width, x);
}
float get(std::vector<R> const& numbers, std::size_t i) { return numbers[i / width][i % width]; }

/// Candidate i returns (7 i mod 64) / 2, but candidate 5 broke; its actions are i / 100 + step.
struct candidates {
    std::vector<R> numbers = std::vector<R>(packs), returns = std::vector<R>(packs), weights = std::vector<R>(packs),
                   sequences = std::vector<R>(packs * horizon);
    std::vector<float> kept = std::vector<float>(count * horizon), mean = std::vector<float>(horizon, 0.5f),
                       deviation = std::vector<float>(horizon, 0.25f);
    ls::planning_summary<> summary{};

    candidates() {
        for (std::size_t i = 0; i < count; ++i) {
            set(numbers, i, static_cast<float>(i));
            set(returns, i, i == 5 ? ls::broken_return : return_of(i));
            for (std::size_t t = 0; t < horizon; ++t) {
                set(sequences, i, action(i, t), t, horizon);
            }
        }
    }
    static float return_of(std::size_t i) { return static_cast<float>(7 * i % 64) / 2; }
    static float action(std::size_t i, std::size_t t) { return static_cast<float>(i) / 100 + static_cast<float>(t); }

    ls::planning_view<ls::native_world> view() {
        return {.numbers = numbers.data(),
                .noise = nullptr,
                .mean = mean.data(),
                .deviation = deviation.data(),
                .kept_sequences = kept.data(),
                .draws = nullptr,
                .sequences = sequences.data(),
                .returns = returns.data(),
                .weights = weights.data(),
                .summary = &summary};
    }
    void weigh(float temperature, bool relative) {
        ls::weigh_candidates<ls::native_world>{.view = view(),
                                               .packs = packs,
                                               .candidates = count,
                                               .temperature = temperature,
                                               .relative = relative}(0);
    }
    void choose(std::size_t elites, std::size_t keep) {
        for (std::size_t pack = 0; pack < packs; ++pack) {
            ls::choose_elites<1, ls::native_world>{.view = view(),
                                                   .packs = packs,
                                                   .horizon = horizon,
                                                   .elites = static_cast<float>(elites),
                                                   .kept = static_cast<float>(keep)}(pack);
        }
    }
    void average(float momentum, bool adapts) {
        for (std::size_t place = 0; place < horizon; ++place) {
            ls::average_candidates<ls::native_world>{.view = view(),
                                                     .packs = packs,
                                                     .places = horizon,
                                                     .momentum = momentum,
                                                     .least_deviation = 0.01f,
                                                     .adapts = adapts}(place);
        }
    }
};

}  // namespace

TEST_CASE("weights of MPPI are exponentials of the returns; what broke has none and does not count") {
    candidates c;
    double sum = 0, squares = 0, best = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (i != 5) {
            double const x = static_cast<double>(candidates::return_of(i));
            sum += x;
            squares += x * x;
            best = std::fmax(best, x);
        }
    }
    double const mean = sum / 63, deviation = std::sqrt(squares / 63 - mean * mean);
    for (bool const relative : {false, true}) {
        c.weigh(0.5f, relative);
        CHECK(static_cast<double>(c.summary.best_return) == best);
        CHECK(static_cast<double>(c.summary.mean_return) == doctest::Approx(mean));
        CHECK(c.summary.broken == 1);
        double const lambda = 0.5 * (relative ? deviation : 1);
        for (std::size_t i = 0; i < count; ++i) {
            double const expected = std::exp((static_cast<double>(candidates::return_of(i)) - best) / lambda);
            CHECK(static_cast<double>(get(c.weights, i)) == doctest::Approx(i == 5 ? 0 : expected).epsilon(1e-4));
        }
    }
}

TEST_CASE("if all returns are equal, so are the weights") {
    candidates c;
    for (std::size_t i = 0; i < count; ++i) {
        set(c.returns, i, -3);
    }
    c.weigh(0.1f, true);
    for (std::size_t i = 0; i < count; ++i) {
        CHECK(get(c.weights, i) == 1);
    }
}

TEST_CASE("elites are those with the best returns, the first of equal ones; the best are kept after slot 0 in their order") {
    candidates c;
    set(c.returns, 40, candidates::return_of(9));  // as good as candidate 9, the best: 7 * 9 mod 64 is 63
    c.choose(10, 6);
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t better = 0;
        for (std::size_t j = 0; j < count; ++j) {
            better += get(c.returns, j) > get(c.returns, i) || (get(c.returns, j) == get(c.returns, i) && j < i);
        }
        CHECK(get(c.weights, i) == (better < 10 ? 1 : 0));
        chosen += get(c.weights, i) > 0;
        if (better < 6) {
            for (std::size_t t = 0; t < horizon; ++t) {
                CHECK(c.kept[((better + 1) / width * horizon + t) * width + (better + 1) % width] == candidates::action(i, t));
            }
        }
    }
    CHECK(chosen == 10);
    CHECK(get(c.weights, 9) == 1);
    CHECK(c.kept[1] == candidates::action(9, 0));
    CHECK(c.kept[2] == candidates::action(40, 0));

    c.choose(64, 0);
    CHECK(get(c.weights, 5) == 0);  // what broke is never an elite
}

TEST_CASE("the mean and the deviation are those of the weighted sequences, with momentum, and not below the least") {
    candidates c;
    for (std::size_t i = 0; i < count; ++i) {
        set(c.weights, i, i == 10 ? 3.0f : i == 20 ? 1.0f : 0.0f);
    }
    c.average(0, false);
    CHECK(c.mean[1] == doctest::Approx(1.125));  // 3/4 of 1.1 and 1/4 of 1.2
    CHECK(c.deviation[1] == 0.25f);

    c.mean.assign(horizon, 0.5f);
    c.average(0.5f, true);
    CHECK(c.mean[2] == doctest::Approx(0.5 * (0.5 + 2.125)));
    CHECK(c.deviation[2] == doctest::Approx(0.5 * (0.25 + std::sqrt(0.001875))));
    set(c.weights, 20, 0);
    c.average(0, true);
    CHECK(c.mean[0] == doctest::Approx(0.1));
    CHECK(c.deviation[0] == 0.01f);

    set(c.weights, 10, 0);  // none has a weight
    c.average(0, true);
    CHECK(c.mean[0] == doctest::Approx(0.1));
    CHECK(c.deviation[0] == 0.01f);
}
