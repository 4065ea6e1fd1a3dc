// SPDX-License-Identifier: MIT
// How one list of members serves the configurations of several methods.
#pragma once

namespace lockstep {

/// Stands in a configuration for a number that belongs to another method: it cannot be set.
template <class Owner>
struct belongs_to {
    explicit constexpr belongs_to(auto) {}
};

}  // namespace lockstep
