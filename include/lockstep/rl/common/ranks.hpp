// SPDX-License-Identifier: MIT
// Checks for ranks that train together: they must have equal shares of the environments, and all must run the same training.
#pragma once

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/dist/agreement.hpp>
#include <lockstep/rl/common/config_check.hpp>
#include <lockstep/version.hpp>

namespace lockstep {

/// Throws std::invalid_argument if the ranks cannot have equal shares of the environments in whole groups of sample_group. The
/// error names the nearest numbers of environments that are possible. Call it before the checks of one process, which do not know
/// of ranks. They refuse 0 environments. A single rank may have a part of a group (config_check::environments).
LOCKSTEP_COLD inline void check_shares(config_check const& must, std::size_t environments, std::size_t ranks) {
    if (ranks == 1) {
        return;
    }
    std::size_t const unit = sample_group * ranks, below = environments / unit * unit;
    if (below != environments) {
        bool const has_greater = below <= std::numeric_limits<std::size_t>::max() - unit;
        std::string const nearest = below > 0 && has_greater ? formatted("are so are %zu and %zu", below, below + unit)
                                                             : formatted("is so is %zu", has_greater ? below + unit : below);
        must.refuse(formatted("environments is %zu, not a multiple of %zu * %zu ranks; the nearest that %s", environments,
                              sample_group, ranks, nearest.c_str()));
    }
}

/// Returns a checksum of the numbers' bits: 64-bit FNV-1a, applied to words of 32 bits instead of bytes.
inline std::uint64_t sum_of_bits(std::span<float const> numbers) {
    std::uint64_t sum = 0xcbf29ce484222325;
    for (float const x : numbers) {
        sum = (sum ^ std::bit_cast<std::uint32_t>(x)) * 0x100000001b3;
    }
    return sum;
}

/// Throws std::runtime_error, the same in all ranks, if a rank has learnt other parameters than rank 0. This happens if their
/// processors round differently.
template <communicator C>
void require_same_parameters(C& ranks, std::string_view name, std::size_t steps, std::span<float const> parameters) {
    std::vector<std::uint64_t> sums(ranks.size());
    sums[ranks.rank()] = sum_of_bits(parameters);
    ranks.all_gather(std::as_writable_bytes(std::span(sums)));
    for (std::size_t r = 1; r < sums.size(); ++r) {
        if (sums[r] != sums[0]) {
            throw std::runtime_error("lockstep::" + std::string(name) + ": after " + std::to_string(steps) + " steps " +
                                     ranks.describe(r) + " has other parameters than rank 0; do their processors differ?");
        }
    }
}

/// Throws std::runtime_error, the same in all ranks, if the training of a rank differs from that of rank 0: it has another
/// version of Lockstep, another learner, lanes of another width, another configuration, or begins from another state.
template <communicator C, class Config>
LOCKSTEP_COLD void require_same_training(C& ranks, std::string_view name, std::string_view learner, Config const& config,
                                         std::size_t steps, std::span<float const> parameters) {
    auto const text = [](auto const& number) {
        char digits[64];
        return std::string(digits, std::to_chars(digits, digits + sizeof digits, +number).ptr);
    };
    agreement facts;
    facts.emplace_back("version of Lockstep",
                       text(LOCKSTEP_VERSION_MAJOR) + '.' + text(LOCKSTEP_VERSION_MINOR) + '.' + text(LOCKSTEP_VERSION_PATCH));
    facts.emplace_back("learner", learner);
    facts.emplace_back("number of lanes", text(native_width));
    for_each_member(config, [&](std::string_view member, auto const& value) {
        facts.emplace_back("config." + std::string(member), text(value));
    });
    facts.emplace_back("number of steps so far", text(steps));
    facts.emplace_back("sum of the parameters' bits", text(sum_of_bits(parameters)));
    require_agreement(ranks, "lockstep::" + std::string(name), facts);
}

/// The check that ranks make together before each iteration.
class training_agreement {
public:
    /// Calls require_same_parameters, and the first time also require_same_training before it. Throws as these functions do.
    /// `parameters` is a buffer of the device.
    template <communicator C, class Device, class Buffer, class Config>
    void require(C& ranks, Device& device, Buffer const& parameters, std::string_view name, std::string_view learner,
                 Config const& config, std::size_t steps) {
        std::vector<float> const numbers = to_host(device, parameters);
        if (!has_agreed_) {
            require_same_training(ranks, name, learner, config, steps, numbers);
            has_agreed_ = true;
        }
        require_same_parameters(ranks, name, steps, numbers);
    }

private:
    bool has_agreed_ = false;
};

/// Returns the names of the ranks that call it with `is_here` true, for example " of rank 2 on node-b", or " of all ranks
/// together" if there is no such rank. All ranks must call it.
template <communicator C>
LOCKSTEP_COLD std::string names_of_ranks(C& ranks, bool is_here) {
    std::vector<std::byte> all(ranks.size());
    all[ranks.rank()] = std::byte(is_here ? 1 : 0);
    ranks.all_gather(all);
    std::string names;
    for (std::size_t r = 0; r < all.size(); ++r) {
        if (all[r] != std::byte(0)) {
            names += (names.empty() ? " of " : " and ") + ranks.describe(r);
        }
    }
    return names.empty() ? " of all ranks together" : names;
}

}  // namespace lockstep
