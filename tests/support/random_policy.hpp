// SPDX-License-Identifier: MIT
// What a uniformly random policy earns in an environment, over lanes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/vectorized.hpp>

namespace support {

struct statistics {
    std::size_t count = 0;
    double sum = 0, squares = 0;

    void add(double x) {
        ++count;
        sum += x;
        squares += x * x;
    }
    double mean() const { return sum / static_cast<double>(count); }
    double deviation() const { return std::sqrt(squares / static_cast<double>(count) - mean() * mean()); }
    double error() const { return deviation() / std::sqrt(static_cast<double>(count)); }
};

struct policy_statistics {
    statistics episode_return, length;
};

/// Over the first `each` episodes of each of `packs` packs of environments: short ones must not count more often.
template <lockstep::environment Env>
policy_statistics random_policy(Env const& env, std::size_t packs, std::size_t each) {
    using R = lockstep::native_lanes;
    policy_statistics result;
    for (std::size_t pack = 0; pack < packs; ++pack) {
        lockstep::environment_pack<Env, R> running;
        lockstep::reset(env, running, 1, pack);
        lockstep::random<R> actions(2, lockstep::environment_index<R>(pack), lockstep::words<R>{});
        std::vector<std::size_t> done(lockstep::native_width, 0);
        for (std::size_t left = each * lockstep::native_width; left > 0;) {
            lockstep::vector<R, Env::action_size> action;
            for (R& a : action) {
                if constexpr (lockstep::discrete_actions<Env>) {
                    a = lockstep::floor(actions.uniform() * R(Env::action_count));
                } else {
                    a = actions.uniform(R(lockstep::action_low<Env>), R(lockstep::action_high<Env>));
                }
            }
            auto const outcome = lockstep::advance(env, running, action, 1, pack);
            auto const ended = outcome.terminated || outcome.truncated;
            for (std::size_t lane = 0; lane < lockstep::native_width; ++lane) {
                if (ended[lane] && done[lane] < each) {
                    ++done[lane];
                    --left;
                    result.episode_return.add(outcome.episode_return[lane]);
                    result.length.add(outcome.episode_length[lane]);
                }
            }
        }
    }
    return result;
}

/// Whether a mean that MuJoCo found, with its own standard error, is within three standard errors of the difference.
inline bool agrees(statistics const& ours, double mean, double error) {
    return std::abs(ours.mean() - mean) <= 3 * std::sqrt(ours.error() * ours.error() + error * error);
}

}  // namespace support
