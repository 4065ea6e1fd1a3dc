// SPDX-License-Identifier: MIT
// Kernels that have much on their stack: how they say so. device/thread_with_stack.hpp has the threads for them.
#pragma once

#include <concepts>
#include <cstddef>

namespace lockstep {

/// So many bytes of its stack a kernel may use without a word: threads have 8 MiB as a rule.
inline constexpr std::size_t common_stack_size = std::size_t(7) << 20;

/// What a kernel needs that has so many bytes in variables: up to three times as many, since compilers do not let all that is
/// never alive at once share a place, and where that may be more than threads have, as much again as they have.
constexpr std::size_t stack_size_for(std::size_t bytes) {
    return 3 * bytes <= common_stack_size ? bytes : 3 * bytes + common_stack_size;
}

/// The stack that a kernel needs, which it says by a member `static constexpr std::size_t stack_size`, made by stack_size_for.
template <class Kernel>
inline constexpr std::size_t stack_size_of = 0;
template <class Kernel>
    requires requires {
        { Kernel::stack_size } -> std::convertible_to<std::size_t>;
    }
inline constexpr std::size_t stack_size_of<Kernel> = Kernel::stack_size;

}  // namespace lockstep
