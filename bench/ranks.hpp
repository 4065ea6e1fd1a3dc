// SPDX-License-Identifier: MIT
// PPO on HalfCheetah by the ranks of MPI, with the time that their exchanges take: what bench/ranks.cpp and
// bench/ranks_scaling.cpp start.
#pragma once

#include <algorithm>
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

namespace bench {

namespace ls = lockstep;

inline ls::ppo_config const config{
    .environments = 1024, .steps = 1'000'000, .seed = 1, .horizon = 32, .epochs = 10, .minibatch = 4096, .target_kl = 0};

/// Of a training. What a rank computes is counted by the processor's clock, all else by that on the wall.
struct seconds {
    double training = 0, computing = 0, gradients = 0, rollouts = 0;
    // Messages when nobody waits: the least of many times.
    double update = 0;  ///< the exchange of an update
    double small = 0;   ///< a few numbers that go round
    double large = 0;   ///< large_count numbers in one piece
};
inline constexpr std::size_t large_count = 1 << 20;

/// MPI that takes the time of its exchanges, waiting for the other rank included, but not what the ranks compute in them.
struct timed_mpi : ls::mpi {
    seconds* spent = nullptr;

    void all_gather(std::span<std::byte> all) {
        double const begin = wall_seconds(), at = thread_cpu_seconds();
        ls::mpi::all_gather(all);
        spent->rollouts += wall_seconds() - begin;
        spent->computing -= thread_cpu_seconds() - at;
    }
    template <class Add>
    void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        double const begin = wall_seconds(), at = thread_cpu_seconds();
        double adding = 0;
        ls::mpi::accumulate(numbers, piece, [&](std::size_t from, std::size_t to) {
            double const add_begin = wall_seconds(), add_at = thread_cpu_seconds();
            add(from, to);
            adding += wall_seconds() - add_begin;
            spent->computing += thread_cpu_seconds() - add_at;
        });
        spent->gradients += wall_seconds() - begin - adding;
        spent->computing -= thread_cpu_seconds() - at;
    }
};

/// Updates of a training.
inline std::size_t updates() {
    std::size_t const collected = config.environments * config.horizon;
    return (config.steps + collected - 1) / collected * (config.epochs * collected / config.minibatch);
}

template <class Learner>
void train(Learner& learner) {
    while (!learner.done()) {
        learner.iterate();
    }
}

using parallel = ls::data_parallel_ppo<ls::envs::half_cheetah, ls::cpu, timed_mpi>;

inline constexpr std::size_t update_piece = 4096;  ///< numbers of an update that travel together (rl/ppo/exchange.hpp)

/// What a rank does: trains, sends messages, and rank 0 prints its seconds.
inline int train_as_rank() {
    timed_mpi ranks;
    seconds spent;
    ranks.spent = &spent;
    ls::cpu device({.threads = 1});
    parallel learner(device, config, {}, ranks);
    double const begin = wall_seconds(), at = thread_cpu_seconds();
    train(learner);
    spent.training = wall_seconds() - begin;
    spent.computing += thread_cpu_seconds() - at;
    seconds const of_training = spent;
    auto const message = [&](std::size_t count, std::size_t piece) {
        std::vector<float> numbers(count);
        double least = 1e9;
        for (std::size_t i = 0; i < 300; ++i) {
            ranks.barrier();
            double const before = spent.gradients;
            ranks.accumulate(numbers, piece, [](std::size_t, std::size_t) {});
            least = std::min(least, spent.gradients - before);
        }
        return least;
    };
    double const update = message(parallel::networks::parameter_count, update_piece), small = message(16, 16);
    double const large = message(large_count, large_count);
    if (ranks.rank() == 0) {
        std::printf("%.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", of_training.training, of_training.computing, of_training.gradients,
                    of_training.rollouts, update, small, large);
    }
    return 0;
}

/// What rank 0 of so many prints, of a program whose main calls train_as_rank where it has an argument.
inline seconds train_with_ranks(std::string const& program, std::size_t count) {
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    seconds found;
    std::string const command = "mpirun --oversubscribe -n " + std::to_string(count) + " " + program + " rank";
    FILE* const output = ::popen(command.c_str(), "r");
    bool const read =
        output != nullptr && std::fscanf(output, "%lf %lf %lf %lf %lf %lf %lf", &found.training, &found.computing,
                                         &found.gradients, &found.rollouts, &found.update, &found.small, &found.large) == 7;
    if (output == nullptr || ::pclose(output) != 0 || !read) {
        std::printf("%s failed\n", command.c_str());
        std::exit(1);
    }
    return found;
}

}  // namespace bench
