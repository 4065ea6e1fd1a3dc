// SPDX-License-Identifier: MIT
// An environment of your own: a pole on a cart that is pushed with any force up to its limit, trained in a few seconds.

#include <cstdio>
#include <exception>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

constexpr ls::ppo_config defaults{.steps = 300'000};

/// The cart and pole of Barto, Sutton and Anderson 1983, frictionless. A step is 20 ms; the reward is 1 until the pole
/// has fallen by 12 degrees or the cart has left its rail.
struct cart {
    static constexpr std::size_t observation_size = 4, action_size = 1, episode_limit = 500;
    template <class R>
    struct state {
        R x, speed, angle, spin;  // m, m/s, rad from upright, rad/s
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        auto const draw = [&] { return random.uniform(R(-0.05), R(0.05)); };
        return {draw(), draw(), draw(), draw()};
    }

    template <ls::real R>
    ls::vector<R, 4> observe(state<R> const& s) const {
        return {s.x, s.speed, s.angle, s.spin};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        constexpr double gravity = 9.8, pole_mass = 0.1, mass = 1.1, half_length = 0.5, force = 10, dt = 0.02;
        R const sine = ls::sin(s.angle), cosine = ls::cos(s.angle);
        R const push = (R(force) * action[0] + R(pole_mass * half_length) * s.spin * s.spin * sine) / R(mass);
        R const turn =
            (R(gravity) * sine - cosine * push) / (R(half_length) * (R(4.0 / 3) - R(pole_mass / mass) * cosine * cosine));
        R const pull = push - R(pole_mass * half_length / mass) * turn * cosine;

        state<R> const next{s.x + R(dt) * s.speed, s.speed + R(dt) * pull, s.angle + R(dt) * s.spin, s.spin + R(dt) * turn};
        return {next, R(1), R(0.2095) < ls::abs(next.angle) || R(2.4) < ls::abs(next.x)};
    }
};
static_assert(ls::check_environment<cart>());

int main(int argc, char** argv) try {
    ls::cpu device;
    ls::ppo<cart, ls::cpu> learner(device, ls::parse_options(argc, argv, ls::options_of<ls::ppo_config>(), defaults));
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("the pole stands for %.0f of 500 steps\n", result.mean_length);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
