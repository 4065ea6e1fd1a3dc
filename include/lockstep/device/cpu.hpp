// SPDX-License-Identifier: MIT
// The processor as a device: its cores run threads, its vectors are the lanes, and kernels use the host's memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/host_buffer.hpp>
#include <lockstep/device/stack.hpp>

#if defined(__wasm__) && !defined(_REENTRANT)
#    include <lockstep/device/one_thread.hpp>
#else
#    include <lockstep/device/thread_pool.hpp>
#endif

namespace lockstep {

#if defined(__wasm__) && !defined(_REENTRANT)
using thread_team = one_thread;
#else
using thread_team = thread_pool;
#endif

struct cpu_config {
    /// The number of threads that compute, the caller among them. 0 means one for every processor that the process may use.
    std::size_t threads = 0;
};

/// The device of the processors that the process may use, with the widest vectors of the build. A kernel has ended when for_each
/// returns. Kernels run with denormal numbers flushed to zero. Results do not depend on the number of threads. If a kernel needs
/// a larger stack than threads usually have, it runs on threads with a larger stack.
///
///     ls::cpu device;                     // all of them
///     ls::cpu device({.threads = 2});
class cpu {
public:
    static constexpr memory_kind memory = memory_kind::host;
    static constexpr std::size_t width = native_width;
    template <class T>
    using buffer = host_buffer<T>;

    /// Throws std::invalid_argument if config.threads is above 1024, or above 1 in a build without threads. Throws
    /// std::system_error if the system has no more threads.
    explicit cpu(cpu_config const& config = {}) : pool_(config.threads) {}

    std::size_t threads() const { return pool_.threads(); }

    /// Returns a buffer of n zeros, aligned to 128 bytes. Throws std::bad_alloc if there is not enough memory.
    template <class T>
    buffer<T> allocate(std::size_t n) const {
        return buffer<T>(n);
    }

    /// Runs kernel(i) for every i in [0, n), in any order, on all threads. Returns when all calls have ended. A kernel must not
    /// throw, and must not launch another kernel. Throws std::system_error if the system cannot start threads with the stack that
    /// the kernel needs.
    template <class Kernel>
    void for_each(std::size_t n, Kernel kernel) noexcept(stack_size_of<Kernel> <= common_stack_size) {
        static_assert(check_kernel<Kernel>());
        if constexpr (lockstep::kernel<Kernel>) {
            pool_for(stack_size_of<Kernel>).run(n, [kernel](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    kernel(i);
                }
            });
        }
    }

    /// Copies all elements of the span `from` to a buffer, or elements of a buffer to all of the span `to`, from the buffer's
    /// element `offset` on. Throws std::invalid_argument if the buffer is too small.
    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) const {
        check_copy("lockstep::cpu", offset, from.size(), to.size());
        copy_bytes(from.data(), to.data() + offset, from.size() * sizeof(T));
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) const {
        check_copy("lockstep::cpu", offset, to.size(), from.size());
        copy_bytes(from.data() + offset, to.data(), to.size() * sizeof(T));
    }

    /// Does nothing: a launch is complete when for_each returns.
    void synchronize() const {}

private:
    // One function for the elements of all buffers, as they are trivially copyable. If there are no bytes, the addresses may be null.
    static void copy_bytes(void const* from, void* to, std::size_t bytes) {
        std::copy_n(static_cast<char const*>(from), bytes, static_cast<char*>(to));
    }

    thread_team& pool_for(std::size_t stack) {
        return stack <= common_stack_size ? pool_ : deep_pool(stack);
    }
    LOCKSTEP_COLD thread_team& deep_pool(std::size_t stack) {
        if (deep_stack_ < stack) {
            deep_stack_ = 0;
            deep_pool_.reset();
            deep_pool_ = std::make_unique<thread_team>(threads(), stack);
            deep_stack_ = stack;
        }
        return *deep_pool_;
    }

    thread_team pool_;
    std::unique_ptr<thread_team> deep_pool_;
    std::size_t deep_stack_ = 0;
};
static_assert(device<cpu>);

}  // namespace lockstep
