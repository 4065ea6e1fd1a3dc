// SPDX-License-Identifier: MIT
#include <cstddef>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/dist/one_process.hpp>

namespace ls = lockstep;

static_assert(ls::check_communicator<ls::one_process>());
static_assert(std::is_empty_v<ls::one_process> && ls::one_process::size() == 1 && ls::one_process::rank() == 0);

TEST_CASE("one process has what it gathers, and what it has added up") {
    ls::one_process ranks;
    std::vector<std::byte> bytes = {std::byte(3), std::byte(4)};
    ranks.all_gather(bytes);
    ranks.barrier();
    CHECK(bytes == std::vector<std::byte>{std::byte(3), std::byte(4)});

    std::vector<float> numbers(5, 1.0f);
    std::vector<std::size_t> ends;
    ranks.accumulate(numbers, 2, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            numbers[i] += 1;
        }
        ends.push_back(end);
    });
    CHECK(numbers == std::vector<float>(5, 2.0f));
    CHECK(ends == std::vector<std::size_t>{2, 4, 5});
}

TEST_CASE("pieces of 0 numbers are an error") {
    std::vector<float> numbers(5);
    CHECK_THROWS_WITH_AS(ls::one_process::accumulate(numbers, 0, [](std::size_t, std::size_t) {}),
                         "lockstep::one_process: accumulate with pieces of 0 numbers; give at least 1", std::invalid_argument);
}
