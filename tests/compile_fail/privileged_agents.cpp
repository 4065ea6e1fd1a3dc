// SPDX-License-Identifier: MIT
// error: lockstep::environment: E::agent_count must divide privileged_observation_size: each agent's critic sees an equal part of it
#include "../envs/gathering.hpp"

struct tells_one_more : lockstep_test::gathering<2> {
    static constexpr std::size_t privileged_observation_size = 3;
    template <lockstep::real R>
    lockstep::vector<R, 3> observe_privileged(state<R> const& now) const {
        return {now.place[0], now.place[1], R(0)};
    }
};
static_assert(lockstep::check_privileged<tells_one_more>());
