// SPDX-License-Identifier: MIT
// An activation of one's own in the networks of PPO.
// prints: return -[12][0-9][0-9]

#include <cstdio>
#include <string_view>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

/// x / (1 + |x|).
struct softsign {
    static constexpr std::string_view name = "softsign";  // in files of policies
    template <ls::real R>
    static R value(R const& x) {
        return x / (R(1) + ls::abs(x));
    }
    /// The derivative, from h = value(x).
    template <ls::real R>
    static R derivative(R const& h) {
        R const rest = R(1) - ls::abs(h);
        return rest * rest;
    }
};
static_assert(ls::activation_function<softsign>);

int main() {
    ls::cpu device;
    ls::ppo<ls::envs::pendulum, ls::cpu, ls::hidden_layers<softsign, 64, 64>> learner(device, {.steps = 300'000});
    while (!learner.done()) {
        learner.iterate();
    }
    std::printf("return %.0f\n", ls::evaluate(device, learner.policy()).mean_return);
}
