// SPDX-License-Identifier: MIT
// One list of members serves the configurations of several methods.
#pragma once

namespace lockstep {

/// Stands in a configuration for a number that only method Owner has. It cannot be set.
template <class Owner>
struct only_in {
    explicit constexpr only_in(auto) {}
};

}  // namespace lockstep
