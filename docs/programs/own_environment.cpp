// SPDX-License-Identifier: MIT
// An environment in doubles, without a device; and an option of a bundled one.
// prints: after a second the mass is at 0\.5[0-9] m

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

struct spring {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 200;
    template <class R>
    struct state {
        R position, speed;  // m, m/s
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-1), R(1)), R(0)};
    }

    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        return {s.position, s.speed};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        constexpr double dt = 0.05;
        R const speed = s.speed + R(dt) * (action[0] - s.position);
        R const position = s.position + R(dt) * speed;
        return {{position, speed}, -position * position, ls::mask_t<R>(false)};
    }
};

int main() {
    spring const env;
    spring::state<double> s{1, 0};
    for (int step = 0; step < 20; ++step) {
        s = env.step(s, ls::vector<double, 1>{0}).state;
    }
    std::printf("after a second the mass is at %.2f m\n", s.position);

    ls::cpu device;
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.steps = 50'000}, ls::envs::pendulum{.g = 3.7});
    while (!learner.done()) {
        learner.iterate();
    }
    auto const result = ls::evaluate(device, learner.policy(), {}, learner.env());
    std::printf("return %.0f with the gravity of Mars\n", result.mean_return);
}
