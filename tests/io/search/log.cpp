// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/io/search/log.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

using learner = ls::ppo<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::tanh_activation, 16>>;
constexpr std::size_t iteration = 32 * 32;
ls::ppo_config const given{.environments = 32, .steps = 9 * iteration, .horizon = 32, .epochs = 1, .minibatch = 256};

std::ptrdiff_t lines_of(std::string const& path) { return std::ranges::count(ls::read_file(path), '\n'); }

}  // namespace

TEST_CASE("a search leaves the metrics of each training and a table of the evaluations") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "logs";
    ls::cpu device({.threads = 1});
    ls::search_log<learner> log(path);
    auto const results = ls::search<learner>(device, given, "learning_rate=1e-4,1e-3,2e-3,3e-3",
                                             {.candidates = 3, .search_seeds = 2, .episodes = 16}, {}, &log);
    // The candidates train three iterations, and the best goes on.
    std::size_t whole = 0;
    for (std::size_t candidate = 0; candidate < 3; ++candidate) {
        for (char const* seed : {"0", "1"}) {
            std::string const at = path + "/candidate_" + std::to_string(candidate) + ".seed_" + seed;
            std::ptrdiff_t const rows = lines_of(at + "/metrics.csv") - 1;
            CHECK((rows == 3 || rows == 9));
            whole += rows == 9;
            std::string const events = ls::read_file(at + "/events.out.tfevents.lockstep.rows");
            std::ptrdiff_t records = 0;
            for (std::size_t end = ls::end_of_record(events, 0); end != 0; end = ls::end_of_record(events, end)) {
                ++records;
            }
            CHECK(records == rows + 1);
            CHECK(std::filesystem::exists(at + "/events.out.tfevents.lockstep.configuration"));
        }
    }
    CHECK(whole == 2);
    std::string const table = ls::read_file(path + "/search.csv");
    CHECK(table.starts_with("candidate,steps,return,learning_rate\n0,3072,-"));
    CHECK(std::ranges::count(table, '\n') == 1 + 3 + 1);
    std::string const last = table.substr(table.rfind('\n', table.size() - 2) + 1);
    CHECK(last.find(ls::formatted(",9216,%.9g,", results[0].evaluated_return)) != std::string::npos);
}

TEST_CASE("a training that fails has a row without a return") {
    lockstep_test::temporary_folder const folder;
    ls::cpu device({.threads = 1});
    ls::search_log<learner> log(folder / "logs");
    ls::search<learner>(device, given, "minibatch=256,100", {.candidates = 2, .rounds = 1, .episodes = 16}, {}, &log);
    CHECK(ls::read_file(folder / "logs" / "search.csv").ends_with("1,9216,nan,100\n"));
}

TEST_CASE("a folder with a search, and files that cannot be written, are refused") {
    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "logs";
    ls::cpu device({.threads = 1});
    auto const search = [&](ls::search_log<learner>& log) {
        ls::search<learner>(device, given, "epochs=1,2", {.candidates = 2, .rounds = 1, .episodes = 16}, {}, &log);
    };
    ls::search_log<learner> log(path);
    ls::write_file(path + "/candidate_1.seed_0", "in the way");
    CHECK_THROWS_WITH_AS(search(log), doctest::Contains("candidate_1.seed_0: cannot be made: File exists"), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::search_log<learner>(std::string(path)),
                         doctest::Contains("search.csv: already exists; a search begins in another folder"), std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::search_log<learner>(folder / "none" / "logs"),
                         doctest::Contains("logs: cannot be made: No such file"), std::runtime_error);
}
