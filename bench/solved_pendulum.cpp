// SPDX-License-Identifier: MIT
// How often the learners of ppo_pendulum, sac_pendulum and td3_pendulum solve Pendulum-v1, with ten seeds each. Nothing was
// chosen with these seeds.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "pendulum_learners.hpp"

namespace ls = lockstep;

namespace {

constexpr std::uint64_t first_seed = 1001;
constexpr std::size_t seeds = 10;

/// The seeds whose training solves it.
template <class Benchmark>
std::size_t solved() {
    ls::cpu device;
    std::size_t count = 0;
    std::printf("%s:", Benchmark::name);
    for (std::size_t i = 0; i < seeds; ++i) {
        auto config = Benchmark::config;
        config.seed = first_seed + i;
        typename Benchmark::learner learner(device, config);
        while (!learner.done()) {
            learner.iterate();
        }
        double const reached = ls::evaluate(device, learner.policy()).mean_return;
        std::printf(" %.0f", reached);
        std::fflush(stdout);
        count += reached >= bench::pendulum_solved ? 1 : 0;
    }
    std::printf(": %zu of %zu\n", count, seeds);
    return count;
}

}  // namespace

int main() {
    std::printf("Pendulum-v1, mean return over 128 episodes of seeds from %llu on; solved from %.0f on\n",
                static_cast<unsigned long long>(first_seed), bench::pendulum_solved);
    std::size_t const count = solved<bench::ppo_pendulum>() + solved<bench::sac_pendulum>() + solved<bench::td3_pendulum>();
    std::printf("solved_pendulum: %zu seeds of %zu\n", count, 3 * seeds);
}
