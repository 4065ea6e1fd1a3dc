// SPDX-License-Identifier: MIT
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../archetype/communicator.hpp"

#include <lockstep/dist/communicator.hpp>

namespace {

struct without_sums {
    static constexpr bool distributed = false;
    std::size_t rank() const { return 0; }
    std::size_t size() const { return 1; }
    std::string describe(std::size_t) const { return "it"; }
    void all_gather(std::span<std::byte>) {}
    void barrier() {}
};
static_assert(lockstep::communicator_gathers<without_sums> && !lockstep::communicator<without_sums>);
static_assert(lockstep::check_communicator<archetype::thread_rank>());

}  // namespace

TEST_CASE("sums of ranks are formed in the order of the ranks, and all have the result") {
    for (std::size_t const size : {1, 2, 5}) {
        std::vector<std::vector<float>> results(size);
        archetype::thread_rank::run(size, [&](auto ranks) {
            std::vector<float> numbers(10, 1.0f);
            ranks.accumulate(numbers, 4, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i) {
                    numbers[i] = 3 * numbers[i] + static_cast<float>(ranks.rank() * i);
                }
            });
            results[ranks.rank()] = numbers;
        });
        for (std::size_t i = 0; i < 10; ++i) {
            float expected = 1;
            for (std::size_t r = 0; r < size; ++r) {
                expected = 3 * expected + static_cast<float>(r * i);
            }
            for (auto const& numbers : results) {
                CHECK(numbers[i] == expected);
            }
        }
    }
}
