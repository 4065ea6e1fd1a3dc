// SPDX-License-Identifier: MIT
#include <lockstep/core/philox.hpp>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

struct known_answer {
    std::uint32_t counter[4], key[2], result[4];
};

// philox4x32, 10 rounds, from the file kat_vectors of Random123, the paper's own implementation.
constexpr known_answer known_answers[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

}  // namespace

TEST_CASE("philox gives the known answers of Random123") {
    for (auto const& [c, key, expected] : known_answers) {
        auto const result = ls::philox(ls::vector<std::uint32_t, 4>{c[0], c[1], c[2], c[3]},
                                       ls::vector<std::uint32_t, 2>{key[0], key[1]});
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(result[i] == expected[i]);
        }
    }
}

TEST_CASE_TEMPLATE("a pack of words gives in each lane what that lane gives alone", R, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    ls::vector<std::uint32_t, 2> const key{0xa4093822, 0x299f31d0};
    for (std::uint32_t start = 0; start < 50; ++start) {
        ls::vector<ls::words<R>, 4> counter;
        for (std::uint32_t k = 0; k < 4; ++k) {
            counter[k] = ls::consecutive_words<R>(start) * (0x9e3779b9u + 2 * k);
        }
        auto const pack = ls::philox(counter, key);
        for (std::size_t lane = 0; lane < std::size_t(ls::width_of<R>); ++lane) {
            auto const alone = ls::philox(
                ls::vector<std::uint32_t, 4>{counter[0][lane], counter[1][lane], counter[2][lane], counter[3][lane]}, key);
            for (std::size_t k = 0; k < 4; ++k) {
                CHECK(pack[k][lane] == alone[k]);
            }
        }
    }
}

TEST_CASE_TEMPLATE("words are read, written and counted lane by lane", R, float, double, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    constexpr std::size_t width = ls::width_of<R>;
    std::uint32_t memory[1 + width] = {};
    ls::store_words<R>(memory + 1, ls::consecutive_words<R>(40) + ls::constant_words<R>(2));
    CHECK(memory[0] == 0);
    for (std::size_t i = 0; i < width; ++i) {
        CHECK(memory[1 + i] == 42 + i);
    }
    std::uint32_t again[width];
    ls::store_words<R>(again, ls::load_words<R>(memory + 1));
    for (std::size_t i = 0; i < width; ++i) {
        CHECK(again[i] == memory[1 + i]);
    }
}
