// SPDX-License-Identifier: MIT
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../archetype/communicator.hpp"

#include <lockstep/dist/agreement.hpp>

namespace ls = lockstep;

namespace {

/// What the ranks say of their facts; empty where they agree.
template <class Facts>
std::vector<std::string> words(std::size_t size, Facts facts_of) {
    std::vector<std::string> said(size);
    archetype::thread_rank::run(size, [&](auto ranks) {
        try {
            ls::require_agreement(ranks, "the test", facts_of(ranks.rank()));
        } catch (std::runtime_error const& error) {
            said[ranks.rank()] = error.what();
        }
    });
    return said;
}

}  // namespace

TEST_CASE("ranks that agree go on") {
    auto const alike = [](std::size_t) { return ls::agreement{{"seed", "3"}, {"rate", "0.1"}}; };
    CHECK(words(3, alike) == std::vector<std::string>(3));
}

TEST_CASE("every rank names the first that differs, with the fact") {
    auto const seeds = [](std::size_t rank) { return ls::agreement{{"rate", "0.1"}, {"seed", rank == 2 ? "44" : "3"}}; };
    CHECK(words(4, seeds) == std::vector<std::string>(4, "the test: the seed of rank 2 is 44, that of rank 0 is 3"));
    auto const names = [](std::size_t rank) { return ls::agreement{{rank == 1 ? "pace" : "rate", "0.1"}}; };
    CHECK(words(2, names)[0] == "the test: rank 1 tells of pace, where rank 0 tells of rate: do all run the same program?");
    auto const lengths = [](std::size_t rank) { return ls::agreement(1 + rank, {"rate", "0.1"}); };
    CHECK(words(2, lengths)[1] ==
          "the test: rank 1 tells of rate, where rank 0 tells of nothing more: do all run the same program?");
    auto const shorter = [](std::size_t rank) { return ls::agreement(2 - rank, {"rate", "0.1"}); };
    CHECK(words(2, shorter)[1] ==
          "the test: rank 1 tells of nothing more, where rank 0 tells of rate: do all run the same program?");
}

TEST_CASE("texts of any length are gathered, and one rank is enough for any") {
    archetype::thread_rank::run(3, [](auto ranks) {
        auto const texts = ls::gather_texts(ranks, std::string(ranks.rank(), 'x'));
        static std::mutex one_by_one;
        std::lock_guard const lock(one_by_one);
        CHECK(texts == std::vector<std::string>{"", "x", "xx"});
    });
    archetype::thread_rank::run(3, [](auto ranks) {
        bool const one = ls::any_rank(ranks, ranks.rank() == 2), none = ls::any_rank(ranks, false);
        static std::mutex one_by_one;
        std::lock_guard const lock(one_by_one);
        CHECK(one);
        CHECK(!none);
    });
}
