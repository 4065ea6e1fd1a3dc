// SPDX-License-Identifier: MIT
// Lets the configurations of several methods share one list of members.
#pragma once

namespace lockstep {

/// The type of a member in configurations that must not have this member, because it belongs to the method Owner. The member
/// cannot be set there.
template <class Owner>
struct only_in {
    explicit constexpr only_in(auto) {}
};

}  // namespace lockstep
