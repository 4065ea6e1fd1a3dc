// SPDX-License-Identifier: MIT
// A robot shall vary whose environment always simulates the same model.
// error: lockstep::randomized: E::step needs a third argument, the model that it gives to physics::substep:
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>

namespace ls = lockstep;

struct pole : ls::envs::inverted_pendulum {
    template <class R>
    using state = ls::envs::inverted_pendulum::state<R>;
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        return ls::envs::inverted_pendulum::step(before, action);
    }
};
struct heavier {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {{mass, "pole", 0.5, 2}};
};
static_assert(ls::check_environment<ls::randomized<pole, heavier>>());
