// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/metrics.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("the columns are those of every learner, then those of evolution strategies") {
    ls::evolution_metrics row{};
    row.best_return = 3;
    row.return_deviation = 2;
    std::vector<std::string> names;
    double last = 0, before = 0;
    for_each_column(row, [&](char const* name, auto value) {
        names.emplace_back(name);
        before = last;
        last = static_cast<double>(value);
    });
    CHECK(names.front() == "iteration");
    CHECK(std::vector(names.end() - 2, names.end()) == std::vector<std::string>{"best_return", "return_deviation"});
    CHECK(before == 3);
    CHECK(last == 2);
}
