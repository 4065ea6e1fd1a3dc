// SPDX-License-Identifier: MIT
// The lanes of a threadgroup on one thread: each has a stack of its own and runs up to its next barrier, vote or
// exchange, where all must meet.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ucontext.h>

namespace lockstep_test {

/// A kernel as one lane runs it; an argument is an address or a position.
using lane_function = void (*)(void* const* addresses, unsigned const* positions);

class fake_threadgroup {
public:
    static constexpr unsigned most_lanes = 128;

    static fake_threadgroup& get() {
        static fake_threadgroup it;
        return it;
    }

    /// arguments(lane, addresses, positions) gives the arguments. An empty text when all lanes have come to their end together.
    template <class Arguments>
    std::string run(lane_function kernel, unsigned lanes, Arguments arguments) {
        kernel_ = kernel;
        for (unsigned l = 0; l < lanes; ++l) {
            lane& one = all_[l];
            one.addresses.clear();
            one.positions.clear();
            arguments(l, one.addresses, one.positions);
            prepare(one.context, stacks_.get() + l * stack_size);
        }
        for (bool forward = true;; forward = !forward) {  // a missing barrier shows in one of the orders
            for (unsigned i = 0; i < lanes; ++i) {
                current_ = &all_[forward ? i : lanes - 1 - i];
                ::swapcontext(&host_, &current_->context);
            }
            auto const first = all_[0].now;
            if (!std::ranges::all_of(std::span(all_).first(lanes), [&](lane const& l) { return l.now == first; })) {
                return "lanes of a row part: some wait where others never come";
            }
            if (first == at_end) {
                return "";
            }
            result_ = std::exchange(vote_, false);
            seen_ = exchanged_;
        }
    }

    // For a lane that runs.

    bool vote(bool of_this_lane) {
        vote_ = vote_ || of_this_lane;
        stop(at_vote);
        return result_;
    }
    /// The number of the lane whose number is this one's with the mask's bits turned.
    float exchange(float of_this_lane, unsigned mask) {
        auto const me = static_cast<unsigned>(current_ - all_.data());
        exchanged_[me] = of_this_lane;
        stop(at_exchange);
        return seen_[me ^ mask];
    }
    void barrier() { stop(at_barrier); }

private:
    enum place { at_barrier, at_vote, at_exchange, at_end };
    struct lane {
        ucontext_t context;
        place now = at_end;
        std::vector<void*> addresses;
        std::vector<unsigned> positions;
    };
    static constexpr std::size_t stack_size = std::size_t(1) << 20;

    static void prepare(ucontext_t& context, char* stack) {
        ::getcontext(&context);
        context.uc_stack.ss_sp = stack;
        context.uc_stack.ss_size = stack_size;
        context.uc_link = nullptr;
        ::makecontext(&context, &fake_threadgroup::enter, 0);
    }
    static void enter() {
        fake_threadgroup& t = get();
        t.kernel_(t.current_->addresses.data(), t.current_->positions.data());
        t.stop(at_end);
    }
    void stop(place where) {
        lane* const me = current_;
        me->now = where;
        ::swapcontext(&me->context, &host_);
    }

    std::array<lane, most_lanes> all_;
    std::unique_ptr<char[]> stacks_{new char[most_lanes * stack_size]};
    ucontext_t host_;
    lane* current_ = nullptr;
    lane_function kernel_ = nullptr;
    std::array<float, most_lanes> exchanged_{}, seen_{};
    bool vote_ = false, result_ = false;
};

}  // namespace lockstep_test
