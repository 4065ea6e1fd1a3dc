// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/perturbed_episodes.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/deterministic_actions.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>

namespace ls = lockstep;

namespace {

using R = ls::native_lanes;

/// Observes where it began, and ends after a step whose action is above 0.75; pays the action. Begins between 0 and 1.
struct chooser {
    static constexpr std::size_t observation_size = 1, action_size = 1, episode_limit = 5;
    template <class N>
    struct state {
        N start;
    };
    template <ls::real N>
    state<N> reset(ls::random<N>& random) const {
        return {random.uniform()};
    }
    template <ls::real N>
    ls::vector<N, 1> observe(state<N> const& s) const {
        return {s.start};
    }
    template <ls::real N>
    ls::transition<state<N>> step(state<N> const& s, ls::vector<N, 1> const& action) const {
        return {s, action[0], N(0.75) < action[0]};
    }
};
static_assert(ls::check_environment<chooser>());

using networks = ls::actor_critic<chooser, ls::linear_layers, ls::deterministic_actions<chooser>>;
using network = ls::perturbed_network<networks::actor>;
constexpr std::size_t half = 32 / ls::native_width;

struct outcome {
    std::vector<R> directions = std::vector<R>(half * network::padded_count),
                   weights = std::vector<R>(2 * half * network::padded_count);
    std::vector<ls::moment_sums<R, 1>> observed = std::vector<ls::moment_sums<R, 1>>(2 * half);
    std::vector<ls::rollout_sums<R>> episodes = std::vector<ls::rollout_sums<R>>(2 * half);

    outcome(float bias, float noise) {
        std::vector<float> parameters(network::padded_count);
        parameters[1] = bias;  // after the one weight
        auto const unseen = ls::moments<1>::unit();
        for (std::size_t pack = 0; pack < half; ++pack) {
            ls::draw_directions<network>{.seed = 7, .directions = directions.data()}(pack);
        }
        for (std::size_t pack = 0; pack < 2 * half; ++pack) {
            ls::perturbed_episodes<chooser, networks>{.env = {},
                                                      .half = half,
                                                      .seed = 7,
                                                      .noise = noise,
                                                      .normalize = false,
                                                      .parameters = parameters.data(),
                                                      .directions = directions.data(),
                                                      .observation_moments = &unseen,
                                                      .weights = weights.data(),
                                                      .observation_sums = observed.data(),
                                                      .episodes = episodes.data()}(pack);
        }
    }
};

}  // namespace

TEST_CASE("directions are normal numbers that differ in every lane and parameter") {
    outcome const run(0, 0.1f);
    double sum = 0, squares = 0;
    for (R const& pack : run.directions) {
        for (std::size_t l = 0; l < R::width; ++l) {
            sum += static_cast<double>(pack[l]);
            squares += static_cast<double>(pack[l]) * static_cast<double>(pack[l]);
        }
    }
    double const count = static_cast<double>(run.directions.size() * R::width);
    CHECK(std::abs(sum / count) < 4 / std::sqrt(count));
    CHECK(std::abs(squares / count - 1) < 6 / std::sqrt(count));
    CHECK(run.directions[0][0] != run.directions[0][1]);
    CHECK(run.directions[0][0] != run.directions[1][0]);
}

TEST_CASE("mirrored packs add the same direction with either sign, and their episodes begin alike") {
    outcome const run(0.25f, 0.1f);
    for (std::size_t p = 0; p < network::count; ++p) {
        float const centre = p == 1 ? 0.25f : 0.0f;
        float const added = 0.1f * run.directions[p][2];
        CHECK(run.weights[p][2] == doctest::Approx(centre + added));
        CHECK(run.weights[half * network::padded_count + p][2] == doctest::Approx(centre - added));
    }
    outcome const still(0.25f, 1e-30f);
    for (std::size_t pack = 0; pack < half; ++pack) {
        for (std::size_t l = 0; l < R::width; ++l) {
            CHECK(still.observed[pack].sum[0][l] == still.observed[half + pack].sum[0][l]);
            CHECK(still.episodes[pack].episode_return[l] == still.episodes[half + pack].episode_return[l]);
        }
    }
    CHECK(still.observed[0].sum[0][0] != still.observed[0].sum[0][1]);
}

TEST_CASE("a lane counts its one episode and no step after it") {
    outcome const whole(0.5f, 1e-30f), cut(0.875f, 1e-30f);
    for (std::size_t pack = 0; pack < 2 * half; ++pack) {
        CHECK(whole.episodes[pack].episodes[1] == 1);
        CHECK(whole.episodes[pack].episode_length[1] == 5);
        CHECK(whole.episodes[pack].episode_return[1] == doctest::Approx(2.5));
        CHECK(cut.episodes[pack].episodes[1] == 1);
        CHECK(cut.episodes[pack].episode_length[1] == 1);
        CHECK(cut.episodes[pack].episode_return[1] == doctest::Approx(0.875));
        CHECK(whole.observed[pack].sum[0][1] == doctest::Approx(5 * cut.observed[pack].sum[0][1]));
    }
}
