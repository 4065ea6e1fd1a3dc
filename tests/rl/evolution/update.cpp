// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/update.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/nn/linear.hpp>
#include <lockstep/rl/evolution/perturbed_network.hpp>

namespace ls = lockstep;

namespace {

using W = ls::native_world;
using R = ls::native_lanes;
using network = ls::perturbed_network<ls::linear<4, 3>>;
constexpr std::size_t count = 32, half = count / ls::native_width;

/// Returns of 32 directions, some of which tie.
struct returns {
    std::vector<ls::rollout_sums<R>> episodes = std::vector<ls::rollout_sums<R>>(2 * half);
    std::vector<R> chosen = std::vector<R>(half), weights = std::vector<R>(half);

    returns() {
        for (std::size_t d = 0; d < count; ++d) {
            set(d, static_cast<float>(d * 7 % 20), static_cast<float>(d * 11 % 13));
        }
    }
    void set(std::size_t d, float plus, float minus) {
        episodes[d / R::width].episode_return.set(d % R::width, plus);
        episodes[half + d / R::width].episode_return.set(d % R::width, minus);
    }
    float plus(std::size_t d) const { return episodes[d / R::width].episode_return[d % R::width]; }
    float minus(std::size_t d) const { return episodes[half + d / R::width].episode_return[d % R::width]; }
    float best(std::size_t d) const { return std::max(plus(d), minus(d)); }
    float weight(std::size_t d) const { return weights[d / R::width][d % R::width]; }
    ls::direction_returns<W> view() const { return {.half = half, .episodes = episodes.data()}; }

    void choose(float top) {
        for (std::size_t pack = 0; pack < half; ++pack) {
            ls::weigh_top_directions<W>{.returns = view(), .top = top, .chosen = chosen.data(), .weights = weights.data()}(pack);
        }
    }
};

}  // namespace

TEST_CASE("the best directions weigh their difference, and so do those that tie with the last of them") {
    returns r;
    r.choose(5);
    std::vector<float> bests;
    for (std::size_t d = 0; d < count; ++d) {
        bests.push_back(r.best(d));
    }
    std::sort(bests.rbegin(), bests.rend());
    CHECK(bests[4] == bests[5]);
    double n = 0, sum = 0, squares = 0;
    for (std::size_t d = 0; d < count; ++d) {
        bool const is_chosen = r.best(d) >= bests[4];
        CHECK(r.weight(d) == (is_chosen ? r.plus(d) - r.minus(d) : 0));
        if (is_chosen) {
            for (float const x : {r.plus(d), r.minus(d)}) {
                n += 1;
                sum += static_cast<double>(x);
                squares += static_cast<double>(x * x);
            }
        }
    }
    CHECK(n > 10);
    float scale = 0;
    ls::scale_search_step<W>{.returns = r.view(), .step_size = 0.5f, .chosen = r.chosen.data(), .scale = &scale}(0);
    double const deviation = std::sqrt(squares / n - sum / n * (sum / n));
    CHECK(scale == doctest::Approx(0.5 / (n / 2 * deviation)).epsilon(1e-5));
}

TEST_CASE("returns that are all alike take no step") {
    returns r;
    for (std::size_t d = 0; d < count; ++d) {
        r.set(d, 2, 2);
    }
    r.choose(5);
    float scale = 0;
    ls::scale_search_step<W>{.returns = r.view(), .step_size = 0.5f, .chosen = r.chosen.data(), .scale = &scale}(0);
    CHECK(std::isfinite(scale));
    for (std::size_t d = 0; d < count; ++d) {
        CHECK(r.weight(d) == 0);
    }
}

TEST_CASE("ranks lie evenly between -1/2 and 1/2, and ties share theirs") {
    returns r;
    for (std::size_t pack = 0; pack < half; ++pack) {
        ls::weigh_ranks<W>{.returns = r.view(), .per_rank = 1.0f / 63, .weights = r.weights.data()}(pack);
    }
    auto const rank = [&](float x) {
        double below = 0;
        for (std::size_t d = 0; d < count; ++d) {
            for (float const other : {r.plus(d), r.minus(d)}) {
                below += other < x ? 1 : other == x ? 0.5 : 0;
            }
        }
        return below / 63;
    };
    for (std::size_t d = 0; d < count; ++d) {
        CHECK(r.weight(d) == doctest::Approx(rank(r.plus(d)) - rank(r.minus(d))).epsilon(1e-5));
    }
}

TEST_CASE("directions are added by their weights, and a step follows the sum") {
    returns r;
    r.choose(7);
    std::vector<R> directions(half * network::padded_count);
    for (std::size_t i = 0; i < directions.size(); ++i) {
        for (std::size_t l = 0; l < R::width; ++l) {
            directions[i].set(l, static_cast<float>((5 * i + 3 * l) % 17) - 8);
        }
    }
    std::vector<float> sum(network::padded_count), parameters(network::padded_count, 1.0f);
    float const scale = 0.25f;
    for (std::size_t group = 0; group < network::padded_count / ls::sample_group; ++group) {
        ls::combine_directions<network>{
            .half = half, .weights = r.weights.data(), .directions = directions.data(), .sum = sum.data()}(group);
        ls::take_search_step<W>{.scale = &scale, .direction = sum.data(), .parameters = parameters.data()}(group);
    }
    for (std::size_t p = 0; p < network::padded_count; ++p) {
        double expected = 0;
        for (std::size_t d = 0; d < count; ++d) {
            expected += static_cast<double>(r.weight(d) * directions[d / R::width * network::padded_count + p][d % R::width]);
        }
        CHECK(sum[p] == doctest::Approx(expected).epsilon(1e-5));
        CHECK(parameters[p] == doctest::Approx(1 + 0.25 * expected).epsilon(1e-5));
    }
}

TEST_CASE("a step of Adam is that of its own header") {
    std::vector<float> gradient(32), ours(32, 2.0f), theirs(32, 2.0f), m(32), v(32), m2(32), v2(32);
    for (std::size_t i = 0; i < 32; ++i) {
        gradient[i] = static_cast<float>(i) - 10;
    }
    ls::adam_config const config{.learning_rate = 0.1f, .weight_decay = 0.5f};
    for (std::size_t group = 0; group < 2; ++group) {
        ls::take_adam_step<float>{.step = ls::adam_step_of(config, 0.1f, 1.0f, -0.5f),
                                  .gradient = gradient.data(),
                                  .parameters = ours.data(),
                                  .first_moment = m.data(),
                                  .second_moment = v.data()}(group);
    }
    ls::adam_update(config, 1, -0.5f, 32, gradient.data(), theirs.data(), m2.data(), v2.data());
    CHECK(ours == theirs);
    CHECK(ours[0] < 2);
    CHECK(ours[31] > 1.9f);
}
