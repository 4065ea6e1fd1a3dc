// SPDX-License-Identifier: MIT
// Off-policy learners: their operations, the time of whole trainings on one thread and on all with what they reached, and
// updates a second.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/evaluate.hpp>

#include "operations.hpp"
#include "peak.hpp"
#include "timing.hpp"

namespace bench {

/// The operations of an update of all networks, for one sample: forward and backward, without biases, activations, losses and
/// optimisers. actor_critics: the critics whose values are in the actor's loss. The actor is improved in every `delay`th update.
template <class Networks>
double update_operations(std::size_t actor_critics, std::size_t delay) {
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    double const into_actions = 2.0 * static_cast<double>(Networks::action_size * critic::hidden_sizes[0]);
    double const critic_backward = learning_operations<critic>() - 2 * forward_operations<critic>();
    double const differentiated_value = forward_operations<critic>() + critic_backward + into_actions;
    // Without targets, what follows is a part of the batch that is learnt from.
    double const of_next = Networks::has_targets ? forward_operations<critic>() : learning_operations<critic>();
    double const critics = forward_operations<actor>() + 2 * (of_next + learning_operations<critic>());
    double const policy = learning_operations<actor>() + static_cast<double>(actor_critics) * differentiated_value;
    return critics + policy / static_cast<double>(delay);
}

struct training {
    double seconds;
    std::size_t updates;
    lockstep::evaluation reached;
};

template <class Learner>
training train(lockstep::cpu& device, double (*clock)(), typename Learner::config_type const& config) {
    Learner learner(device, config);
    std::size_t updates = 0;
    double const begin = clock();
    while (!learner.done()) {
        updates = learner.iterate().updates;
    }
    double const seconds = clock() - begin;
    return {seconds, updates, lockstep::evaluate(device, learner.policy())};
}

/// Makes updates in iterations of 256, an update a step after the warm-up, on one thread and on all; prints how many a second,
/// and returns the share of all cores' peak.
template <class Learner>
double compare_updates(typename Learner::config_type config, std::size_t actor_critics) {
    constexpr std::size_t iterations = 7;
    config.steps = config.warmup + 2 * iterations * 256;
    config.horizon = 256 / config.environments;
    double const operations =
        update_operations<typename Learner::networks>(actor_critics, config.actor_delay) * static_cast<double>(config.batch);
    std::printf("%.0f MFLOP an update; median (best) of %zu iterations of 256 updates\n", 1e-6 * operations, iterations);
    double share = 0;
    for (std::size_t const threads : {1, 0}) {
        lockstep::cpu device({.threads = threads});
        auto const clock = threads == 1 ? thread_cpu_seconds : wall_seconds;
        Learner learner(device, config);
        while (learner.total_steps() < config.warmup + 256) {
            learner.iterate();
        }
        shares_of_peak shares(device.threads());
        std::vector<double> seconds;  // an update
        for (std::size_t i = 0; i < iterations; ++i) {
            shares.add([&] {
                std::size_t const before = learner.total_steps();
                double const begin = clock();
                learner.iterate();
                seconds.push_back((clock() - begin) / static_cast<double>(learner.total_steps() - before));
                return operations / seconds.back();
            });
        }
        share = shares.median();
        std::printf("  %zu threads: %.0f (%.0f) updates/s, %.1f %% (%.1f %%) of the FMA peak, median %.1f GFLOP/s\n",
                    device.threads(), 1 / median(seconds), 1 / *std::min_element(seconds.begin(), seconds.end()), 100 * share,
                    100 * shares.best(), 1e-9 * shares.peak());
    }
    return share;
}

/// Trains five seeds on one thread and on all, prints each and the medians, and returns one core's share of its peak.
template <class Learner>
double compare_threads(typename Learner::config_type config, std::size_t actor_critics) {
    lockstep::cpu one({.threads = 1}), all;
    double const operations =  // of an update
        update_operations<typename Learner::networks>(actor_critics, config.actor_delay) * static_cast<double>(config.batch);
    shares_of_peak shares;
    std::vector<double> alone, together;
    std::size_t updates = 0;
    for (config.seed = 1; config.seed <= 5; ++config.seed) {
        auto const print = [&](char const* what, training const& r) {
            std::printf("  seed %llu, %-22s %6.3f s, %5.1f us an update, return %.0f +- %.0f\n",
                        static_cast<unsigned long long>(config.seed), what, r.seconds,
                        1e6 * r.seconds / static_cast<double>(r.updates), r.reached.mean_return, r.reached.standard_error);
        };
        shares.add([&] {
            training const single = train<Learner>(one, thread_cpu_seconds, config);
            print("one thread (its clock)", single);
            alone.push_back(single.seconds);
            updates = single.updates;
            return operations * static_cast<double>(updates) / single.seconds;
        });
        training const several = train<Learner>(all, wall_seconds, config);
        print("all threads (wall)", several);
        together.push_back(several.seconds);
    }
    std::sort(alone.begin(), alone.end());
    std::sort(together.begin(), together.end());
    std::printf("  medians: %.3f s on one thread, %.3f s on %zu (best %.3f); %.2f MFLOP an update\n", alone[2], together[2],
                all.threads(), together[0], 1e-6 * operations);
    std::printf("  FMA peak of a core, median %.1f GFLOP/s\n", 1e-9 * shares.peak());
    return shares.median();
}

}  // namespace bench
