// SPDX-License-Identifier: MIT
#include <cmath>
#include <csignal>
#include <limits>
#include <sys/resource.h>

#include <doctest/doctest.h>

#include <lockstep/io/csv.hpp>
#include <lockstep/rl/common/metrics.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

struct sample {
    std::size_t count;
    double value;
};

template <class Visit>
constexpr void for_each_column(sample const& row, Visit&& visit) {
    visit("count", row.count);
    visit("value", row.value);
}

}  // namespace

static_assert(ls::table_row<sample> && ls::table_row<ls::ppo_metrics> && !ls::table_row<int>);

TEST_CASE("a row is on the disk as soon as it is appended") {
    lockstep_test::temporary_folder const folder;
    ls::csv<sample> table(folder / "table.csv");
    CHECK(ls::read_file(folder / "table.csv") == "count,value\n");
    table.append({1, 0.5});
    CHECK(ls::read_file(folder / "table.csv") == "count,value\n1,0.5\n");
    table.append({2, std::numeric_limits<double>::quiet_NaN()});
    CHECK(ls::read_file(folder / "table.csv") == "count,value\n1,0.5\n2,nan\n");
}

TEST_CASE("a table goes on after the rows that count") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "table.csv";
    {
        ls::csv<sample> table(path);
        table.append({1, 0.5});
        table.append({2, 0.5});
        table.append({3, 0.5});
    }
    ls::csv<sample> table(path, 2);
    CHECK(ls::read_file(path) == "count,value\n1,0.5\n2,0.5\n");
    table.append({3, 0.25});
    CHECK(ls::read_file(path) == "count,value\n1,0.5\n2,0.5\n3,0.25\n");
    CHECK_THROWS_WITH_AS(ls::csv<sample>(path, 4), doctest::Contains("table.csv: has 3 whole rows; 4 are needed to continue"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::csv<ls::ppo_metrics>(path, 1), doctest::Contains("does not begin with the columns of this table"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::csv<sample>(folder / "none", 1),
                         doctest::Contains("none: is missing; 1 of its rows are needed to continue"), std::runtime_error);
    CHECK(ls::read_file(path) == "count,value\n1,0.5\n2,0.5\n3,0.25\n");
}

TEST_CASE("the rows of a lost table are empty lines, and count") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "table.csv";
    ls::csv<sample>(path, 2, folder / "none.csv", ls::lost_rows::left_empty).append({3, 0.5});
    CHECK(ls::read_file(path) == "count,value\n\n\n3,0.5\n");
    ls::csv<sample>(path, 3).append({4, 0.5});
    CHECK(ls::read_file(path) == "count,value\n\n\n3,0.5\n4,0.5\n");
}

TEST_CASE("a table goes on in another file, and the one that it goes on from stays") {
    lockstep_test::temporary_folder const folder;
    std::string const from = folder / "from.csv", to = folder / "to.csv";
    {
        ls::csv<sample> table(from);
        table.append({1, 0.5});
        table.append({2, 0.5});
    }
    ls::csv<sample> table(to, 1, from);
    table.append({2, 0.25});
    CHECK(ls::read_file(to) == "count,value\n1,0.5\n2,0.25\n");
    CHECK(ls::read_file(from) == "count,value\n1,0.5\n2,0.5\n");
    CHECK_THROWS_WITH_AS(ls::csv<sample>(to, 3, from), doctest::Contains("from.csv: has 2 whole rows; 3 are needed to continue"),
                         std::runtime_error);
    CHECK(ls::read_file(to) == "count,value\n1,0.5\n2,0.25\n");
    ls::csv<sample>(from, 1, from);
    CHECK(ls::read_file(from) == "count,value\n1,0.5\n");
    ls::csv<sample>(to, 0, from);
    CHECK(ls::read_file(to) == "count,value\n");
}

TEST_CASE("a number read back has the same bits") {
    lockstep_test::temporary_folder const folder;
    double const third = 1.0 / 3;
    ls::csv<sample> table(folder / "table.csv");
    table.append({std::numeric_limits<std::size_t>::max(), third});
    std::string const text = ls::read_file(folder / "table.csv");
    CHECK(std::stod(text.substr(text.rfind(',') + 1)) == third);
    CHECK(text.find("18446744073709551615,") != text.npos);
}

TEST_CASE("every member of metrics but the warnings and the seconds with compilation has its column") {
    std::size_t columns = 0, bytes = 0;
    for_each_column(ls::ppo_metrics{}, [&](std::string_view name, auto value) {
        CHECK_FALSE(name.empty());
        ++columns;
        bytes += sizeof(value);
    });
    CHECK(columns == 16);
    CHECK(bytes == sizeof(ls::ppo_metrics) - sizeof(ls::ppo_metrics::warnings) -
                       sizeof(ls::ppo_metrics::seconds_with_compilation));
}

TEST_CASE("a table that cannot be written is named") {
    lockstep_test::temporary_folder const folder;
    CHECK_THROWS_WITH_AS(ls::csv<sample>(folder / "none" / "table.csv"), doctest::Contains("none/table.csv: cannot be written"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::csv<sample>("/dev/full"), doctest::Contains("/dev/full: cannot be written"), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::csv<sample>(folder / "table.json"), doctest::Contains("the file would hold a table (.csv)"),
                         std::invalid_argument);
}

TEST_CASE("a disk that fills up ends the table, which is said when it is closed") {
    lockstep_test::temporary_folder const folder;
    ls::csv<sample> table(folder / "table.csv");
    table.append({1, 0.5});
    CHECK(table.good());

    ::rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    ::rlimit const full{.rlim_cur = ls::read_file(folder / "table.csv").size(), .rlim_max = before.rlim_max};
    auto const signal_before = std::signal(SIGXFSZ, SIG_IGN);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &full) == 0);
    table.append({2, 0.5});
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, signal_before);
    table.append({3, 0.5});

    CHECK_FALSE(table.good());
    CHECK(ls::read_file(folder / "table.csv") == "count,value\n1,0.5\n");
    CHECK_THROWS_WITH_AS(table.close(), doctest::Contains("table.csv: cannot be written: File too large"), std::runtime_error);
}

TEST_CASE("a table is brought to the disk, or to whatever else it is written to") {
    lockstep_test::temporary_folder const folder;
    ls::csv<sample> table(folder / "table.csv");
    table.append({1, 0.5});
    table.sync();
    CHECK(table.good());
    ls::csv<sample> elsewhere("/dev/null");
    elsewhere.sync();
    CHECK(elsewhere.good());
}

TEST_CASE("a table that was written wholly closes silently") {
    lockstep_test::temporary_folder const folder;
    ls::csv<sample> table(folder / "table.csv");
    table.append({1, 0.5});
    CHECK_NOTHROW(table.close());
    CHECK(table.good());
}
