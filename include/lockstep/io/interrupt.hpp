// SPDX-License-Identifier: MIT
// Ctrl-C as a question that a training loop asks between two iterations.
#pragma once

#include <csignal>
#include <signal.h>  // sigaction, which is POSIX

namespace lockstep {

/// While one exists, the first Ctrl-C only sets a flag and the second has its usual effect: at once, and the process
/// ends. At most one at a time.
class interrupt {
public:
    /// What a shell expects from a program that ended because of Ctrl-C: 128 + SIGINT.
    static constexpr int exit_code = 128 + SIGINT;

    interrupt() {
        requested_ = 0;
        struct ::sigaction action {};
        action.sa_handler = [](int) { requested_ = 1; };
        action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(SIGINT, &action, &before_);
    }
    interrupt(interrupt const&) = delete;
    interrupt& operator=(interrupt const&) = delete;
    ~interrupt() { ::sigaction(SIGINT, &before_, nullptr); }

    /// Whether Ctrl-C was pressed.
    bool requested() const { return requested_ != 0; }

private:
    // Written by the handler on any thread; lock-free, as a handler needs it.
    static inline volatile std::sig_atomic_t requested_ = 0;
    struct ::sigaction before_ {};
};

}  // namespace lockstep
