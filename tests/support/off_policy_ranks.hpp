// SPDX-License-Identifier: MIT
// Trainings of off-policy learners by ranks, beside those of one process.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/dist/one_process.hpp>

#include <tests/archetype/communicator.hpp>
#include <tests/support/ranks.hpp>
#include <tests/support/training.hpp>

namespace support {

/// A training in which the replay buffer comes round and episodes are cut, with four slices of a minibatch.
template <class Config>
Config small() {
    Config config;
    config.environments = 64;
    config.steps = 64 * 40;
    config.seed = 5;
    config.horizon = 10;
    config.warmup = 640;
    config.capacity = 64 * 20;
    config.batch = 200;
    config.n_step = 2;
    config.actor_delay = 2;
    config.updates_per_step = 0.02f;
    return config;
}

/// What a training leaves in each rank.
struct outcome {
    std::vector<std::vector<std::byte>> entries;
    std::vector<float> policy;
    std::vector<std::vector<double>> metrics;
    bool operator==(outcome const& other) const {
        if (entries != other.entries || policy != other.policy || metrics.size() != other.metrics.size()) {
            return false;
        }
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            if (!same_bits(metrics[i], other.metrics[i])) {
                return false;
            }
        }
        return true;
    }
};
template <class Learner>
outcome outcome_of(Learner& learner) {
    outcome result;
    while (!learner.done()) {
        result.metrics.push_back(figures(learner.iterate()));
    }
    result.entries = entries_of(learner);
    result.policy = learner.policy().parameters;
    return result;
}

/// Whether 1, 2 and 4 ranks leave the bits of one process in every rank. Learner<Device, Communicator, Layers...>.
template <template <class...> class Learner, class Device, class... Layers, class Config>
void compare(Config const& config) {
    ls::cpu device({.threads = 1});
    Learner<ls::cpu, ls::one_process, Layers...> alone(device, config);
    outcome const expected = outcome_of(alone);
    for (std::size_t const size : {1, 2, 4}) {
        CAPTURE(size);
        std::vector<outcome> found(size);
        archetype::thread_rank::run(size, [&](archetype::thread_rank ranks) {
            Device own = device_of<Device>(ranks.rank());
            Learner<Device, archetype::thread_rank, Layers...> learner(own, config, {}, ranks);
            found[ranks.rank()] = outcome_of(learner);
        });
        for (outcome const& of_rank : found) {
            CHECK(of_rank.entries == expected.entries);
            CHECK((of_rank == expected));
        }
    }
}

/// What a training says that comes upon a reward that no float can square, among those of one environment.
template <class Learner>
std::string words_of_poisoned(Learner& learner, std::size_t environment) {
    using env = typename Learner::environment;
    learner.iterate();
    learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) {
        if constexpr (requires { entry.stride; }) {
            if (name == "replay") {
                entry.buffer.data()[environment * entry.stride + env::observation_size + env::action_size] = 1e30f;
            }
        }
    });
    try {
        while (!learner.done()) {
            learner.iterate();
        }
    } catch (std::exception const& error) {
        return error.what();
    }
    return "nothing";
}

}  // namespace support
