// SPDX-License-Identifier: MIT
// A constant that is no R is found where the environment is checked: lanes say how to write it.
// error(g++): use of deleted function
// error(clang++): attempt to use a deleted function
// note: write R(2) * x and x < R(2), not 2 * x and x < 2
// note: environment_constant.cpp:24:
#include <lockstep/envs/environment.hpp>

namespace ls = lockstep;

struct swing {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 200;
    template <class R>
    struct state {
        R angle, spin;
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(), R(0)};
    }
    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        R const slow = 0.05 * s.spin;
        return {s.angle, slow};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        return {{s.angle, s.spin + action[0]}, R(1), R(1) < R(0)};
    }
};
static_assert(ls::check_environment<swing>());
