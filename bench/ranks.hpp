// SPDX-License-Identifier: MIT
// PPO and SAC on HalfCheetah by the ranks of MPI, with the time that their exchanges take: what bench/ranks.cpp and
// bench/ranks_scaling.cpp start.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/dist/mpi.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/data_parallel_ppo.hpp>
#include <lockstep/rl/data_parallel_sac.hpp>

#include "timing.hpp"

namespace bench {

namespace ls = lockstep;

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

inline constexpr std::size_t update_piece = 4096;  ///< numbers of an update that travel together (rl/ppo/exchange.hpp)

/// A million steps of PPO.
struct ppo_training {
    using learner = ls::data_parallel_ppo<ls::envs::half_cheetah, ls::cpu, timed_mpi>;
    static constexpr char const* name = "ppo";
    static constexpr char const* title = "PPO on HalfCheetah, 1 M steps";
    static constexpr std::size_t most_ranks = 16;  ///< that share a minibatch: it has no more slices
    static constexpr ls::ppo_config config{
        .environments = 1024, .steps = 1'000'000, .seed = 1, .horizon = 32, .epochs = 10, .minibatch = 4096, .target_kl = 0};
    static constexpr std::size_t samples = config.environments * config.horizon;  ///< of an iteration

    static constexpr std::size_t gathers = (config.steps + samples - 1) / samples;
    static constexpr std::size_t gathered_bytes = samples * sizeof(ls::sample<float, 17, 6>);
    static constexpr std::size_t updates = gathers * (config.epochs * samples / config.minibatch);
    /// Returns the lengths of the sums that an update passes from rank to rank.
    static std::vector<std::size_t> sums() { return {learner::networks::parameter_count}; }
};

/// Some thousand updates of SAC, with networks of 2x256 and batches of 256.
struct sac_training {
    using learner = ls::data_parallel_sac<ls::envs::half_cheetah, ls::cpu, timed_mpi>;
    static constexpr char const* name = "sac";
    static constexpr char const* title = "SAC on HalfCheetah, 2048 updates";
    static constexpr std::size_t most_ranks = 4;
    static constexpr ls::sac_config config{
        .environments = 64, .steps = 3072, .seed = 1, .horizon = 16, .warmup = 1024, .capacity = 4096};

    static constexpr std::size_t gathers = config.steps / config.environments;
    static constexpr std::size_t gathered_bytes = config.environments * sizeof(float) * ls::told_numbers<17, 6>;
    static constexpr std::size_t updates = config.steps - config.warmup;
    static std::vector<std::size_t> sums() {
        using networks = learner::networks;
        return {2 * networks::critic::parameter_count, networks::actor::parameter_count};
    }
};

template <class Learner>
void train(Learner& learner) {
    while (!learner.done()) {
        learner.iterate();
    }
}

/// What a rank does: trains, sends messages, and rank 0 prints its seconds.
template <class Training>
int train_as_rank() {
    timed_mpi ranks;
    seconds spent;
    ranks.spent = &spent;
    ls::cpu device({.threads = 1});
    typename Training::learner learner(device, Training::config, {}, ranks);
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
    double update = 0;
    for (std::size_t const count : Training::sums()) {
        update += message(count, update_piece);
    }
    double const small = message(16, 16), large = message(large_count, large_count);
    if (ranks.rank() == 0) {
        std::printf("%.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", of_training.training, of_training.computing, of_training.gradients,
                    of_training.rollouts, update, small, large);
    }
    return 0;
}

/// What a process does that train_with_ranks has started with the name of a training.
inline int train_as_rank(std::string_view training) {
    return training == sac_training::name ? train_as_rank<sac_training>() : train_as_rank<ppo_training>();
}

/// What rank 0 of so many prints, of a program whose main calls train_as_rank where it has an argument.
template <class Training>
seconds train_with_ranks(std::string const& program, std::size_t count) {
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    seconds found;
    std::string const command = "mpirun --oversubscribe -n " + std::to_string(count) + " " + program + " " + Training::name;
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
