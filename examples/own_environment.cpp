// SPDX-License-Identifier: MIT
// An environment of your own, in 25 lines: a car on a road learns to stop at a given place.

#include <cstdio>
#include <exception>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

constexpr ls::ppo_config defaults{.steps = 200'000};

struct parking {
    static constexpr std::size_t observation_size = 2, action_size = 1, episode_limit = 100;
    template <class R>
    struct state {
        R distance, speed;  // m to the place, m/s
    };

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-10), R(10)), R(0)};
    }

    template <ls::real R>
    ls::vector<R, 2> observe(state<R> const& s) const {
        return {s.distance, s.speed};
    }

    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        R const speed = s.speed + R(0.3) * action[0], distance = s.distance + R(0.1) * speed;
        return {{distance, speed}, R(1) - R(0.1) * ls::abs(distance), R(20) < ls::abs(distance)};
    }
};
static_assert(ls::check_environment<parking>());

int main(int argc, char** argv) try {
    ls::cpu device;
    ls::ppo<parking, ls::cpu> learner(device, ls::parse_options(argc, argv, ls::options_of<ls::ppo_config>(), defaults));
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.0f of 100, where standing still earns 50\n", ls::evaluate(device, learner.policy()).mean_return);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
