// SPDX-License-Identifier: MIT
// A thread whose stack is as large as a kernel needs (device/stack.hpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <pthread.h>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// A thread with a stack of a given size. The system gives memory to the stack only where the stack is used.
class thread_with_stack {
public:
    /// Starts a thread that calls body(), with a stack of at least `stack` bytes. If `stack` is 0, the stack has its usual size.
    /// Throws std::system_error if the system has no more threads or no such stack.
    template <std::invocable Body>
    LOCKSTEP_COLD thread_with_stack(std::size_t stack, Body body) {
        auto own = std::make_unique<Body>(std::move(body));
        ::pthread_attr_t attributes;
        int error = ::pthread_attr_init(&attributes);
        if (error == 0) {
            error = stack > 0 ? ::pthread_attr_setstacksize(&attributes, (stack / page + 1) * page) : 0;
            error = error == 0 ? ::pthread_create(&thread_, &attributes, &run<Body>, own.get()) : error;
            ::pthread_attr_destroy(&attributes);
        }
        if (error != 0) {
            std::string const kind = stack > 0 ? "a thread with a stack of " + std::to_string(stack >> 20) + " MiB" : "a thread";
            throw std::system_error(error, std::generic_category(), "lockstep: " + kind + " cannot be started");
        }
        own.release();
    }
    thread_with_stack(thread_with_stack const&) = delete;
    thread_with_stack& operator=(thread_with_stack const&) = delete;
    /// Waits for the end of the thread.
    ~thread_with_stack() { ::pthread_join(thread_, nullptr); }

private:
    static constexpr std::size_t page = std::size_t(1) << 16;  ///< a multiple of every system's page, as stacks must be

    template <class Body>
    static void* run(void* body) {
        std::unique_ptr<Body> const own(static_cast<Body*>(body));
        (*own)();
        return nullptr;
    }

    ::pthread_t thread_;
};

}  // namespace lockstep
