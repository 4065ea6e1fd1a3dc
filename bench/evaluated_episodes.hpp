// SPDX-License-Identifier: MIT
// How long a policy is evaluated.
#pragma once

#include <algorithm>
#include <cstddef>

namespace bench {

/// Whole episodes of an evaluation: the shorter they may be, the more, since returns of short ones scatter more.
template <class Env>
constexpr std::size_t evaluated_episodes = std::max<std::size_t>(64, 64'000 / Env::episode_limit);

}  // namespace bench
