// SPDX-License-Identifier: MIT
// Trainings by several ranks, which are threads here.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <tests/archetype/communicator.hpp>

namespace support {

namespace ls = lockstep;

/// Each entry of a learner that a checkpoint holds, except the clock, as bytes.
template <class Learner>
std::vector<std::vector<std::byte>> entries_of(Learner& learner) {
    std::vector<std::vector<std::byte>> entries;
    auto const add = [&](auto values) {
        auto const bytes = std::as_bytes(values);
        entries.emplace_back(bytes.begin(), bytes.end());
    };
    learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) {
        if constexpr (std::is_arithmetic_v<Entry>) {
            if (name != "seconds") {
                add(std::span<Entry const>(&entry, 1));
            }
        } else if constexpr (requires { entry.data(); }) {
            auto const values = ls::to_host(learner.device(), entry);
            add(std::span(values));
        } else {  // slices of a buffer, or a buffer of packs
            auto const values = ls::to_host(learner.device(), entry.buffer);
            add(std::span(values));
        }
    });
    return entries;
}

/// The device of a rank; processors of one and of two threads.
template <class Device>
Device device_of(std::size_t rank) {
    if constexpr (std::is_same_v<Device, ls::cpu>) {
        return ls::cpu({.threads = 1 + rank % 2});
    } else {
        return Device();
    }
}

/// What a training of `size` ranks says that ends in an error, in each rank. Learner takes a thread_rank.
template <class Learner, class ConfigOf>
std::vector<std::string> words_of_ranks(std::size_t size, ConfigOf config_of) {
    std::vector<std::string> said(size);
    archetype::thread_rank::run(size, [&](archetype::thread_rank ranks) {
        try {
            ls::cpu own({.threads = 1});
            Learner learner(own, config_of(ranks.rank()), {}, ranks);
            while (!learner.done()) {
                learner.iterate();
            }
        } catch (std::exception const& error) {
            said[ranks.rank()] = error.what();
        }
    });
    return said;
}

}  // namespace support
