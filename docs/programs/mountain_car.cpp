// SPDX-License-Identifier: MIT
// One episode of an environment as plain numbers: no learner, no device, no lanes.
// prints: return 8[0-9]\.[0-9] after [1-9][0-9]* steps

#include <cstddef>
#include <cstdio>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/mountain_car.hpp>

namespace ls = lockstep;

int main() {
    ls::envs::mountain_car const env;
    ls::random<double> random(1, 0, 0);  // seed, stream, episode
    auto state = env.reset(random);
    double sum = 0;
    bool ended = false;
    std::size_t steps = 0;
    while (!ended && steps < env.episode_limit) {
        ls::vector<double, 1> const push{state.speed < 0 ? -1.0 : 1.0};  // in the direction in which the car moves
        auto const next = env.step(state, push);
        state = next.state;
        sum += next.reward;
        ended = next.terminated;
        ++steps;
    }
    std::printf("return %.1f after %zu steps\n", sum, steps);
}
