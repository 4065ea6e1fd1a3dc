// SPDX-License-Identifier: MIT
// Ranks that are threads of one process: the communicator with the fewest promises, for tests of what is built on it.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <lockstep/dist/communicator.hpp>

namespace archetype {

/// One of several ranks, made by run(). Exchanges never fail; a rank that leaves early leaves the others' exchanges without it.
class thread_rank {
public:
    static constexpr bool distributed = true;

    std::size_t rank() const { return rank_; }
    std::size_t size() const { return board_->size; }
    std::string describe(std::size_t rank) const { return "rank " + std::to_string(rank); }

    void all_gather(std::span<std::byte> all) {
        std::size_t const part = all.size() / size(), own = part * rank_;
        for_all([&] { board_->bytes.resize(all.size()); });
        std::copy_n(all.data() + own, part, board_->bytes.data() + own);
        barrier();
        std::copy(board_->bytes.begin(), board_->bytes.end(), all.begin());
        barrier();
    }

    void barrier() { board_->all.arrive_and_wait(); }

    /// A piece is on its way as soon as `add` has returned: what comes later reaches no other rank. A piece that has not come
    /// holds NaN.
    template <class Add>
    void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        for (std::size_t turn = 0; turn < size(); ++turn) {
            if (turn == rank_) {
                std::vector<float> const came = board_->sum;
                board_->sum.assign(numbers.size(), std::numeric_limits<float>::quiet_NaN());
                if (turn > 0) {
                    std::fill(numbers.begin(), numbers.end(), std::numeric_limits<float>::quiet_NaN());
                }
                for (std::size_t begin = 0; begin < numbers.size(); begin += piece) {
                    std::size_t const end = std::min(begin + piece, numbers.size());
                    if (turn > 0) {
                        std::copy_n(came.data() + begin, end - begin, numbers.data() + begin);
                    }
                    add(begin, end);
                    std::copy_n(numbers.data() + begin, end - begin, board_->sum.data() + begin);
                }
            }
            barrier();
        }
        std::copy(board_->sum.begin(), board_->sum.end(), numbers.begin());
        barrier();
    }

    /// body(rank) in `size` threads. Rethrows what the lowest rank threw, if one did.
    template <class Body>
    static void run(std::size_t size, Body body) {
        auto const board = std::make_shared<shared>(size);
        std::vector<std::exception_ptr> errors(size);
        {
            std::vector<std::jthread> threads;
            for (std::size_t r = 0; r < size; ++r) {
                threads.emplace_back([&, r] {
                    try {
                        body(thread_rank(board, r));
                    } catch (...) {
                        errors[r] = std::current_exception();
                    }
                    board->all.arrive_and_drop();
                });
            }
        }
        for (auto const& error : errors) {
            if (error) {
                std::rethrow_exception(error);
            }
        }
    }

private:
    struct shared {
        explicit shared(std::size_t n) : size(n), all(static_cast<std::ptrdiff_t>(n)) {}
        std::size_t size;
        std::barrier<> all;
        std::vector<std::byte> bytes;
        std::vector<float> sum;
    };

    thread_rank(std::shared_ptr<shared> board, std::size_t rank) : board_(std::move(board)), rank_(rank) {}

    template <class Body>
    void for_all(Body body) {
        if (rank_ == 0) {
            body();
        }
        barrier();
    }

    std::shared_ptr<shared> board_;
    std::size_t rank_;
};
static_assert(lockstep::communicator<thread_rank>);

}  // namespace archetype
