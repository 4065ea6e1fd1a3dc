// SPDX-License-Identifier: MIT
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/rl/metrics.hpp>

namespace ls = lockstep;

TEST_CASE("every member of the metrics is one column, in order") {
    ls::metrics m{};
    m.iteration = 1;
    m.learning_rate = 16;
    std::set<std::string> names;
    double first = 0, last = 0;
    std::size_t bytes = 0;
    for_each_column(m, [&](std::string_view name, auto value) {
        first = names.empty() ? static_cast<double>(value) : first;
        last = static_cast<double>(value);
        names.insert(std::string(name));
        bytes += sizeof(value);
    });
    CHECK(first == 1);
    CHECK(last == 16);
    CHECK(bytes == sizeof(ls::metrics));
    CHECK(names.size() == sizeof(ls::metrics) / 8);
}
