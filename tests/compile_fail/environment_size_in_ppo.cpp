// SPDX-License-Identifier: MIT
// A whole program by PPO, with options of the environment: nothing that the program does with the learner adds an error.
// error: lockstep::environment: E needs  static constexpr std::size_t observation_size  above 0: the length of observe
#include <lockstep/device/cpu.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/progress.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

struct swing {
    static constexpr std::size_t action_size = 1, episode_limit = 200;
    float friction = 0.1f;
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
        return {{s.angle, s.spin + action[0] - R(friction)}, R(1), ls::mask_t<R>(false)};
    }
};

void train(ls::cpu& device) {
    swing const rough{.friction = 0.5f};
    ls::ppo<swing, ls::cpu> learner(device, {.steps = 1'000}, rough);
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    ls::evaluate(device, learner.policy(), {}, rough);
    ls::save("swing.policy", learner.policy());
}
