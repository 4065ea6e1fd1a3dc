// SPDX-License-Identifier: MIT
// The networks of SAC are written with the environment, and add no error of their own.
// error: lockstep::environment: E needs  static constexpr std::size_t episode_limit  from 1 to 16777216: the steps after which an episode is truncated
#include <lockstep/device/cpu.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/progress.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/sac.hpp>

namespace ls = lockstep;

struct swing {
    static constexpr std::size_t observation_size = 2, action_size = 1;
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
        return {{s.angle, s.spin + action[0]}, R(1), ls::mask_t<R>(false)};
    }
};

void train(ls::cpu& device) {
    ls::sac<swing, ls::cpu> learner(device, {.steps = 1'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::evaluate(device, learner.policy());
    ls::save("swing.policy", learner.policy());
}
