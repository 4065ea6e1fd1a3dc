// SPDX-License-Identifier: MIT
// How many samples go through a network together.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>

namespace lockstep {

/// As many samples, from a sample_group to Most, as leave the network's workspace within 4 MiB if that can be.
template <class Network, std::size_t Most = 256>
inline constexpr std::size_t block_of = [] {
    if constexpr (Most > sample_group && sizeof(typename Network::template workspace<Most>) > (std::size_t(4) << 20)) {
        return block_of<Network, Most / 2>;
    } else {
        return Most;
    }
}();

}  // namespace lockstep
