// SPDX-License-Identifier: MIT
// Waits for queued kernels with a time limit. If a kernel does not end in time, an error names the kernel.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <deque>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The error of a wait for a kernel that does not end in time.
struct kernel_without_end : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Calls `wait()`. Returns false if it throws kernel_without_end: then a kernel may still run, and its memory must not be freed.
/// Otherwise returns true, even if it throws, because a kernel that failed has ended.
template <class Wait>
bool has_ended_after(Wait&& wait) noexcept {
    try {
        wait();
    } catch (kernel_without_end const&) {
        return false;
    } catch (...) {
        return true;
    }
    return true;
}

/// The launches of a device that may not have ended, in their order. The device puts a Mark (an event or a command buffer) behind
/// one or more launches. A mark has ended when all launches before it have ended. If wait() fails because a kernel does not end,
/// the memory of that kernel must not be freed. A leak is better than a kernel that writes to memory that now belongs to
/// something else.
template <class Mark>
class launch_watch {
public:
    using clock = std::chrono::steady_clock;

    /// `device` begins the message of an error. `limit` is the time in seconds that wait() waits for one mark, from its call or
    /// from the end of the mark before; 0 means no limit.
    launch_watch(std::string device, double limit) : device_(std::move(device)), limit_(limit) {}

    /// Adds a launch of this kernel. Returns the number of launches since the last mark.
    std::size_t launched(std::string const& kernel) {
        open_.insert(kernel);
        return ++unmarked_;
    }
    std::size_t unmarked() const { return unmarked_; }
    /// Adds the mark `made` behind all launches since the last mark.
    void mark(Mark made) {
        marked_.push_back({std::move(made), std::exchange(open_, {})});
        unmarked_ = 0;
    }

    /// Forgets marks that have ended, the oldest first, until `many` marks are left or the oldest has not ended. Does not wait.
    /// has_ended must do what wait() says.
    template <class HasEnded>
    void forget(HasEnded&& has_ended, std::size_t many) {
        while (marked_.size() > many && end_first(has_ended)) {
        }
    }
    /// Waits until at most `left` marks have not ended. A `left` above 0 keeps the queue of a driver from being full, because a
    /// driver whose queue is full waits without a limit. has_ended(mark, kernels) must return whether `mark` has ended.
    /// `kernels` has the names of the kernels that were launched after the mark before it. has_ended must throw if one of these
    /// kernels has failed; wait() then throws the same exception. If a mark does not end in time, throws kernel_without_end,
    /// which names the kernels of this mark. Until these kernels have ended, later waits throw at once, and do not wait for the
    /// whole limit again.
    template <class HasEnded>
    void wait(HasEnded&& has_ended, std::size_t left = 0) {
        auto begin = clock::now();
        while (marked_.size() > left) {
            if (end_first(has_ended)) {
                is_late_ = false;
                begin = clock::now();
                continue;
            }
            auto const waited = clock::now() - begin;
            if (limit_ > 0 && (is_late_ || std::chrono::duration<double>(waited).count() > limit_)) {
                is_late_ = true;
                fail(names(marked_.front().kernels));
            }
            rest(waited);
        }
    }

    /// Returns the names, joined by "or": "a", or "a or b or c".
    static std::string names(std::set<std::string> const& kernels) {
        std::string result;
        for (std::string const& kernel : kernels) {
            result += (result.empty() ? "" : " or ") + kernel;
        }
        return result;
    }

private:
    struct group {
        Mark mark;
        std::set<std::string> kernels;
    };

    template <class HasEnded>
    bool end_first(HasEnded&& has_ended) {
        bool is_over = false;
        try {
            is_over = has_ended(marked_.front().mark, marked_.front().kernels);
        } catch (...) {
            marked_.pop_front();  // a failure is reported once
            throw;
        }
        if (is_over) {
            marked_.pop_front();
        }
        return is_over;
    }

    /// Pauses before the next look at a mark. For the first 200 microseconds it does not sleep, since a system's shortest sleep
    /// takes some 60 microseconds. Then it sleeps for a small part of the time waited so far, at most a millisecond, because a
    /// device whose work ends meanwhile has nothing to do until the sleep ends.
    static void rest(clock::duration waited) {
        if (waited < std::chrono::microseconds(200)) {
            std::this_thread::yield();
        } else {
            std::this_thread::sleep_for(std::min<clock::duration>(waited / 32, std::chrono::milliseconds(1)));
        }
    }

    [[noreturn]] LOCKSTEP_COLD void fail(std::string const& kernels) const {
        char seconds[32];
        std::snprintf(seconds, sizeof seconds, "%g", limit_);
        throw kernel_without_end(
            device_ + ": the kernel " + kernels + " has not ended after " + seconds +
            " s and may never end: if it only takes long, set time_limit in the device's configuration to more "
            "seconds, or to 0 to wait for ever");
    }

    std::string device_;
    double limit_;
    std::deque<group> marked_;
    std::set<std::string> open_;  // kernels launched after the last mark
    std::size_t unmarked_ = 0;
    bool is_late_ = false;
};

}  // namespace lockstep
