// SPDX-License-Identifier: MIT
// Evaluates a policy: runs whole episodes from new starts, in packs of lanes.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/rl/common/config_check.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/policy/normalizer.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace lockstep {

struct evaluation_config {
    std::size_t episodes = 128;   ///< rounded up to a multiple of sample_group
    std::uint64_t seed = 0x5eed;  ///< of the first states, and of the actions if they are drawn
    bool deterministic = true;    ///< true: take the mean action; false: draw an action from the policy
};

struct evaluation {
    std::size_t episodes;            ///< number of episodes that ran: config.episodes, rounded up
    double mean_return;              ///< mean undiscounted return of an episode
    double standard_error;           ///< of the mean return
    double mean_length;              ///< mean number of steps of an episode
    std::size_t nonfinite_episodes;  ///< episodes that a NaN or an infinity ended
};

namespace detail {

/// The undiscounted return and the length in steps of each lane's episode. `nonfinite` is 1 if a NaN or an infinity ended the
/// episode, else 0.
template <class R>
struct evaluated_episode {
    R episode_return, episode_length, nonfinite;
};

/// Runs one episode in each lane of a pack. kernel(pack).
template <class Env, class View>
struct evaluate_episodes {
    template <class World>
    using in = evaluate_episodes<Env, typename View::template in<World>>;
    using W = world_t<typename View::T>;
    using R = typename W::number;
    using scalar = typename W::scalar;
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(sizeof(typename View::workspace) + pack_bytes_on_stack<Env>);
        } else {
            return std::size_t(0);
        }
    }();

    typename W::template constant<Env> env;
    typename W::template constant<bool> deterministic;
    typename W::seed seed;
    typename W::template pointer<scalar const> parameters, transposed_weights;                          ///< of the actor
    typename W::template pointer<normalizer<agent_observation_size<Env>, scalar> const> normalization;  ///< [1]
    typename W::template pointer<evaluated_episode<R>> results;                                         ///< [packs]

    void operator()(typename W::index const& pack) const {
        View const actor{parameters, transposed_weights, *normalization};
        typename View::workspace work;
        work.prepare();
        environment_pack<Env, R> running;
        reset(static_cast<Env const&>(env), running, seed, pack);
        auto sums = all_zero<evaluated_episode<R>, R>();
        R unfinished = R(1);
        for (auto const step : W::range(Env::episode_limit)) {
            if (breaks(!any(R(0) < unfinished))) {
                break;
            }
            random<R> noise(seed, environment_index<R>(pack), constant_words<R>(static_cast<typename W::flag>(step)),
                            draw_purpose::action);
            auto const action = act_together<Env>(running.observation, [&](auto const& own) {
                return deterministic ? actor.act(own, work) : actor.act(own, work, noise);
            });
            auto const outcome = advance(static_cast<Env const&>(env), running, within_bounds<Env>(action), seed, pack);
            sums.episode_return = fma(unfinished, outcome.reward, sums.episode_return);
            sums.episode_length += unfinished;
            sums.nonfinite += select(outcome.nonfinite, unfinished, R(0));
            unfinished = select(outcome.terminated || outcome.truncated, R(0), unfinished);
        }
        results[pack] = sums;
    }
};

/// Writes the transposed weights of an actor. kernel(0).
template <class Actor>
struct transpose_actor {
    template <class World>
    using in = transpose_actor<typename Actor::template in<World>>;
    using T = typename Actor::number;

    pointer_t<T const> parameters;    ///< [Actor::parameter_count]
    pointer_t<T> transposed_weights;  ///< [Actor::transposed_count]

    void operator()(index_t<T> const&) const { Actor::transpose_weights(parameters, transposed_weights); }
};

/// Whether evaluate was given a learner in the place of its policy, or an environment in the place of the configuration.
template <class... Given>
inline constexpr bool is_misplaced = false;
template <class Device, has_policy Learner, class... Rest>
inline constexpr bool is_misplaced<Device, Learner, Rest...> = true;
template <class Device, trained_policy Policy, std::same_as<typename Policy::environment> Env>
inline constexpr bool is_misplaced<Device, Policy, Env> = true;

}  // namespace detail

/// Runs config.episodes whole episodes of `env` with `policy`, one in each lane, and returns their statistics. The number of
/// episodes is rounded up to a multiple of sample_group. Throws std::invalid_argument if config.episodes is 0 or above 2^32, and
/// std::runtime_error if the device has not enough memory for the results.
template <class Device, trained_policy Policy>
LOCKSTEP_COLD evaluation evaluate(Device& device, Policy const& policy, evaluation_config const& config = {},
                                  typename Policy::environment const& env = {}) {
    using Env = typename Policy::environment;
    static_assert(check_environment<Env>());
    static_assert(check_device<Device>());
    static_assert(check_width<Device>());
    using world = world_of<Device>;
    using view = typename Policy::view::template in<world>;
    using actor = typename view::actor;
    using result = detail::evaluated_episode<typename world::number>;
    constexpr std::size_t width = world::width;
    config_check const must{"evaluation_config"};
    must.above_zero("episodes", config.episodes);
    must.at_most("episodes", config.episodes, most_counted);

    std::size_t const packs = (config.episodes + sample_group - 1) / sample_group * (sample_group / width);
    auto parameters = allocate<float>(device, policy.parameters.size());
    auto transposed_weights = allocate<float>(device, Policy::actor::transposed_count);
    auto normalization = allocate<normalizer<Policy::observation_size>>(device, 1);
    auto results = allocate<result>(device, packs, "evaluation_config.episodes");
    device.copy(std::span<float const>(policy.parameters), parameters);
    device.copy(std::span(&policy.normalization, 1), normalization);
    device.for_each(1, detail::transpose_actor<actor>{parameters.data(), transposed_weights.data()});
    device.for_each(packs, detail::evaluate_episodes<Env, view>{.env = env,
                                                                .deterministic = config.deterministic,
                                                                .seed = config.seed,
                                                                .parameters = parameters.data(),
                                                                .transposed_weights = transposed_weights.data(),
                                                                .normalization = normalization.data(),
                                                                .results = results.data()});

    std::vector<result> episodes(packs);
    device.copy(results, std::span(episodes));
    device.synchronize();
    double const count = static_cast<double>(packs * width);
    double sum = 0, squares = 0, length = 0, nonfinite = 0;
    for (result const& r : episodes) {
        for (std::size_t l = 0; l < width; ++l) {
            double const x = static_cast<double>(r.episode_return[l]);
            sum += x;
            squares += x * x;
            length += static_cast<double>(r.episode_length[l]);
            nonfinite += static_cast<double>(r.nonfinite[l]);
        }
    }
    double const mean = sum / count;
    double const variance = std::max(0.0, squares / count - mean * mean) * count / std::max(1.0, count - 1);
    return {.episodes = packs * width,
            .mean_return = mean,
            .standard_error = std::sqrt(variance / count),
            .mean_length = length / count,
            .nonfinite_episodes = static_cast<std::size_t>(nonfinite)};
}

template <class... Given>
    requires(detail::is_misplaced<Given...>)
void evaluate(Given const&...) = delete;  // evaluate(device, learner.policy()) or evaluate(device, policy, {}, env)

}  // namespace lockstep
