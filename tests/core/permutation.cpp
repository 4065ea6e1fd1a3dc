// SPDX-License-Identifier: MIT
#include <lockstep/core/permutation.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

static_assert(std::is_trivially_copyable_v<ls::permutation>, "kernels capture it by value");

namespace {

/// Chi-square of counts that should all be equal, in standard deviations of its own distribution.
double excess(std::vector<double> const& counts, double expected) {
    double sum = 0;
    for (double const count : counts) {
        sum += (count - expected) * (count - expected) / expected;
    }
    double const degrees = double(counts.size() - 1);
    return (sum - degrees) / std::sqrt(2 * degrees);
}

}  // namespace

TEST_CASE("every element is met once") {
    for (std::size_t size = 1; size < 3000; size += size < 70 ? 1 : 97) {
        for (std::uint64_t seed : {0u, 1u, 77u}) {
            ls::permutation const order(seed, size);
            REQUIRE(order.size() == size);
            std::vector<bool> met(size);
            for (std::size_t i = 0; i < size; ++i) {
                std::size_t const element = order(i);
                REQUIRE(element < size);
                REQUIRE_FALSE(met[element]);
                met[element] = true;
            }
        }
    }
}

TEST_CASE("large sizes stay in range and do not repeat in a sample") {
    for (std::size_t const size : {std::size_t{1} << 32, (std::size_t{1} << 31) + 12345}) {
        ls::permutation const order(5, size);
        std::vector<std::size_t> sample;
        for (std::size_t i = 0; i < 1000; ++i) {
            sample.push_back(order(i * 2'000'003));
            REQUIRE(sample.back() < size);
        }
        std::sort(sample.begin(), sample.end());
        CHECK(std::adjacent_find(sample.begin(), sample.end()) == sample.end());
    }
}

TEST_CASE("small permutations are all met equally often") {
    constexpr std::size_t size = 5, draws = 60'000;
    std::map<std::array<std::size_t, size>, double> met;
    for (std::uint64_t number = 0; number < draws; ++number) {
        ls::permutation const order(3, size, number);
        std::array<std::size_t, size> elements;
        for (std::size_t i = 0; i < size; ++i) {
            elements[i] = order(i);
        }
        ++met[elements];
    }
    CHECK(met.size() == 120);
    std::vector<double> counts;
    for (auto const& [elements, count] : met) {
        counts.push_back(count);
    }
    CHECK(std::abs(excess(counts, draws / 120.0)) < 4);
}

TEST_CASE("where an element goes says nothing of its neighbour") {
    constexpr std::size_t size = 1000, cells = 10, draws = 200;
    std::vector<double> single(size), pairs(cells * cells);
    for (std::uint64_t seed = 0; seed < draws; ++seed) {
        ls::permutation const order(seed, size);
        ++single[order(size / 2)];
        for (std::size_t i = 0; i + 1 < size; i += 2) {
            ++pairs[order(i) * cells / size * cells + order(i + 1) * cells / size];
        }
    }
    CHECK(std::abs(excess(pairs, double(draws * size / 2) / double(pairs.size()))) < 4);
    CHECK(std::abs(excess(single, double(draws) / double(size))) < 4);
}

TEST_CASE("seed and number name a permutation") {
    auto const places_in_common = [](ls::permutation const& a, ls::permutation const& b) {
        std::size_t common = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            common += a(i) == b(i) ? 1u : 0u;
        }
        return common;
    };
    ls::permutation const order(1, 4096, 2);
    CHECK(places_in_common(order, ls::permutation(1, 4096, 2)) == 4096);
    CHECK(places_in_common(order, ls::permutation(2, 4096, 2)) < 10);
    CHECK(places_in_common(order, ls::permutation(1, 4096, 3)) < 10);
    CHECK(places_in_common(order, ls::permutation(1 + (std::uint64_t{1} << 32), 4096, 2)) < 10);
}

TEST_CASE("an impossible size is an error that names it") {
    CHECK_THROWS_WITH(ls::permutation(1, 0), "lockstep::permutation: size 0 is not in [1, 2^32]");
    CHECK_THROWS_WITH(ls::permutation(1, (std::size_t{1} << 32) + 1),
                      "lockstep::permutation: size 4294967297 is not in [1, 2^32]");
}
