// SPDX-License-Identifier: MIT
// Ctrl-C, and the signal that a cluster sends before it ends a program. A training loop asks for them between two iterations.
#pragma once

#ifndef __wasi__
#include <csignal>
#include <signal.h>  // sigaction, which is POSIX
#endif

namespace lockstep {

#ifdef __wasi__
/// WebAssembly has no signals, so none is ever requested.
class interrupt {
public:
    interrupt() = default;
    interrupt(interrupt const&) = delete;
    interrupt& operator=(interrupt const&) = delete;

    bool requested() const { return false; }
    int exit_code() const { return 0; }
};
#else
/// A handler of signals. While it exists, the first Ctrl-C (SIGINT) and every SIGTERM only set a flag. A Ctrl-C after one of them
/// ends the process at once, as usual. A second SIGTERM does not: a launcher and the cluster may each send one, while the program
/// saves. A write beyond the limit of a file's size (ulimit -f) is meanwhile an error of the write, which names the file, and no
/// SIGXFSZ. At most one interrupt may exist at a time.
class interrupt {
public:
    interrupt() {
        asked_by_ = 0;
        struct ::sigaction action {};
        action.sa_handler = [](int number) {
            asked_by_ = number;
            std::signal(SIGINT, SIG_DFL);
        };
        action.sa_flags = SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(SIGINT, &action, &before_.interrupted);
        ::sigaction(SIGTERM, &action, &before_.terminated);
        action.sa_handler = SIG_IGN;
        ::sigaction(SIGXFSZ, &action, &before_.too_long);
    }
    interrupt(interrupt const&) = delete;
    interrupt& operator=(interrupt const&) = delete;
    ~interrupt() {
        ::sigaction(SIGINT, &before_.interrupted, nullptr);
        ::sigaction(SIGTERM, &before_.terminated, nullptr);
        ::sigaction(SIGXFSZ, &before_.too_long, nullptr);
    }

    /// Returns whether one of the two signals came.
    bool requested() const { return asked_by_ != 0; }

    /// Returns the exit code that a shell expects after the last signal: 128 plus its number. Returns 0 if no signal came.
    int exit_code() const { return requested() ? 128 + asked_by_ : 0; }

private:
    // The handler writes it on any thread. It is lock-free, as a handler requires.
    static inline volatile std::sig_atomic_t asked_by_ = 0;
    struct {
        struct ::sigaction interrupted, terminated, too_long;
    } before_ = {};
};
#endif

}  // namespace lockstep
