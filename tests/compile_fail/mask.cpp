// SPDX-License-Identifier: MIT
// A mask is made on purpose: neither a bool nor nothing becomes one.
// error(g++): could not convert '{before, lockstep::lanes<8>(1), true}' from '<brace-enclosed initializer list>' to 'lockstep::transition<
// error(clang++): no viable conversion from 'bool' to 'mask_t<lockstep::lanes<8>>'
// error: explicit
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
