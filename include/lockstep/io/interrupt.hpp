// SPDX-License-Identifier: MIT
// Ctrl-C, and the signal that a cluster sends before it ends a program. A training loop asks for them between two iterations.
#pragma once

#include <csignal>
#include <signal.h>  // sigaction, which is POSIX

namespace lockstep {

/// While an interrupt exists, the first Ctrl-C (SIGINT) or SIGTERM only sets a flag; the second one ends the process at once, as
/// usual. At most one interrupt may exist at a time.
class interrupt {
public:
    interrupt() {
        asked_by_ = 0;
        struct ::sigaction action {};
        action.sa_handler = [](int number) {
            asked_by_ = number;
            std::signal(SIGINT, SIG_DFL);
            std::signal(SIGTERM, SIG_DFL);
        };
        action.sa_flags = SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(SIGINT, &action, &before_.interrupted);
        ::sigaction(SIGTERM, &action, &before_.terminated);
    }
    interrupt(interrupt const&) = delete;
    interrupt& operator=(interrupt const&) = delete;
    ~interrupt() {
        ::sigaction(SIGINT, &before_.interrupted, nullptr);
        ::sigaction(SIGTERM, &before_.terminated, nullptr);
    }

    /// Whether one of the two signals came.
    bool requested() const { return asked_by_ != 0; }

    /// The exit code that a shell expects after the signal: 128 plus its number. 0 if none came.
    int exit_code() const { return requested() ? 128 + asked_by_ : 0; }

private:
    // Written by the handler on any thread; lock-free, as a handler needs it.
    static inline volatile std::sig_atomic_t asked_by_ = 0;
    struct {
        struct ::sigaction interrupted, terminated;
    } before_ = {};
};

}  // namespace lockstep
