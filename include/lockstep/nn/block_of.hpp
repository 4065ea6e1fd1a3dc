// SPDX-License-Identifier: MIT
// The number of samples that go through a network together.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>

namespace lockstep {

/// The number of samples in a block: Most, halved until the network's workspace has at most 4 MiB or the number is sample_group.
template <class Network, std::size_t Most = 256>
inline constexpr std::size_t block_of = [] {
    if constexpr (Most > sample_group && sizeof(typename Network::template workspace<Most>) > (std::size_t(4) << 20)) {
        return block_of<Network, Most / 2>;
    } else {
        return Most;
    }
}();

}  // namespace lockstep
