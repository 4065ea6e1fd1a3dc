// SPDX-License-Identifier: MIT
// The communicator of a training that runs in one process: there is nothing to exchange.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include <lockstep/dist/communicator.hpp>

namespace lockstep {

/// The default communicator of a learner: there is one rank. The type is empty.
struct one_process {
    static constexpr bool distributed = false;

    static constexpr std::size_t rank() { return 0; }
    static constexpr std::size_t size() { return 1; }
    static std::string describe(std::size_t) { return "the only process"; }

    static void all_gather(std::span<std::byte>) {}
    static void barrier() {}
    /// Works as communicator_accumulates says. Throws std::invalid_argument if `piece` is 0.
    template <class Add>
    static void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        if (piece == 0) {
            throw std::invalid_argument("lockstep::one_process: accumulate with pieces of 0 numbers; give at least 1");
        }
        for (std::size_t begin = 0; begin < numbers.size(); begin += piece) {
            add(begin, std::min(begin + piece, numbers.size()));
        }
    }
};
static_assert(communicator<one_process>);

}  // namespace lockstep
