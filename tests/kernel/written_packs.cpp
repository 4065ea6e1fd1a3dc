// SPDX-License-Identifier: MIT
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/core/vector.hpp>
#include <lockstep/kernel/text_world.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using lockstep_test::statements;
using W = ls::text_world;
using N = ls::written_number;

namespace {

using packs = ls::indexed_packs_t<N, 3>;

packs squares(packs const& of) {
    packs result;
    for (auto const i : W::range(3)) {
        N const x = of[i];
        result[i] = x * x;
    }
    return result;
}

}  // namespace

TEST_CASE("a loop goes over packs in scratch, which a function may return") {
    CHECK(statements([] {
              packs numbers;
              numbers[0] = N(2);
              packs const of = squares(numbers);
              N sum(1);
              for (auto const i : W::range(3)) {
                  sum = sum + of[i];
              }
          }) == R"(
    size_t v0 = 0 * 16;
    LS_SCRATCH float* v1 = (ls_scratch + 0) + v0;
    LS_STORE(LS_N(2.0f), (v1 + 0));
    LS_LOOP for (size_t v2 = 0, v3 = 3; v2 < v3; ++v2) {
        size_t v4 = v2;
        size_t v5 = v4 * 16;
        LS_SCRATCH float* v6 = (ls_scratch + 0) + v5;
        LS_NUMBER v7 = LS_LOAD(v6 + 0);
        LS_NUMBER v8 = v7 * v7;
        size_t v9 = v4 * 16;
        LS_SCRATCH float* v10 = (ls_scratch + 48) + v9;
        LS_STORE(v8, (v10 + 0));
    }
    LS_NUMBER v11 = LS_N(1.0f);
    LS_LOOP for (size_t v12 = 0, v13 = 3; v12 < v13; ++v12) {
        size_t v14 = v12;
        size_t v15 = v14 * 16;
        LS_SCRATCH float* v16 = (ls_scratch + 48) + v15;
        LS_NUMBER v17 = v11 + LS_LOAD(v16 + 0);
        v11 = v17;
    }
)");
}

TEST_CASE("packs that a function returns from addresses after its own arrays are refused") {
    auto const returned = [] {
        W::array<16> own;
        return packs();
    };
    CHECK_THROWS_WITH_AS(statements([&] { packs const kept = returned(); }),
                         doctest::Contains("make those where the function is called"), std::logic_error);
}
