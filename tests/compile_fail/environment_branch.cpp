// SPDX-License-Identifier: MIT
// An environment that branches on its numbers is found where it is checked, at the line of the branch: lanes go both ways.
// error(g++): could not convert 'lockstep::operator>(spin, lockstep::lanes<4>(8))' from 'lockstep::lane_mask<4>' to 'bool'
// error(clang++): value of type 'lane_mask<4>' is not contextually convertible to 'bool'
// note: environment_branch.cpp:28:
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
        return {s.angle, s.spin};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        R spin = s.spin + action[0];
        if (spin > R(8)) {
            spin = R(8);
        }
        return {{s.angle + spin, spin}, R(1), R(1) < R(0)};
    }
};
static_assert(ls::check_environment<swing>());
