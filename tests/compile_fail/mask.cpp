// SPDX-License-Identifier: MIT
// A mask is made on purpose: neither a bool nor nothing becomes one.
// error(g++): use of deleted function 'lockstep::lane_mask<N>::lane_mask(T) [with T = bool; int N = 8]'
// error(clang++): conversion function from 'bool' to 'mask_t<lockstep::lanes<8>>' (aka 'lane_mask<8>') invokes a deleted function
// error: explicit
// note: write mask_t<R>(true), not true
#include "../archetype/environment.hpp"

template <class R>
lockstep::transition<archetype::environment::state<R>> ends_with_a_bool(archetype::environment::state<R> const& before) {
    return {before, R(1), true};
}
template <class R>
lockstep::transition<archetype::environment::state<R>> ends_with_nothing(archetype::environment::state<R> const& before) {
    return {before, R(1)};
}
auto const first = ends_with_a_bool<lockstep::lanes<8>>({});
auto const second = ends_with_nothing<lockstep::lanes<8>>({});
