// SPDX-License-Identifier: MIT
// An episode to look at.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/vector.hpp>
#include <lockstep/io/animation.hpp>

namespace lockstep_test {

namespace ls = lockstep;

/// Every motor swings by itself.
template <class Env>
ls::animation swinging(std::uint64_t seed, Env const& env = {}) {
    float time = 0;
    return ls::animate(
        env,
        [&](auto const&) {
        ls::vector<float, Env::action_size> action;
        for (std::size_t k = 0; k < action.size(); ++k) {
            action[k] = std::sin(0.2f * time + static_cast<float>(k));
        }
        time += 1;
        return action;
        },
        seed);
}

}  // namespace lockstep_test
