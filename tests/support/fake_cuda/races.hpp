// SPDX-License-Identifier: MIT
// Finds races of the threads of a launch: two of them reach the same number, at least one writes it, and no barrier lies between.
// It sees every access of a text (on_host.hpp) and does not depend on the order in which threads run. Packs wait for nothing of
// other packs, so no pack may read what another pack of the same launch writes. Votes and exchanges in a warp order no memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

class race_finder {
public:
    /// Threads of one pack wait for each other at its barriers.
    struct place {
        std::size_t block, pack, thread;  ///< the pack within its block
    };

    void begin_launch(std::string const& kernel) {
        kernel_ = kernel;
        first_.clear();
        ++launch_;
    }
    void pass_barrier(std::size_t pack) { ++phases_[pack]; }

    /// Bytes that a thread reads or writes. is_global(address): whether all blocks share that memory. What one block shares is
    /// another block's afterwards.
    template <class IsGlobal>
    void reach(place const& who, std::uintptr_t at, std::size_t bytes, bool is_write, IsGlobal const& is_global) {
        for (std::uintptr_t word = at / 4; word <= (at + bytes - 1) / 4; ++word) {
            page& p = page_of(word / words_of_page, is_global);
            history& h = p.words[word % words_of_page];
            auto const block = static_cast<std::uint32_t>(who.block);
            if (!p.is_global && h.block != block) {
                h = {};
                h.block = block;
            }
            access const now{static_cast<std::uint32_t>(who.block * most_packs + who.pack),
                             static_cast<std::uint32_t>(who.thread), phases_[who.pack]};
            if (first_.empty()) {
                if (is_apart(h.write, now)) {
                    note(now, word * 4, is_write, p.is_global, h.write, "wrote");
                } else if (is_write && is_apart(h.read, now)) {
                    note(now, word * 4, is_write, p.is_global, h.read, "read");
                } else if (is_write && is_apart(h.read_elsewhere, now)) {
                    note(now, word * 4, is_write, p.is_global, h.read_elsewhere, "read");
                }
            }
            if (is_write) {
                h.write = now;
                h.read = h.read_elsewhere = {};
            } else {
                if (h.read.pack != now.pack) {
                    h.read_elsewhere = h.read;
                }
                bool const is_with_others = h.read.pack == now.pack && h.read.phase == now.phase && h.read.thread != now.thread;
                h.read = {now.pack, is_with_others ? many : now.thread, now.phase};
            }
        }
    }

    /// What the first race of the launch is; empty if there was none.
    std::string const& first() const { return first_; }

private:
    static constexpr std::size_t most_packs = 2, words_of_page = 1024;
    static constexpr std::uint32_t nobody = ~std::uint32_t(0), many = nobody - 1;
    struct access {
        std::uint32_t pack = nobody, thread = nobody, phase = 0;  ///< the pack of all packs
    };
    struct history {
        access write = {}, read = {};  ///< the last
        access read_elsewhere = {};    ///< the last of another pack, since it was written
        std::uint32_t block = nobody;
    };
    struct page {
        std::size_t launch = 0;
        bool is_global = false;
        std::array<history, words_of_page> words = {};
    };

    template <class IsGlobal>
    page& page_of(std::uintptr_t number, IsGlobal const& is_global) {
        auto& [cached, found] = recent_[number % recent_.size()];
        if (cached != number || found == nullptr) {
            std::unique_ptr<page>& made = pages_[number];
            made = made != nullptr ? std::move(made) : std::make_unique<page>();
            cached = number;
            found = made.get();
        }
        if (found->launch != launch_) {
            found->launch = launch_;
            found->is_global = is_global(number * words_of_page * 4);
            found->words.fill({});
        }
        return *found;
    }
    static bool is_apart(access const& before, access const& now) {
        return before.pack != nobody && (before.pack != now.pack || (before.phase == now.phase && before.thread != now.thread));
    }
    void note(access const& now, std::uintptr_t at, bool is_write, bool is_global, access const& before, std::string const& did) {
        std::string const others = before.thread == many ? "several threads" : "thread " + std::to_string(before.thread);
        first_ = kernel_ + ": thread " + std::to_string(now.thread) + " of pack " + std::to_string(now.pack) +
                 (is_write ? " writes " : " reads ") + (is_global ? "global" : "shared") + " memory (address " +
                 std::to_string(at) + ") that " + others + " of pack " + std::to_string(before.pack) +
                 " " + did + ", without a barrier between";
    }

    std::unordered_map<std::uintptr_t, std::unique_ptr<page>> pages_;
    std::array<std::pair<std::uintptr_t, page*>, 256> recent_{};
    std::size_t launch_ = 0;
    std::array<std::uint32_t, most_packs> phases_{};
    std::string kernel_, first_;
};
