// SPDX-License-Identifier: MIT
// The stack that a kernel needs. device/thread_with_stack.hpp has threads with such a stack.
#pragma once

#include <concepts>
#include <cstddef>

namespace lockstep {

/// The bytes of stack that a kernel may use without a stack_size: threads usually have 8 MiB.
inline constexpr std::size_t common_stack_size = std::size_t(7) << 20;

/// The stack of a kernel with this many bytes of variables. The kernel may take three times as many bytes: compilers do not
/// always let variables share memory that are never used at the same time. If that is more than common_stack_size, the result is
/// three times `bytes` plus common_stack_size.
constexpr std::size_t stack_size_for(std::size_t bytes) {
    return 3 * bytes <= common_stack_size ? bytes : 3 * bytes + common_stack_size;
}

/// The stack that a kernel needs. A kernel states it by a member `static constexpr std::size_t stack_size`, made by
/// stack_size_for.
template <class Kernel>
inline constexpr std::size_t stack_size_of = 0;
template <class Kernel>
    requires requires {
        { Kernel::stack_size } -> std::convertible_to<std::size_t>;
    }
inline constexpr std::size_t stack_size_of<Kernel> = Kernel::stack_size;

}  // namespace lockstep
