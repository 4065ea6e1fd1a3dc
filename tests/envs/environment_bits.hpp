// SPDX-License-Identifier: MIT
// Environments on two devices, bit by bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/environments.hpp>

namespace lockstep_test {

namespace ls = lockstep;

/// An action from 32 random bits: any number between the bounds, or any index.
template <class Env>
float random_action(std::uint32_t bits) {
    if constexpr (ls::discrete_actions<Env>) {
        return static_cast<float>(bits % Env::action_count);
    } else {
        float const low = static_cast<float>(ls::action_low<Env>), high = static_cast<float>(ls::action_high<Env>);
        return low + (high - low) * static_cast<float>(bits >> 8) * 0x1p-24f;
    }
}

struct environment_bits {
    std::size_t differ = 0;  ///< numbers of all results, and of the last states
    std::size_t ends = 0;    ///< of episodes
};

/// `count` environments on both devices under the same random actions. Packs may be of different widths.
template <class Env, class A, class B>
environment_bits compare_environments(A& a, B& b, std::size_t count, int steps) {
    ls::environments<Env, A> first(a, {.count = count, .seed = 3});
    ls::environments<Env, B> second(b, {.count = count, .seed = 3});
    first.reset();
    second.reset();
    auto first_actions = a.template allocate<float>(first.size(Env::action_size));
    auto second_actions = b.template allocate<float>(second.size(Env::action_size));
    std::vector<float> for_first(first_actions.size()), for_second(second_actions.size());
    environment_bits result;
    auto const compare = [&](auto const& of_first, auto const& of_second, std::size_t numbers) {
        auto const x = ls::to_host(a, of_first);
        auto const y = ls::to_host(b, of_second);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < numbers; ++k) {
                result.differ += std::memcmp(&x[first.index(i, k, numbers)], &y[second.index(i, k, numbers)], sizeof(float)) != 0;
            }
        }
    };
    for (int step = 0; step < steps; ++step) {
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < Env::action_size; ++k) {
                auto const number =
                    static_cast<std::uint32_t>((static_cast<std::size_t>(step) * count + i) * Env::action_size + k);
                std::uint32_t bits = number * 2654435761u;
                bits = (bits ^ bits >> 15) * 2246822519u;
                float const action = random_action<Env>(bits ^ bits >> 13);
                for_first[first.index(i, k, Env::action_size)] = action;
                for_second[second.index(i, k, Env::action_size)] = action;
            }
        }
        a.copy(std::span<float const>(for_first), first_actions);
        b.copy(std::span<float const>(for_second), second_actions);
        first.step(first_actions);
        second.step(second_actions);
        compare(first.observations(), second.observations(), Env::observation_size);
        compare(first.final_observations(), second.final_observations(), Env::observation_size);
        compare(first.rewards(), second.rewards(), 1);
        compare(first.terminated(), second.terminated(), 1);
        compare(first.truncated(), second.truncated(), 1);
        compare(first.nonfinite(), second.nonfinite(), 1);
        compare(first.episode_returns(), second.episode_returns(), 1);
        compare(first.episode_lengths(), second.episode_lengths(), 1);
        auto const terminated = ls::to_host(a, first.terminated()), truncated = ls::to_host(a, first.truncated());
        for (std::size_t i = 0; i < count; ++i) {
            result.ends += terminated[first.index(i)] + truncated[first.index(i)] > 0;
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        auto const x = first.state(i);
        auto const y = second.state(i);
        result.differ += std::memcmp(&x, &y, sizeof x) != 0;
    }
    return result;
}

}  // namespace lockstep_test
