// SPDX-License-Identifier: MIT
// The number of samples that go through a network together.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>

namespace lockstep {

/// The greatest number of samples, from sample_group to Most, with which the network's workspace has at most 4 MiB; sample_group
/// if none has.
template <class Network, std::size_t Most = 256>
inline constexpr std::size_t block_of = [] {
    if constexpr (Most > sample_group && sizeof(typename Network::template workspace<Most>) > (std::size_t(4) << 20)) {
        return block_of<Network, Most / 2>;
    } else {
        return Most;
    }
}();

}  // namespace lockstep
