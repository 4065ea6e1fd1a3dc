// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/table.hpp>
#include <lockstep/kernel/text_world.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using lockstep_test::statements;
using N = ls::written_number;

TEST_CASE("a table is an array of each lane") {
    CHECK(statements([] {
              ls::table<N, 3, 2> numbers;
              N row(1);
              numbers.set(row, 1, N(5));
              numbers.scatter(row, 0, N(6));
              row = numbers.at(row, 1);
          }) == R"(
    LS_NUMBER v0[6];
    LS_NUMBER v1 = LS_N(1.0f);
    v0[LS_INDEX(v1) * 2 + 1] = LS_N(5.0f);
    LS_NUMBER v2 = v1 * LS_N(2.0f);
    LS_SCATTER(v0 + 0, v2, LS_N(6.0f));
    LS_NUMBER v3 = v0[LS_INDEX(v1) * 2 + 1];
    v1 = v3;
)");
}

TEST_CASE("constants stand before the kernel, once for the same numbers") {
    std::vector<double> const numbers = {0.1, -2, 3, 4};
    ls::kernel_writer w(16);
    ls::constant_table<N, 2> const first(numbers), second(numbers);
    N x(1);
    x = first.at(x, 1) + second.at(x, 0);
    CHECK(w.functions() == "LS_CONSTANT float ls_program1[] = {0.1f, (-2.0f), 3.0f, 4.0f};\n");
    CHECK(w.body().find(" = LS_N(ls_program1[LS_INDEX(v0) * 2 + 1]);\n") != std::string::npos);
}
