// SPDX-License-Identifier: MIT
// The stack that a kernel needs. device/thread_with_stack.hpp has threads with such a stack.
#pragma once

#include <concepts>
#include <cstddef>

namespace lockstep {

/// The number of bytes of stack that a kernel without a stack_size may use: 7 MiB, because threads usually have 8 MiB.
inline constexpr std::size_t common_stack_size = std::size_t(7) << 20;

/// Returns the stack_size of a kernel with `bytes` bytes of variables. The kernel may take three times as many bytes, because
/// compilers do not always let variables share memory that are never used at the same time. If three times `bytes` is more than
/// common_stack_size, the result is three times `bytes` plus common_stack_size; else it is `bytes`.
constexpr std::size_t stack_size_for(std::size_t bytes) {
    return 3 * bytes <= common_stack_size ? bytes : 3 * bytes + common_stack_size;
}

/// The number of bytes of stack that a kernel needs; 0 if the kernel states none. A kernel states this number by a member
/// stack_size, a static constexpr std::size_t that stack_size_for returns.
template <class Kernel>
inline constexpr std::size_t stack_size_of = 0;
template <class Kernel>
    requires requires {
        { Kernel::stack_size } -> std::convertible_to<std::size_t>;
    }
inline constexpr std::size_t stack_size_of<Kernel> = Kernel::stack_size;

}  // namespace lockstep
