// SPDX-License-Identifier: MIT
// Takes the place of thread_pool if a program cannot start threads, as in WebAssembly: the caller computes alone.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Runs loops as thread_pool does, on the thread that calls. The stack of that thread is as large as the program was linked with.
class one_thread {
public:
    /// Throws std::invalid_argument if `threads` is more than 1; 0 and 1 mean the same.
    LOCKSTEP_COLD explicit one_thread(std::size_t threads, std::size_t = 0) {
        if (threads > 1) {
            throw std::invalid_argument("lockstep::cpu: threads = " + std::to_string(threads) +
                                        ", but this program is built without threads");
        }
    }

    static constexpr std::size_t threads() { return 1; }

    /// Calls body(0, n), unless n is 0.
    template <class Body>
    void run(std::size_t n, Body const& body) noexcept {
        if (n > 0) {
            body(0, n);
        }
    }
};

}  // namespace lockstep
