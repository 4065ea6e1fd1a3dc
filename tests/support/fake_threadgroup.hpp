// SPDX-License-Identifier: MIT
// The lanes of a threadgroup on one thread: each has a stack of its own. The lanes of a simdgroup run in turn, each up to its
// next barrier, vote or exchange, where all 32 must meet. At a barrier of the threadgroup the simdgroups meet.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep_test {

/// Goes on with another stack, and keeps in `from` where this one goes on. As swapcontext(), without its two calls of the kernel.
[[gnu::naked, gnu::noinline]] inline void switch_stack(void** /*from*/, void* /*to*/) {
    asm(R"(
        pushq %rbp
        pushq %rbx
        pushq %r12
        pushq %r13
        pushq %r14
        pushq %r15
        movq %rsp, (%rdi)
        movq %rsi, %rsp
        popq %r15
        popq %r14
        popq %r13
        popq %r12
        popq %rbx
        popq %rbp
        ret
    )");
}

/// A kernel as one lane runs it; an argument is an address or a position.
using lane_function = void (*)(void* const* addresses, unsigned const* positions);

class fake_threadgroup {
public:
    static constexpr unsigned most_lanes = 128, simdgroup = 32;
    using matrix = std::array<float, 64>;

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
            one.stack = new_stack(stacks_.get() + l * stack_size);
        }
        for (bool forward = true;; forward = !forward) {  // a missing barrier shows in one of the orders
            unsigned const simdgroups = (lanes + simdgroup - 1) / simdgroup;
            for (unsigned i = 0; i < simdgroups; ++i) {
                unsigned const first = (forward ? i : simdgroups - 1 - i) * simdgroup;
                std::string failure = run_to_barrier(std::span(all_).subspan(first, std::min(simdgroup, lanes - first)), forward);
                if (!failure.empty()) {
                    return failure;
                }
            }
            if (!have_met(std::span(all_).first(lanes))) {
                return have_parted;
            }
            if (all_[0].now == at_end) {
                return "";
            }
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
    void simdgroup_barrier() { stop(at_simdgroup_barrier); }
    /// Its place in its simdgroup.
    unsigned place_in_simdgroup() const { return static_cast<unsigned>(current_ - all_.data()) % simdgroup; }
    /// What this lane's next function of matrices gives to its simdgroup, and whether the lane is the first to come to it.
    std::pair<matrix&, bool> next_matrix() {
        bool const is_first = current_->matrices++ == matrices_.size();
        if (is_first) {
            matrices_.emplace_back();
        }
        return {matrices_[current_->matrices - 1], is_first};
    }

private:
    enum place { at_barrier, at_simdgroup_barrier, at_vote, at_exchange, at_end };
    struct lane {
        void* stack = nullptr;  ///< where it goes on
        place now = at_end;
        std::size_t matrices = 0;  ///< functions of matrices since it has met the others of its simdgroup
        std::vector<void*> addresses;
        std::vector<unsigned> positions;
    };
    static constexpr std::size_t stack_size = (std::size_t(1) << 20) + 17 * 64;  // so that stacks share few lines of the cache
    static constexpr char const* have_parted = "lanes of a pack part: some wait where others never come";

    static bool have_met(std::span<lane const> lanes) {
        return std::ranges::all_of(lanes, [&](lane const& l) { return l.now == lanes[0].now; });
    }
    /// Runs a simdgroup up to a barrier of its threadgroup, or to its end, its lanes at first in this order. An empty text, or
    /// why it failed.
    std::string run_to_barrier(std::span<lane> lanes, bool forward) {
        for (;; forward = !forward) {
            matrices_.clear();
            for (std::size_t i = 0; i < lanes.size(); ++i) {
                current_ = &lanes[forward ? i : lanes.size() - 1 - i];
                current_->matrices = 0;
                switch_stack(&host_, current_->stack);
            }
            if (!have_met(lanes)) {
                return have_parted;
            }
            bool const all_came = std::ranges::all_of(lanes, [&](lane const& l) { return l.matrices == matrices_.size(); });
            if (!all_came || (lanes.size() < simdgroup && !matrices_.empty())) {
                return "some lanes of a simdgroup come to a function of matrices, and others do not";
            }
            if (lanes[0].now == at_barrier || lanes[0].now == at_end) {
                return "";
            }
            result_ = std::exchange(vote_, false);
            seen_ = exchanged_;
        }
    }

    /// A stack that goes on with enter().
    static void* new_stack(char* memory) {
        constexpr std::size_t kept_registers = 6;
        std::array<void*, kept_registers + 2> const top = {nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                                                           reinterpret_cast<void*>(&fake_threadgroup::enter), nullptr};
        return std::memcpy(memory + stack_size - sizeof top, top.data(), sizeof top);
    }
    static void enter() {
        fake_threadgroup& t = get();
        t.kernel_(t.current_->addresses.data(), t.current_->positions.data());
        t.stop(at_end);
    }
    void stop(place where) {
        lane* const me = current_;
        me->now = where;
        switch_stack(&me->stack, host_);
    }

    std::array<lane, most_lanes> all_;
    std::unique_ptr<char[]> stacks_{new char[most_lanes * stack_size]};
    void* host_ = nullptr;
    lane* current_ = nullptr;
    lane_function kernel_ = nullptr;
    std::array<float, most_lanes> exchanged_{}, seen_{};
    std::vector<matrix> matrices_;  ///< of the simdgroup that runs
    bool vote_ = false, result_ = false;
};

}  // namespace lockstep_test
