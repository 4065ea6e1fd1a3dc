// SPDX-License-Identifier: MIT
// Wall-clock time of PPO on HalfCheetah with two ranks of one thread, against one process of two threads, and what the exchange
// of gradients takes of an update. Starts mpirun by itself.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/dist/mpi.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/data_parallel_ppo.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

ls::ppo_config const config{
    .environments = 1024, .steps = 1'000'000, .seed = 1, .horizon = 32, .epochs = 10, .minibatch = 4096, .target_kl = 0};

/// Of a training. What a rank computes is counted by the processor's clock, all else by that on the wall.
struct seconds {
    double training = 0, computing = 0, gradients = 0, rollouts = 0, message = 0;
};

/// MPI that takes the time of its exchanges, waiting for the other rank included, but not what the ranks compute in them.
struct timed_mpi : ls::mpi {
    seconds* spent = nullptr;

    void all_gather(std::span<std::byte> all) {
        double const begin = bench::wall_seconds(), at = bench::thread_cpu_seconds();
        ls::mpi::all_gather(all);
        spent->rollouts += bench::wall_seconds() - begin;
        spent->computing -= bench::thread_cpu_seconds() - at;
    }
    template <class Add>
    void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        double const begin = bench::wall_seconds(), at = bench::thread_cpu_seconds();
        double adding = 0;
        ls::mpi::accumulate(numbers, piece, [&](std::size_t from, std::size_t to) {
            double const add_begin = bench::wall_seconds(), add_at = bench::thread_cpu_seconds();
            add(from, to);
            adding += bench::wall_seconds() - add_begin;
            spent->computing += bench::thread_cpu_seconds() - add_at;
        });
        spent->gradients += bench::wall_seconds() - begin - adding;
        spent->computing -= bench::thread_cpu_seconds() - at;
    }
};

template <class Learner>
void train(Learner& learner) {
    while (!learner.done()) {
        learner.iterate();
    }
}

using parallel = ls::data_parallel_ppo<ls::envs::half_cheetah, ls::cpu, timed_mpi>;

/// What a rank does: trains, and rank 0 prints its seconds.
int train_as_rank() {
    timed_mpi ranks;
    seconds spent;
    ranks.spent = &spent;
    ls::cpu device({.threads = 1});
    parallel learner(device, config, {}, ranks);
    double const begin = bench::wall_seconds(), at = bench::thread_cpu_seconds();
    train(learner);
    spent.training = bench::wall_seconds() - begin;
    spent.computing += bench::thread_cpu_seconds() - at;
    seconds const of_training = spent;
    std::vector<float> message(parallel::networks::parameter_count);
    std::size_t const rounds = 200;
    for (std::size_t i = 0; i < rounds; ++i) {
        ranks.barrier();
        ranks.accumulate(message, 2048, [](std::size_t, std::size_t) {});
    }
    if (ranks.rank() == 0) {
        std::printf("%.9g %.9g %.9g %.9g %.9g\n", of_training.training, of_training.computing, of_training.gradients,
                    of_training.rollouts, (spent.gradients - of_training.gradients) / static_cast<double>(rounds));
    }
    return 0;
}

seconds train_with_threads() {
    ls::cpu device({.threads = 2});
    ls::ppo<ls::envs::half_cheetah, ls::cpu> learner(device, config);
    double const begin = bench::wall_seconds(), at = bench::process_cpu_seconds();
    train(learner);
    return {.training = bench::wall_seconds() - begin, .computing = (bench::process_cpu_seconds() - at) / 2};
}

seconds train_with_ranks(std::string const& program) {
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    seconds found;
    FILE* const output = ::popen(("mpirun -n 2 " + program + " rank").c_str(), "r");
    bool const read = output != nullptr && std::fscanf(output, "%lf %lf %lf %lf %lf", &found.training, &found.computing,
                                                       &found.gradients, &found.rollouts, &found.message) == 5;
    if (output == nullptr || ::pclose(output) != 0 || !read) {
        std::printf("mpirun -n 2 %s rank failed\n", program.c_str());
        std::exit(1);
    }
    return found;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        return train_as_rank();
    }
    std::size_t const updates = config.steps / (config.environments * config.horizon) *
                                (config.epochs * config.environments * config.horizon / config.minibatch);
    std::vector<double> ratios, works, shares;
    std::printf("PPO on HalfCheetah, 1 M steps: seconds\n%10s %10s %8s %22s %22s %12s\n", "2 threads", "2 ranks", "ratio",
                "exchange of gradients", "exchange of rollouts", "one message");
    for (int round = 0; round < 5; ++round) {
        seconds const threads = train_with_threads(), ranks = train_with_ranks(argv[0]);
        ratios.push_back(ranks.training / threads.training);
        works.push_back(ranks.computing / threads.computing);
        shares.push_back(ranks.message * static_cast<double>(updates) / ranks.training);
        std::printf("%10.3f %10.3f %8.3f %15.3f (%3.0f %%) %15.3f (%3.0f %%) %9.1f us\n", threads.training, ranks.training,
                    ratios.back(), ranks.gradients, 100 * ranks.gradients / ranks.training, ranks.rollouts,
                    100 * ranks.rollouts / ranks.training, 1e6 * ranks.message);
        std::fflush(stdout);
    }
    std::printf("The first two exchanges wait for the other rank too. The updates' messages alone take %.1f %% of the training.\n"
                "Beside exchanges a rank computes %.2f times as long as a thread, by the processor's clock.\n",
                100 * bench::median(shares), bench::median(works));
    std::printf("ranks: %.2f times\n", bench::median(ratios));
}
