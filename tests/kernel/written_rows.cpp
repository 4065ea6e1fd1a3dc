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

using rows = ls::indexed_rows_t<N, 3>;

rows squares(rows const& of) {
    rows result;
    for (auto const i : W::range(3)) {
        N const x = of[i];
        result[i] = x * x;
    }
    return result;
}

}  // namespace

TEST_CASE("a loop goes over rows in scratch, which a function may return") {
    CHECK(statements([] {
        rows numbers;
        numbers[0] = N(2);
        rows const of = squares(numbers);
        N sum(1);
        for (auto const i : W::range(3)) {
            sum = sum + of[i];
        }
    }) == R"(
    LS_SCRATCH float* v0 = ls_scratch + 0;
    size_t v1 = 0 * 16;
    LS_SCRATCH float* v2 = v0 + v1;
    LS_STORE(LS_N(2.0f), (v2 + 0));
    LS_SCRATCH float* v3 = ls_scratch + 48;
    for (size_t v4 = 0, v5 = 3; v4 < v5; ++v4) {
        size_t v6 = v4;
        size_t v7 = v6 * 16;
        LS_SCRATCH float* v8 = v0 + v7;
        LS_NUMBER v9 = LS_LOAD(v8 + 0);
        LS_NUMBER v10 = v9 * v9;
        size_t v11 = v6 * 16;
        LS_SCRATCH float* v12 = v3 + v11;
        LS_STORE(v10, (v12 + 0));
    }
    LS_NUMBER v13 = LS_N(1.0f);
    for (size_t v14 = 0, v15 = 3; v14 < v15; ++v14) {
        size_t v16 = v14;
        size_t v17 = v16 * 16;
        LS_SCRATCH float* v18 = v3 + v17;
        LS_NUMBER v19 = v13 + LS_LOAD(v18 + 0);
        v13 = v19;
    }
)");
}

TEST_CASE("rows that a function returns from behind arrays of its own are refused") {
    auto const returned = [] {
        W::array<16> own;
        return rows();
    };
    CHECK_THROWS_WITH_AS(statements([&] { rows const kept = returned(); }), doctest::Contains("make those where the function is called"),
                         std::logic_error);
}
