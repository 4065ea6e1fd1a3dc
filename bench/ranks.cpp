// SPDX-License-Identifier: MIT
// Wall-clock time of PPO on HalfCheetah with two ranks of one thread, against one process of two threads, and what the exchange
// of gradients takes of an update. Starts mpirun by itself.
#include <cstdio>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/dist/mpi.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/ppo.hpp>

#include "ranks.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

bench::seconds train_with_threads() {
    ls::cpu device({.threads = 2});
    ls::ppo<ls::envs::half_cheetah, ls::cpu> learner(device, bench::ppo_training::config);
    double const begin = bench::wall_seconds(), at = bench::process_cpu_seconds();
    bench::train(learner);
    return {.training = bench::wall_seconds() - begin, .computing = (bench::process_cpu_seconds() - at) / 2};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        return bench::train_as_rank(argv[1]);
    }
    std::vector<double> ratios, works, shares;
    std::printf("PPO on HalfCheetah, 1 M steps: seconds\n%10s %10s %8s %22s %22s %12s\n", "2 threads", "2 ranks", "ratio",
                "exchange of gradients", "exchange of rollouts", "one message");
    for (int round = 0; round < 5; ++round) {
        bench::seconds const threads = train_with_threads(), ranks = bench::train_with_ranks<bench::ppo_training>(argv[0], 2);
        ratios.push_back(ranks.training / threads.training);
        works.push_back(ranks.computing / threads.computing);
        shares.push_back(ranks.update * static_cast<double>(bench::ppo_training::updates) / ranks.computing);
        std::printf("%10.3f %10.3f %8.3f %15.3f (%3.0f %%) %15.3f (%3.0f %%) %9.1f us\n", threads.training, ranks.training,
                    ratios.back(), ranks.gradients, 100 * ranks.gradients / ranks.training, ranks.rollouts,
                    100 * ranks.rollouts / ranks.training, 1e6 * ranks.update);
        std::fflush(stdout);
    }
    std::printf("The first two exchanges wait for the other rank too. The messages alone take %.1f %% of what a rank computes.\n"
                "Beside exchanges a rank computes %.2f times as long as a thread, by the processor's clock.\n",
                100 * bench::median(shares), bench::median(works));
    std::printf("ranks: %.2f times\n", bench::median(ratios));
}
