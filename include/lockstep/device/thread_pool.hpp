// SPDX-License-Identifier: MIT
// A team of threads that waits for loops. While the threads are awake, a loop starts in well under a microsecond. Without loops
// they soon sleep. The caller works too. If the processors of the other threads are busy, the caller works alone for a while. If
// the loop needs a larger stack than the caller has, the caller only waits.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <stdexcept>
#include <string>

#if defined(__linux__)
#    include <sched.h>
#endif
#include <unistd.h>

#include <lockstep/core/clock.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/device/flush_denormals.hpp>
#include <lockstep/device/thread_with_stack.hpp>

namespace lockstep {

/// Returns the number of processors that this process may use. Under taskset and in some containers the machine has more. On
/// systems other than Linux it returns the number of the machine's processors, or 0 if that is unknown.
inline std::size_t usable_processors() {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        return static_cast<std::size_t>(CPU_COUNT(&set));
    }
#endif
    long const processors = ::sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? static_cast<std::size_t>(processors) : 0;
}

/// Runs loops on a fixed number of threads. The caller is one of them, unless the threads have larger stacks. Only one thread at
/// a time may call run(), and a loop's body must not call run().
class thread_pool {
public:
    /// `threads` is the number of all threads, the caller among them; 0 means usable_processors(). If `stack` is above 0, the
    /// pool starts `threads` threads with stacks of `stack` bytes, and the caller only waits. Throws std::invalid_argument if
    /// `threads` is above 1024, and std::system_error if the system has no more threads or no such stack.
    LOCKSTEP_COLD explicit thread_pool(std::size_t threads, std::size_t stack = 0) : caller_works_(stack == 0) {
        if (threads > most_threads) {
            throw std::invalid_argument("lockstep::cpu: threads = " + std::to_string(threads) + " is more than " +
                                        std::to_string(most_threads));
        }
        if (threads == 0) {
            threads = std::min(usable_processors(), most_threads);
        }
        try {
            while (this->threads() < threads) {
                side const from = this->threads() % 2 == 0 ? side::front : side::back;
                workers_.emplace_back(stack, [this, from] { work(from); });
            }
        } catch (...) {
            stop();
            throw;
        }
    }
    ~thread_pool() { stop(); }
    thread_pool(thread_pool const&) = delete;
    thread_pool& operator=(thread_pool const&) = delete;

    std::size_t threads() const { return workers_.size() + (caller_works_ ? 1 : 0); }

    /// Calls body(begin, end) for pieces of [0, n), and returns when all pieces are done. Each index is in exactly one piece.
    /// While `body` runs, denormal numbers are flushed to zero. Allocates nothing. A body that throws ends the program, because
    /// no result could be right.
    template <class Body>
    void run(std::size_t n, Body const& body) noexcept {
        run(&call<Body>, &body, n);
    }

private:
    using call_type = void (*)(void const* body, std::size_t begin, std::size_t end);
    static constexpr std::size_t most_threads = 1024;

    // No template, so that a program compiles it once and not for each of its kernels.
    LOCKSTEP_NOINLINE void run(call_type pieces_of, void const* body, std::size_t n) noexcept {
        // Eight to sixteen pieces for each thread. If the system holds up a thread, other threads take its pieces.
        std::size_t const piece = n / (8 * threads()) + (n < 8 * threads() ? 1 : 0);
        std::size_t const pieces = n == 0 ? 0 : (n + piece - 1) / piece;
        if (pieces == 0) {
            return;
        }
        if (caller_works_ && (threads() == 1 || pieces == 1 || is_alone())) {
            flush_denormals const mode;
            pieces_of(body, 0, n);
            return;
        }
        double const begin = steady_seconds();
        loop_ = {pieces_of, body, n, piece, static_cast<std::uint32_t>(pieces)};
        finished_.store(0, std::memory_order_relaxed);
        unclaimed_.store(static_cast<std::uint32_t>(pieces), std::memory_order_seq_cst);  // [0, pieces)
        unclaimed_.notify_all();
        if (caller_works_) {
            flush_denormals const mode;
            take_pieces(side::front);
        }
        if (finished_.load(std::memory_order_acquire) == pieces) {
            return;
        }
        double const idle = steady_seconds();
        for (;;) {
            std::uint32_t const done = finished_.load(std::memory_order_acquire);
            if (done == pieces) {
                break;
            }
            spin_while(finished_, done);
        }
        if (caller_works_) {
            stay_alone_after(idle - begin, steady_seconds() - idle);
        }
    }

    struct loop {
        call_type call;
        void const* body;
        std::size_t size;
        std::size_t piece;
        std::uint32_t pieces;
    };
    static constexpr std::uint32_t stopped = ~std::uint32_t(0);
    static_assert(16 * most_threads < 0xffff, "the number of a piece has 16 bits, and a thread at most 16 pieces");

    /// The end of a loop from which a thread takes pieces: half of the threads take them from each. So in loops of one length a
    /// thread works mostly on the same half of the indices, and their memory stays in its cache.
    enum class side { front, back };

    bool is_alone() {
        if (alone_until_ == 0) {
            return false;
        }
        if (steady_seconds() < alone_until_) {
            return true;
        }
        alone_until_ = 0;
        return false;
    }

    /// Makes the caller work alone for a time if it `waited` for the other threads for far longer than it was `busy`: for 30
    /// times the wait, at most 0.6 s. After such a wait another program probably has the processor of one of these threads for a
    /// while. So such waits cost little in all.
    void stay_alone_after(double busy, double waited) {
        if (waited > 4 * busy + 200e-6) {
            alone_until_ = steady_seconds() + 30 * std::min(waited, 20e-3);
        }
    }

    // Out of line, so that no arithmetic of the body moves across the change of mode.
    template <class Body>
    LOCKSTEP_NOINLINE static void call(void const* body, std::size_t begin, std::size_t end) {
        (*static_cast<Body const*>(body))(begin, end);
    }

    /// Claims and runs pieces until none is left. Returns false if the pool stops. run() does not return before a claimed piece
    /// is done, so loop_ may be read after a claim, and only then. A late thread may claim a piece of the next loop, which does
    /// no harm.
    bool take_pieces(side from) {
        std::uint32_t left = unclaimed_.load(std::memory_order_acquire);
        while (left != 0) {
            if (left == stopped) {
                return false;
            }
            std::uint32_t const first = left >> 16, last = (left & 0xffff) - 1;
            std::uint32_t const rest = first == last ? 0 : from == side::front ? left + 0x10000 : left - 1;
            if (!unclaimed_.compare_exchange_weak(left, rest, std::memory_order_acq_rel, std::memory_order_acquire)) {
                continue;
            }
            loop const now = loop_;
            std::size_t const begin = (from == side::front ? first : last) * now.piece;
            now.call(now.body, begin, std::min(begin + now.piece, now.size));
            if (finished_.fetch_add(1, std::memory_order_seq_cst) + 1 == now.pieces) {
                finished_.notify_one();
            }
            left = unclaimed_.load(std::memory_order_acquire);
        }
        return true;
    }

    void work(side from) {
        flush_denormals const mode;
        while (take_pieces(from)) {
            spin_while(unclaimed_, 0);
        }
    }

    /// Waits until `word` is no longer `value`. Watches the word for 50 microseconds, and then sleeps until it is notified.
    static void spin_while(std::atomic<std::uint32_t> const& word, std::uint32_t value) {
        double const patience = steady_seconds() + 50e-6;
        do {
            for (int i = 0; i < 64; ++i) {
                if (word.load(std::memory_order_relaxed) != value) {
                    return;
                }
                pause();
            }
        } while (steady_seconds() < patience);
        word.wait(value, std::memory_order_seq_cst);
    }

    static void pause() {
#if defined(__SSE2__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("yield");
#endif
    }

    void stop() {
        unclaimed_.store(stopped);
        unclaimed_.notify_all();
        workers_.clear();
    }

    bool caller_works_;
    loop loop_{};
    double alone_until_ = 0;
    /// The pieces [first, last) that nobody has begun, as first * 2^16 + last; 0 if there are none.
    alignas(64) std::atomic<std::uint32_t> unclaimed_ = 0;
    alignas(64) std::atomic<std::uint32_t> finished_ = 0;  ///< pieces that are done
    alignas(64) std::list<thread_with_stack> workers_;
};

}  // namespace lockstep
