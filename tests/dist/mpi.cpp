// SPDX-License-Identifier: MIT
// Run by mpirun with some ranks, and by itself.
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/dist/agreement.hpp>
#include <lockstep/dist/mpi.hpp>
#include <tests/support/refusal.hpp>

namespace ls = lockstep;

static_assert(ls::check_communicator<ls::mpi>());

namespace {

/// What `exchange` throws as std::runtime_error.
template <class Exchange>
std::string words_of(Exchange exchange) {
    try {
        exchange();
    } catch (std::runtime_error const& error) {
        return error.what();
    }
    return "nothing";
}

}  // namespace

TEST_CASE("a time limit that is no number of seconds is refused before MPI begins") {
    auto const words = [](double seconds) {
        return support::refusal([&] { ls::mpi({.time_limit = seconds}); });
    };
    CHECK(words(-0.5) == "lockstep::mpi: time_limit is -0.5; give seconds, at least 0");
    CHECK(words(std::numeric_limits<double>::infinity()) == "lockstep::mpi: time_limit is inf; give seconds, at least 0");
    CHECK(words(std::numeric_limits<double>::quiet_NaN()) == "lockstep::mpi: time_limit is nan; give seconds, at least 0");
}

TEST_CASE("ranks gather, add up in their order, and say where they are") {
    ls::mpi ranks;
    ls::mpi copy = ranks;
    std::size_t const size = ranks.size();
    if (char const* const wanted = std::getenv("LOCKSTEP_RANKS")) {
        REQUIRE(std::to_string(size) == wanted);
    }
    REQUIRE(ranks.rank() < size);
    CHECK(copy.rank() == ranks.rank());
    CHECK(ranks.describe(size - 1).starts_with("rank " + std::to_string(size - 1) + " on "));
    CHECK_THROWS_AS(ranks.describe(size), std::out_of_range);

    auto const texts = ls::gather_texts(copy, "rank " + std::to_string(ranks.rank()));
    REQUIRE(texts.size() == size);
    for (std::size_t r = 0; r < size; ++r) {
        CHECK(texts[r] == "rank " + std::to_string(r));
    }
    CHECK(ls::any_rank(ranks, ranks.rank() + 1 == size));
    CHECK_FALSE(ls::any_rank(ranks, false));

    // Pieces above and below what MPI sends at once, and numbers that they do not divide.
    for (std::size_t const piece : {60, 5000, 100'000}) {
        for (int round = 0; round < 3; ++round) {
            std::vector<float> numbers(12'345, 0.5f);
            ranks.accumulate(numbers, piece, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    numbers[i] = 3 * numbers[i] + static_cast<float>(ranks.rank() * i % 7);
                }
            });
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                float expected = 0.5f;
                for (std::size_t r = 0; r < size; ++r) {
                    expected = 3 * expected + static_cast<float>(r * i % 7);
                }
                wrong += numbers[i] != expected ? 1 : 0;
            }
            CHECK(wrong == 0);
        }
    }
    CHECK_THROWS_WITH_AS(ranks.accumulate({}, 0, [](std::size_t, std::size_t) {}),
                         "lockstep::mpi: accumulate with pieces of 0 numbers; give at least 1", std::invalid_argument);

    // Rank 0 fails after two pieces and goes on to something else: the others stop waiting.
    {
        ls::mpi hasty({.time_limit = 0.25});
        std::vector<float> numbers(12'345, 0.5f);
        std::string said = words_of([&] {
            hasty.accumulate(numbers, 1000, [&](std::size_t begin, std::size_t) {
                if (hasty.rank() == 0 && begin == 2000) {
                    throw std::runtime_error("it fails");
                }
            });
        });
        std::string what = "receiving a sum from the rank before";
        if (hasty.rank() == 0) {
            CHECK(said == "it fails");
            what = "MPI_Ibarrier";
            said = size == 1 ? "" : words_of([&] { hasty.barrier(); });
        }
        if (size > 1) {
            CHECK(said == "lockstep::mpi: rank " + std::to_string(hasty.rank()) + " waited 0.25 s (" + what +
                              "): all ranks answer: do they make the same calls?");
        }
    }
    ranks.barrier();
}
