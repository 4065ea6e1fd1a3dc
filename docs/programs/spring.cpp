// SPDX-License-Identifier: MIT
// An environment in 25 lines, stepped without a learner: in doubles alone, and many in lanes.
// prints: 1000 episodes, mean return -[0-9.]+

#include <cstdio>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

/// A mass of 1 kg on a spring of 1 N/m. It is pushed by at most 1 N and shall rest in the middle.
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
static_assert(ls::check_environment<spring>());

int main() {
    spring const env;
    spring::state<double> s{1, 0};
    for (int step = 0; step < 20; ++step) {
        s = env.step(s, ls::vector<double, 1>{0}).state;
    }
    std::printf("after a second the mass is at %.2f m\n", s.position);

    ls::cpu device;
    ls::environments<spring, ls::cpu> envs(device, {.count = 1000, .seed = 1});
    auto actions = device.allocate<float>(envs.size(spring::action_size));  // zeros: nobody pushes
    envs.reset();
    for (std::size_t step = 0; step < spring::episode_limit; ++step) {
        envs.step(actions);
    }

    std::vector<float> const returns = ls::to_host(device, envs.episode_returns());
    double sum = 0;
    for (std::size_t i = 0; i < envs.count(); ++i) {
        sum += static_cast<double>(returns[envs.index(i)]);
    }
    std::printf("%zu episodes, mean return %.1f\n", envs.count(), sum / static_cast<double>(envs.count()));
}
