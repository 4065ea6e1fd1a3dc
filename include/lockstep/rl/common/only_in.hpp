// SPDX-License-Identifier: MIT
// Lets the configurations of several methods share one list of members.
#pragma once

namespace lockstep {

/// The type of a member that only the configuration of method Owner has, in the configurations of other methods. It cannot be
/// set.
template <class Owner>
struct only_in {
    explicit constexpr only_in(auto) {}
};

}  // namespace lockstep
