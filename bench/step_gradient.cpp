// SPDX-License-Identifier: MIT
// What the gradient of a HalfCheetah step costs on one core, in forward steps: a step and its backward pass, over states that
// random actions lead to.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/gradient/half_cheetah.hpp>
#include <lockstep/envs/gradient/step.hpp>
#include <lockstep/envs/vectorized.hpp>

#include "random_action.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

using R = ls::native_lanes;
using env_type = ls::envs::half_cheetah;

struct moment {
    env_type::state<R> state;
    ls::vector<R, 6> action;
};

/// Packs of environments, each with random actions for so many steps; the last `kept` moments of each.
std::vector<moment> play(std::size_t packs, std::size_t steps, std::size_t kept) {
    std::vector<moment> result;
    for (std::size_t pack = 0; pack < packs; ++pack) {
        ls::environment_pack<env_type, R> running;
        ls::reset(env_type{}, running, 1, pack);
        ls::random<R> draws(2, ls::environment_index<R>(pack), ls::constant_words<R>(0));
        for (std::size_t step = 0; step < steps; ++step) {
            auto const action = bench::random_action<env_type>(draws);
            if (step >= steps - kept) {
                result.push_back({running.state, action});
            }
            ls::advance(env_type{}, running, action, 1, pack);
        }
    }
    return result;
}

}  // namespace

int main() {
    std::vector<moment> const moments = play(16, 200, 60);
    ls::differentiable_step<env_type, R> step;
    env_type const env;
    env_type::state<R> of_state = ls::all_zero<env_type::state<R>, R>();
    for (R& x : of_state.qpos) {
        x = R(1);
    }
    double sum = 0, largest = 0;
    auto const forward = [&] {
        for (moment const& m : moments) {
            auto const after = env.step(m.state, m.action);
            sum += static_cast<double>(ls::lane(after.reward, 0));
        }
    };
    auto const both = [&] {
        for (moment const& m : moments) {
            step.forward(env, m.state, m.action);
            auto const gradient = step.backward(of_state, R(1));
            largest = std::fmax(largest, std::fabs(static_cast<double>(ls::lane(gradient.action[0], 0))));
        }
    };
    forward();
    both();
    std::printf("%8s %16s %24s %8s\n", "repeat", "forward ns/step", "forward and back ns/step", "ratio");
    std::vector<double> ratios;
    double const steps = static_cast<double>(moments.size()) * ls::native_width;
    for (int repeat = 0; repeat < 9; ++repeat) {
        double const once = bench::best(3, bench::thread_cpu_seconds, forward);
        double const gradient = bench::best(3, bench::thread_cpu_seconds, both);
        ratios.push_back(gradient / once);
        std::printf("%8d %16.1f %24.1f %8.2f\n", repeat + 1, once / steps * 1e9, gradient / steps * 1e9, ratios.back());
    }
    if (!std::isfinite(sum) || !(largest > 0) || !std::isfinite(largest)) {
        std::fputs("step_gradient: a reward or a gradient is not finite, or all gradients are zero\n", stderr);
        return 1;
    }
    std::printf("step_gradient: %.2f forward steps\n", bench::median(ratios));
}
