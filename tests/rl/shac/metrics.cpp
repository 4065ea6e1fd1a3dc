// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/metrics.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

TEST_CASE("the columns of a table of metrics") {
    lockstep::shac_metrics m{};
    m.cut_share = 0.25;
    std::vector<std::string> names;
    double cut = 0;
    for_each_column(m, [&](std::string const& name, auto value) {
        names.push_back(name);
        cut = name == "cut_share" ? static_cast<double>(value) : cut;
    });
    CHECK(names.size() == 14);
    CHECK(std::vector(names.end() - 5, names.end()) ==
          std::vector<std::string>{"policy_loss", "value_loss", "gradient_norm", "cut_share", "learning_rate"});
    CHECK(cut == 0.25);
}
