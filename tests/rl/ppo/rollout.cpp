// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/policy/policy.hpp>
#include <lockstep/rl/ppo/rollout.hpp>
#include <tests/envs/gathering.hpp>

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

template <class Hidden, class Of = counter>
struct setting_of {
    using networks = ls::actor_critic<Of, Hidden>;
    using env = ls::critic_environment<Of>;
    static constexpr std::size_t packs = 2, horizon = 12, agents = ls::agent_count<Of>, seen = networks::critic_observation_size;
    std::vector<float> parameters = std::vector<float>(networks::parameter_count);
    std::vector<float> transposed_weights = std::vector<float>(networks::transposed_count);
    ls::moments<seen> observation_moments = ls::moments<seen>::unit();
    ls::moments<1> return_moments = ls::moments<1>::unit();
    std::vector<ls::environment_pack<env, R>> environments{packs};
    std::vector<R> discounted_returns = std::vector<R>(packs, R(0));
    std::vector<ls::sample<R, seen, 1>> samples{agents * packs * horizon};
    std::vector<std::array<R, networks::memory_size>> memories{packs}, first_memories{packs};
    std::vector<R> last_values = std::vector<R>(agents * packs, R(0));
    std::vector<ls::moment_sums<R, seen>> observation_sums{packs};
    std::vector<ls::moment_sums<R, 1>> return_sums{packs};
    std::vector<ls::rollout_sums<R>> sums{packs};

    setting_of() {
        networks::initialize(parameters, 1, 0.0f);
        networks::transpose_weights(parameters.data(), transposed_weights.data());
    }
    using begin = ls::begin_rollout<ls::rollout<env, networks>>;
    ls::ppo_view<networks> view() {
        ls::ppo_view<networks> result{};
        result.parameters = parameters.data();
        result.transposed_weights = transposed_weights.data();
        result.samples = samples.data();
        result.last_values = last_values.data();
        result.first_memories = first_memories.data();
        result.observation_moments = &observation_moments;
        result.return_moments = &return_moments;
        return result;
    }
    ls::rollout<env, networks> kernel(bool normalize, bool staggered = false) {
        return {.env = {},
                .packs = packs,
                .horizon = horizon,
                .seed = 9,
                .first_step = 0,
                .discount = 0.9f,
                .normalize = normalize,
                .staggered = staggered,
                .view = view(),
                .environments = environments.data(),
                .discounted_returns = discounted_returns.data(),
                .memories = memories.data(),
                .observation_sums = observation_sums.data(),
                .return_sums = return_sums.data(),
                .sums = sums.data()};
    }
    /// The critic in double, written out.
    double value(std::initializer_list<double> inputs) const {
        using critic = typename networks::critic;
        float const* const p = parameters.data() + networks::critic_begin;
        double sum = static_cast<double>(p[critic::bias(1, 0)]);
        for (std::size_t h = 0; h < 32; ++h) {
            double in = static_cast<double>(p[critic::bias(0, h)]);
            for (std::size_t i = 0; double const x : inputs) {
                in += static_cast<double>(p[critic::weight(0, h, i++)]) * x;
            }
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
    for (std::size_t pack = 0; pack < setting::packs; ++pack) {
        decltype(s)::begin{kernel}(pack);
        kernel(pack);
    }
    double episodes = 0, truncated = 0;
    for (std::size_t pack = 0; pack < setting::packs; ++pack) {
        for (std::size_t l = 0; l < width; ++l) {
            double steps = 0, start = at(s.samples[pack].observation[1], l);
            for (std::size_t t = 0; t < setting::horizon; ++t) {
                auto const& x = s.samples[t * setting::packs + pack];
                CHECK(at(x.observation[0], l) == steps);
                CHECK(at(x.observation[1], l) == start);
                CHECK(at(x.value, l) == doctest::Approx(s.value({steps, start})).epsilon(1e-4));
                CHECK(at(x.reward, l) == doctest::Approx(10 + std::min(1.0, std::max(-1.0, at(x.action[0], l)))).epsilon(1e-6));
                steps += 1;
                bool const terminates = start < 0.5 && steps == 3;
                bool const truncates = steps == 5;
                CHECK(at(x.ended, l) == (terminates || truncates ? 1.0 : 0.0));
                // Only an episode that its limit cut is worth something after its end: the value of its final observation.
                CHECK(at(x.bootstrap, l) == doctest::Approx(truncates ? s.value({steps, start}) : 0.0).epsilon(1e-4));
                if (terminates || truncates) {
                    steps = 0;
                    start = t + 1 < setting::horizon ? at(s.samples[(t + 1) * setting::packs + pack].observation[1], l) : start;
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

TEST_CASE("each agent has its own samples of one episode") {
    using lockstep_test::gathering;
    setting_of<ls::hidden_layers<ls::tanh_activation, 32>, gathering<3>> s;
    constexpr std::size_t packs = decltype(s)::packs, horizon = decltype(s)::horizon;
    auto const kernel = s.kernel(false);
    for (std::size_t pack = 0; pack < packs; ++pack) {
        decltype(s)::begin{kernel}(pack);
        kernel(pack);
    }
    auto const of = [&](std::size_t t, std::size_t agent, std::size_t pack) -> auto& {
        return s.samples[(3 * t + agent) * packs + pack];
    };
    double sums[3] = {}, truncated = 0;
    for (std::size_t pack = 0; pack < packs; ++pack) {
        for (std::size_t l = 0; l < width; ++l) {
            for (std::size_t t = 0; t < horizon; ++t) {
                // Where all agents are, and where their actions bring them.
                gathering<3>::state<double> now;
                ls::vector<double, 3> action;
                for (std::size_t agent = 0; agent < 3; ++agent) {
                    now.place[agent] = at(of(t, agent, pack).observation[0], l);
                    action[agent] = std::min(1.0, std::max(-1.0, at(of(t, agent, pack).action[0], l)));
                }
                ls::critic_environment<gathering<3>> const env{};
                auto const next = gathering<3>{}.step(now, action);
                auto const seen = env.observe(now), last = env.observe(next.state);
                bool const truncates = t == 9 && !next.terminated;
                for (std::size_t agent = 0; agent < 3; ++agent) {
                    auto const& x = of(t, agent, pack);
                    for (std::size_t i = 0; i < 3; ++i) {
                        CHECK(at(x.observation[i], l) == doctest::Approx(seen[3 * agent + i]).epsilon(1e-4).scale(1e-2));
                        sums[i] += at(x.observation[i], l);
                    }
                    CHECK(at(x.value, l) ==
                          doctest::Approx(s.value({seen[3 * agent], seen[3 * agent + 1], seen[3 * agent + 2]})).epsilon(1e-4));
                    CHECK(at(x.reward, l) == doctest::Approx(next.reward).epsilon(1e-4));
                    CHECK(x.ended[l] == of(t, 0, pack).ended[l]);
                    if (x.bootstrap[l] != 0) {
                        CHECK(truncates);
                        double const value = s.value({last[3 * agent], last[3 * agent + 1], last[3 * agent + 2]});
                        CHECK(at(x.bootstrap, l) == doctest::Approx(value).epsilon(1e-3));
                    }
                    truncated += x.bootstrap[l] != 0 ? 1 : 0;
                }
                CHECK(of(t, 0, pack).action[0][l] != of(t, 1, pack).action[0][l]);
                CHECK(of(t, 1, pack).action[0][l] != of(t, 2, pack).action[0][l]);
            }
            CHECK(s.last_values[pack][l] != s.last_values[packs + pack][l]);
        }
    }
    CHECK(truncated > 0);
    for (std::size_t i = 0; i < 3; ++i) {
        double counted = 0;
        for (auto const& of_pack : s.observation_sums) {
            for (std::size_t l = 0; l < width; ++l) {
                counted += at(of_pack.sum[i], l);
            }
        }
        CHECK(counted == doctest::Approx(sums[i]).epsilon(1e-4));
    }
}

TEST_CASE("the log-probability is that of the action under the policy that drew it") {
    setting s;
    auto const kernel = s.kernel(true);
    decltype(s)::begin{kernel}(0);
    kernel(0);
    double mean = 0, spread = 0;
    for (std::size_t t = 0; t < setting::horizon; ++t) {
        for (std::size_t l = 0; l < width; ++l) {
            auto const& x = s.samples[t * setting::packs];
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
            ended += at(s.samples[t * setting::packs].ended, l);
        }
    }
    CHECK(ended == counted + static_cast<double>(width));
    CHECK(length >= 3 * counted);
}

TEST_CASE("a network that remembers forgets where an episode ends, and what it only looked at") {
    setting_of<ls::recurrent_layers<8, ls::tanh_activation, 16>> s;
    using critic = decltype(s)::networks::critic;
    constexpr std::size_t actors = 8, horizon = decltype(s)::horizon, packs = decltype(s)::packs;
    auto const kernel = s.kernel(false);
    decltype(s)::begin{kernel}(0);
    kernel(0);
    std::vector<float> const parameters(s.parameters.begin() + decltype(s)::networks::critic_begin, s.parameters.end());
    for (std::size_t l = 0; l < width; ++l) {
        std::array<float, 8> memory{};
        for (std::size_t t = 0; t < horizon; ++t) {
            auto const& x = s.samples[t * packs];
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
