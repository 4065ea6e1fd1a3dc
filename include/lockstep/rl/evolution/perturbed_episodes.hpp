// SPDX-License-Identifier: MIT
// The episodes of an iteration of an evolution strategy: each lane runs one whole episode with a perturbed policy of its own.
//
// Pack r of the first half of the packs and pack r of the second half are mirrored: the first adds the perturbations, the second
// subtracts them, and their episodes begin in the same states. So their returns differ by the policies, not by chance.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/common/rollout_sums.hpp>
#include <lockstep/rl/evolution/perturbed_network.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// Draws the directions of a pack of lanes: standard normal numbers that depend only on the seed, the index of the direction and
/// the index of the parameter. kernel(pack).
template <class Network>
struct draw_directions {
    template <class World>
    using in = draw_directions<typename Network::template in<World>>;
    using W = typename Network::W;
    using R = typename W::number;

    typename W::seed seed;                       ///< of the iteration
    typename W::template pointer<R> directions;  ///< [packs][padded_count]

    void operator()(typename W::index const& pack) const {
        auto const own = directions + pack * Network::padded_count;
        for (auto const block : W::range(Network::padded_count / 4)) {  // a block of Philox is four words
            random<R> draws(seed, environment_index<R>(pack), constant_words<R>(static_cast<typename W::flag>(block)),
                            draw_purpose::direction);
            for (std::size_t i = 0; i < 4; ++i) {
                own[block * 4 + i] = draws.normal();
            }
        }
    }
};

/// Writes the perturbed parameters of a pack to `weights`, and runs one episode in each lane with the policy of that lane. Writes
/// the sums over the episodes to `episodes`, and those over the observations to `observation_sums`. kernel(pack) for pack in
/// [0, 2 half).
template <class Env, class Networks>
struct perturbed_episodes {
    template <class World>
    using in = perturbed_episodes<Env, typename Networks::template in<World>>;
    static constexpr std::size_t observation_size = Env::observation_size;
    using network = perturbed_network<typename Networks::actor>;
    using W = typename Networks::world;
    using R = typename W::number;
    using scalar = typename W::scalar;
    template <class Value>
    using pointer = typename W::template pointer<Value>;
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(network::activation_bytes + pack_bytes_on_stack<Env>);
        } else {
            return std::size_t(0);
        }
    }();

    typename W::template constant<Env> env;
    typename W::index half;  ///< packs of directions
    typename W::seed seed;   ///< of the iteration
    scalar noise;            ///< standard deviation of a perturbation
    typename W::template constant<bool> normalize;

    pointer<scalar const> parameters;                                      ///< [padded_count], in the order of perturbed_network
    pointer<R const> directions;                                           ///< [half][padded_count]
    pointer<moments<observation_size, scalar> const> observation_moments;  ///< [1]
    pointer<R> weights;                                                    ///< [2 half][padded_count], perturbed parameters
    pointer<moment_sums<R, observation_size>> observation_sums;            ///< [2 half], of the steps until the episodes ended
    pointer<rollout_sums<R>> episodes;                                     ///< [2 half], of one episode in each lane

    void operator()(typename W::index const& pack) const {
        auto const direction = pack - pack / half * half;
        R const signed_noise(choose(pack < half, scalar(noise), -scalar(noise)));
        auto const own = weights + pack * network::padded_count;
        auto const added = directions + direction * network::padded_count;
        for (auto const i : W::range(network::padded_count)) {
            own[i] = multiply_add(signed_noise, added[i], R(parameters[i]));
        }
        auto const normalized = [this] {
            if constexpr (W::is_native) {
                return normalizer<observation_size, scalar>::from(*observation_moments, normalize);
            } else {
                return normalizer_in_memory<observation_size, W>{observation_moments, normalize};
            }
        }();
        auto observed = all_zero<moment_sums<R, observation_size>, R>();
        auto totals = all_zero<rollout_sums<R>, R>();
        environment_pack<Env, R> running;
        reset(static_cast<Env const&>(env), running, seed, direction);
        R unfinished = R(1);
        for ([[maybe_unused]] auto const step : W::range(Env::episode_limit)) {
            if (breaks(!any(R(0) < unfinished))) {
                break;
            }
            for (std::size_t i = 0; i < observation_size; ++i) {
                R const reach = R(observation_moments->reach(i));
                R const centred = clamp(running.observation[i] - R(observation_moments->mean[i].high), -reach, reach);
                observed.add(i, select(R(0) < unfinished, centred, R(0)));
            }
            vector<R, Networks::actions::output_size> outputs;
            as_function<R>([&] { outputs = network::outputs(own, normalized(running.observation)); });
            auto const outcome = advance(static_cast<Env const&>(env), running,
                                         within_bounds<Env>(Networks::actions::mode(outputs)), seed, direction);
            R const ends = select(outcome.terminated || outcome.truncated, unfinished, R(0));
            totals.episodes = totals.episodes + ends;
            totals.episode_return = fma(ends, outcome.episode_return, totals.episode_return);
            totals.episode_length = totals.episode_length + unfinished;
            totals.nonfinite = totals.nonfinite + select(outcome.nonfinite, unfinished, R(0));
            unfinished = select(outcome.terminated || outcome.truncated, R(0), unfinished);
        }
        observation_sums[pack] = observed;
        episodes[pack] = totals;
    }
};

}  // namespace lockstep
