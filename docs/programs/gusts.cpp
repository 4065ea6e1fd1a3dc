// SPDX-License-Identifier: MIT
// An environment whose steps draw random numbers: a balloon holds its height in gusts, and only its critic knows them.
// prints: it is 0\.[0-9]+ m from its height on average

#include <cstddef>
#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

/// A balloon of 1 kg. Gusts move it up and down, and a fan of at most 2 N shall hold its height.
struct balloon {
    double gust_speed = 1;  // m/s

    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 200;
    static constexpr std::size_t privileged_observation_size = 1;
    template <class R>
    struct state {
        R height, speed, gust;  // m, m/s, m/s
        ls::random_stream<R> noise;
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-1), R(1)), R(0), R(0), ls::random_stream<R>::drawn_from(random)};
    }

    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        return {s.height, s.speed};
    }

    template <ls::real R>
    ls::vector<R, 1> observe_privileged(state<R> const& s) const {
        return {s.gust};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& before, ls::vector<R, 1> const& action) const {
        constexpr double dt = 0.05;
        state<R> after = before;
        ls::random<R> random = after.noise.next();  // for this step
        after.gust = R(0.95) * before.gust + R(0.3 * gust_speed) * random.normal();
        after.speed = before.speed + R(dt) * (R(2) * action[0] - (before.speed - after.gust));
        after.height = before.height + R(dt) * after.speed;
        return {after, -ls::abs(after.height), R(5) < ls::abs(after.height)};
    }
};
static_assert(ls::check_environment<balloon>());

int main() {
    ls::cpu device;
    ls::ppo<balloon, ls::cpu> learner(device, {.steps = 200'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const policy = learner.policy();

    balloon const env;
    ls::random<float> random(1, 0u, 0u);  // seed, environment, episode
    auto s = env.reset(random);
    for (std::size_t step = 0; step < env.episode_limit; ++step) {
        auto const action = ls::within_bounds<balloon>(policy.mean_action(env.observe(s)));
        auto const next = env.step(s, action);
        if (step % 20 == 0) {
            std::printf("%3zu  height %5.2f  gust %5.2f  action %5.2f  reward %5.2f\n", step, static_cast<double>(s.height),
                        static_cast<double>(s.gust), static_cast<double>(action[0]), static_cast<double>(next.reward));
        }
        s = next.state;
        if (next.terminated) {
            break;
        }
    }
    auto const result = ls::evaluate(device, policy);
    std::printf("it is %.2f m from its height on average\n", -result.mean_return / result.mean_length);
}
