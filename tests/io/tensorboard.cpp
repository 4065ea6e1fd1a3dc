// SPDX-License-Identifier: MIT
// What this leaves in tensorboard_test, TensorBoard's own reader reads in tests/io/tensorboard_official.py.
#include <cmath>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/io/running_costs.hpp>
#include <lockstep/io/tensorboard.hpp>
#include <lockstep/rl/common/metrics.hpp>

#include <tests/support/kept_folder.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

struct row_of_test : ls::metered<ls::ppo_metrics> {
    double own;
};
template <class Visit>
constexpr void for_each_column(row_of_test const& row, Visit&& visit) {
    for_each_column(static_cast<ls::metered<ls::ppo_metrics> const&>(row), visit);
    visit("own", row.own);
}

struct configuration {
    double learning_rate = 0.5;
    std::size_t seed = 3;
    bool normalize_advantage = true;
    std::string name = "a name";
};
template <class Visit>
void for_each_member(configuration const& c, Visit&& visit) {
    visit("learning_rate", c.learning_rate);
    visit("seed", c.seed);
    visit("normalize_advantage", c.normalize_advantage);
    visit("name", c.name);
}

row_of_test row(std::size_t iteration) {
    row_of_test r{};
    r.iteration = iteration;
    r.steps = 1000 * iteration;
    r.episode_return = iteration == 1 ? std::nan("") : 0.25 + 10 * static_cast<double>(iteration);
    r.price_per_million_steps = std::nan("");
    r.own = std::numeric_limits<double>::infinity();
    return r;
}

std::string const name_of_rows = "events.out.tfevents.lockstep.rows";

std::size_t records_of(std::string const& file) {
    std::size_t count = 0;
    for (std::size_t end = ls::end_of_record(file, 0); end != 0; end = ls::end_of_record(file, end)) {
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("a training that was cut off goes on, and readers find its rows") {
    lockstep_test::kept_folder const kept;
    std::string const folder = kept / "tensorboard_test", path = folder + "/" + name_of_rows;
    std::filesystem::remove_all(folder);
    {
        ls::tensorboard<row_of_test> events(folder);
        events.show_configuration(configuration{});
        events.append(row(1));
        events.append(row(2));
        events.append(row(2));  // after the checkpoint
        events.sync();
        events.close();
    }
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 5);
    CHECK(records_of(ls::read_file(path)) == 3);
    {
        ls::tensorboard<row_of_test> events(folder, 2);
        events.append(row(3));
        events.append(row(4));
    }
    CHECK(records_of(ls::read_file(path)) == 5);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 5);  // as a full disk leaves it
    CHECK(records_of(ls::read_file(path)) == 4);
    CHECK(ls::read_file(folder + "/events.out.tfevents.lockstep.configuration").find("learning_rate") != std::string::npos);
}

TEST_CASE("a training goes on in another folder, and the first stays") {
    lockstep_test::temporary_folder const folder;
    std::string const from = folder / "from", to = folder / "to";
    {
        ls::tensorboard<ls::ppo_metrics> events(from);
        events.append({});
        events.append({});
    }
    std::string const before = ls::read_file(from + "/" + name_of_rows);
    ls::tensorboard<ls::ppo_metrics> events(to, 1, from);
    events.append({});
    CHECK(ls::read_file(from + "/" + name_of_rows) == before);
    CHECK(records_of(ls::read_file(to + "/" + name_of_rows)) == 3);
}

TEST_CASE("the rows of a lost file are events without numbers, and count") {
    lockstep_test::temporary_folder const folder;
    using events = ls::tensorboard<ls::ppo_metrics>;
    events(folder.path(), 2, folder / "none", ls::lost_rows::left_empty).append({});
    CHECK(records_of(ls::read_file(folder / name_of_rows)) == 4);
    events(folder.path(), 3).append({});
    CHECK(records_of(ls::read_file(folder / name_of_rows)) == 5);
}

TEST_CASE("a new training replaces the rows and the configuration of an earlier one") {
    lockstep_test::temporary_folder const folder;
    {
        ls::tensorboard<ls::ppo_metrics> events(folder.path());
        events.show_configuration(configuration{});
        events.append({});
    }
    CHECK(folder.names().size() == 2);
    ls::tensorboard<ls::ppo_metrics> const events(folder.path());
    CHECK(folder.names() == std::vector{name_of_rows});
    CHECK(records_of(ls::read_file(folder / name_of_rows)) == 1);
}

TEST_CASE("rows that are not there, another file and a folder that cannot be made are refused") {
    lockstep_test::temporary_folder const folder;
    using events = ls::tensorboard<ls::ppo_metrics>;
    events(folder.path()).append({});
    CHECK_THROWS_WITH_AS(events(folder.path(), 2), doctest::Contains("rows: has 1 whole rows; 2 are needed to continue"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(events(folder / "new", 1, folder / "none"),
                         doctest::Contains("rows: is missing; 1 of its rows are needed"), std::runtime_error);
    ls::write_file(folder / name_of_rows, "iteration,steps\n");
    CHECK_THROWS_WITH_AS(events(folder.path(), 1), doctest::Contains("rows: is no event file of TensorBoard"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(events(folder / "none" / "deep"), doctest::Contains("deep: cannot be made: No such file"),
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(events(folder / name_of_rows), doctest::Contains("cannot be made: File exists"), std::runtime_error);
}

TEST_CASE("columns have the names that people know, others their own") {
    CHECK(ls::tensorboard_name("episode_return") == "rollout/ep_rew_mean");
    CHECK(ls::tensorboard_name("price_per_million_steps") == "costs/price_per_million_steps");
    CHECK(ls::tensorboard_name("heat") == "heat");
    for_each_column(ls::metered<ls::ppo_metrics>{}, [](std::string_view name, auto) {
        bool const has_group = ls::tensorboard_name(name).find('/') != std::string_view::npos;
        CHECK_MESSAGE((has_group || name == "steps"), std::string(name));
    });
}
