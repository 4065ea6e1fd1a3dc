// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/policy/policy.hpp>
#include <lockstep/rl/ppo/rollout.hpp>

namespace ls = lockstep;

namespace {

constexpr std::size_t width = ls::native_width;
using R = ls::native_lanes;

/// Counts its steps: an observation tells where in which episode it was made. Ends by itself at step 3 of every other lane.
struct counter {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 5;
    template <class N>
    struct state {
        N steps, start;
    };
    template <ls::real N>
    state<N> reset(ls::random<N>& random) const {
        return {N(0), random.uniform()};
    }
    template <ls::real N>
    ls::vector<N, 2> observe(state<N> const& s) const {
        return {{s.steps, s.start}};
    }
    template <ls::real N>
    ls::transition<state<N>> step(state<N> const& s, ls::vector<N, 1> const& action) const {
        return {{s.steps + N(1), s.start}, N(10) + action[0], s.start < N(0.5) && N(2.5) < s.steps + N(1)};
    }
};

template <class Hidden>
struct setting_of {
    using networks = ls::actor_critic<counter, Hidden>;
    static constexpr std::size_t rows = 2, horizon = 12;
    std::vector<float> parameters = std::vector<float>(networks::parameter_count);
    std::vector<float> transposed_weights = std::vector<float>(networks::transposed_count);
    ls::moments<2> observation_moments = ls::moments<2>::unit();
    ls::moments<1> return_moments = ls::moments<1>::unit();
    std::vector<ls::environment_row<counter, R>> environments{rows};
    std::vector<R> discounted_returns = std::vector<R>(rows, R(0));
    std::vector<ls::sample<R, 2, 1>> samples{rows * horizon};
    std::vector<std::array<R, networks::memory_size>> memories{rows}, first_memories{rows};
    std::vector<R> last_values = std::vector<R>(rows, R(0));
    std::vector<ls::moment_sums<R, 2>> observation_sums{rows};
    std::vector<ls::moment_sums<R, 1>> return_sums{rows};
    std::vector<ls::rollout_sums<R>> sums{rows};

    setting_of() {
        networks::initialize(parameters, 1, 0.0f);
        networks::transpose_weights(parameters.data(), transposed_weights.data());
    }
    using begin = ls::rollout_begin<counter, networks>;
    ls::rollout<counter, networks> kernel(bool normalize, bool staggered = false) {
        return {.env = {},
                .rows = rows,
                .horizon = horizon,
                .seed = 9,
                .first_step = 0,
                .discount = 0.9f,
                .normalize = normalize,
                .staggered = staggered,
                .parameters = parameters.data(),
                .transposed_weights = transposed_weights.data(),
                .observation_moments = &observation_moments,
                .return_moments = &return_moments,
                .environments = environments.data(),
                .discounted_returns = discounted_returns.data(),
                .memories = memories.data(),
                .first_memories = first_memories.data(),
                .samples = samples.data(),
                .last_values = last_values.data(),
                .observation_sums = observation_sums.data(),
                .return_sums = return_sums.data(),
                .sums = sums.data()};
    }
    /// The critic in double, written out.
    double value(double x, double y) const {
        using critic = typename networks::critic;
        float const* const p = parameters.data() + networks::critic_begin;
        double sum = static_cast<double>(p[critic::bias(1, 0)]);
        for (std::size_t h = 0; h < 32; ++h) {
            double const in = static_cast<double>(p[critic::weight(0, h, 0)]) * x +
                              static_cast<double>(p[critic::weight(0, h, 1)]) * y + static_cast<double>(p[critic::bias(0, h)]);
            sum += static_cast<double>(p[critic::weight(1, 0, h)]) * std::tanh(in);
        }
        return sum;
    }
};

double at(R const& x, std::size_t lane) { return static_cast<double>(x[lane]); }

using setting = setting_of<ls::hidden_layers<ls::tanh_activation, 32>>;

}  // namespace

TEST_CASE("a rollout records what happened, episode by episode") {
    setting s;
    auto const kernel = s.kernel(false);
    for (std::size_t row = 0; row < setting::rows; ++row) {
        decltype(s)::begin{kernel}(row);
        kernel(row);
    }
    double episodes = 0, truncated = 0;
    for (std::size_t row = 0; row < setting::rows; ++row) {
        for (std::size_t l = 0; l < width; ++l) {
            double steps = 0, start = at(s.samples[row].observation[1], l);
            for (std::size_t t = 0; t < setting::horizon; ++t) {
                auto const& x = s.samples[t * setting::rows + row];
                CHECK(at(x.observation[0], l) == steps);
                CHECK(at(x.observation[1], l) == start);
                CHECK(at(x.value, l) == doctest::Approx(s.value(steps, start)).epsilon(1e-4));
                CHECK(at(x.reward, l) == doctest::Approx(10 + std::min(1.0, std::max(-1.0, at(x.action[0], l)))).epsilon(1e-6));
                steps += 1;
                bool const terminates = start < 0.5 && steps == 3;
                bool const truncates = steps == 5;
                CHECK(at(x.ended, l) == (terminates || truncates ? 1.0 : 0.0));
                // Only an episode that its limit cut is worth something after its end: the value of its final observation.
                CHECK(at(x.bootstrap, l) == doctest::Approx(truncates ? s.value(steps, start) : 0.0).epsilon(1e-4));
                if (terminates || truncates) {
                    steps = 0;
                    start = t + 1 < setting::horizon ? at(s.samples[(t + 1) * setting::rows + row].observation[1], l) : start;
                    episodes += 1;
                    truncated += truncates;
                }
            }
        }
    }
    CHECK(truncated > 0);
    CHECK(truncated < episodes);
    double counted = 0;
    for (auto const& sums : s.sums) {
        for (std::size_t l = 0; l < width; ++l) {
            counted += at(sums.episodes, l);
        }
    }
    CHECK(counted == episodes);
}

TEST_CASE("the log-probability is that of the action under the policy that drew it") {
    setting s;
    auto const kernel = s.kernel(true);
    decltype(s)::begin{kernel}(0);
    kernel(0);
    double mean = 0, spread = 0;
    for (std::size_t t = 0; t < setting::horizon; ++t) {
        for (std::size_t l = 0; l < width; ++l) {
            auto const& x = s.samples[t * setting::rows];
            // The mean action is near zero at the start (gain 0.01), the deviation one.
            CHECK(at(x.log_prob, l) == doctest::Approx(-0.5 * at(x.action[0], l) * at(x.action[0], l) - 0.9189385).epsilon(0.1));
            mean += at(x.action[0], l);
            spread += at(x.action[0], l) * at(x.action[0], l);
        }
    }
    double const count = static_cast<double>(setting::horizon * width);
    CHECK(std::abs(mean / count) < 5 / std::sqrt(count));
    CHECK(spread / count == doctest::Approx(1.0).epsilon(10 / std::sqrt(count)));
}

TEST_CASE("staggered episodes begin at random steps, and only whole ones are counted") {
    setting s;
    auto const kernel = s.kernel(false, true);
    decltype(s)::begin{kernel}(0);
    double sum = 0;
    for (std::size_t l = 0; l < width; ++l) {
        double const length = at(s.environments[0].length, l);
        CHECK(length >= 0);
        CHECK(length < 5);
        CHECK(length == std::floor(length));
        sum += length;
    }
    CHECK(sum > 0);
    kernel(0);
    double counted = 0, length = 0, ended = 0;
    for (std::size_t l = 0; l < width; ++l) {
        counted += at(s.sums[0].episodes, l);
        length += at(s.sums[0].episode_length, l);
        for (std::size_t t = 0; t < setting::horizon; ++t) {
            ended += at(s.samples[t * setting::rows].ended, l);
        }
    }
    CHECK(ended == counted + static_cast<double>(width));
    CHECK(length >= 3 * counted);
}

TEST_CASE("a network that remembers forgets where an episode ends, and what it only looked at") {
    setting_of<ls::recurrent_layers<8, ls::tanh_activation, 16>> s;
    using critic = decltype(s)::networks::critic;
    constexpr std::size_t actors = 8, horizon = decltype(s)::horizon, rows = decltype(s)::rows;
    auto const kernel = s.kernel(false);
    decltype(s)::begin{kernel}(0);
    kernel(0);
    std::vector<float> const parameters(s.parameters.begin() + decltype(s)::networks::critic_begin, s.parameters.end());
    for (std::size_t l = 0; l < width; ++l) {
        std::array<float, 8> memory{};
        for (std::size_t t = 0; t < horizon; ++t) {
            auto const& x = s.samples[t * rows];
            critic::remember(parameters.data(), ls::vector<float, 2>{x.observation[0][l], x.observation[1][l]}, memory);
            CHECK(x.value[l] == doctest::Approx(ls::forward_on_host<critic>(parameters, memory)[0]).epsilon(1e-3).scale(1e-2));
            if (x.ended[l] != 0) {
                memory = {};
            }
        }
        for (std::size_t u = 0; u < 8; ++u) {
            CHECK(s.first_memories[0][actors + u][l] == 0);
            CHECK(s.memories[0][actors + u][l] == doctest::Approx(memory[u]).epsilon(1e-4));
        }
    }
    auto const before = s.memories[0];
    kernel(0);
    CHECK(s.first_memories[0][3][1] == before[3][1]);
}
