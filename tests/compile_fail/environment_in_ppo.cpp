// SPDX-License-Identifier: MIT
// An environment that nobody has checked is checked by the learner: one sentence, and nothing that follows from it.
// error: lockstep::environment: E needs  template <ls::real R> ls::transition<state<R>> step(state<R> const&, ls::vector<R, action_size> const& action) const
#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/ppo.hpp>

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
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) {  // no const
        return {{s.angle, s.spin + action[0]}, R(1), R(1) < R(0)};
    }
};

void train(ls::cpu& device) {
    ls::ppo<swing, ls::cpu> learner(device, {.steps = 1'000});
    learner.iterate();
}
