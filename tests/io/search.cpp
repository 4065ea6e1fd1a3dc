// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

namespace ls = lockstep;

namespace {

using learner = ls::ppo<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::tanh_activation, 16>>;
ls::ppo_config const given{.environments = 32,
                           .steps = 32 * 32 * 90,
                           .horizon = 32,
                           .epochs = 10,
                           .minibatch = 256,
                           .learning_rate = 1e-7f,
                           .discount = 0.9f};

/// Counts those that are alive.
struct counted : learner {
    static inline std::size_t alive = 0, most = 0;
    counted(ls::cpu& device, ls::ppo_config const& config, environment const& env) : learner(device, config, env) {
        most = std::max(most, ++alive);
    }
    ~counted() { --alive; }
};

/// Takes no environment.
struct on_its_own_planet : learner {
    on_its_own_planet(ls::cpu& device, ls::ppo_config const& config) : learner(device, config, {.g = 3.7}) {}
};

}  // namespace

TEST_CASE("a search holds no more learners than may go on, and the one that trains") {
    ls::cpu device({.threads = 1});
    auto shorter = given;
    shorter.steps = 32 * 32 * 9;
    ls::search<counted>(device, shorter, "learning_rate=1e-5..1e-3", {.candidates = 9, .episodes = 16});
    CHECK(counted::most == 3 + 1);
    CHECK(counted::alive == 0);
}

TEST_CASE("a search finds a learning rate that learns, and the same one every time") {
    ls::cpu device({.threads = 1});
    std::vector<std::string> told;
    auto const search = [&] {
        return ls::search<learner>(device, given, "learning_rate=1e-7,3e-3 clip=0.18,0.19,0.2,0.21,0.22",
                                   {.candidates = 9, .rounds = 2, .search_seeds = 2, .episodes = 32},
                                   [&](std::string const& line) { told.push_back(line); });
    };
    auto const ranks = search();
    REQUIRE(ranks.size() == 9);
    CHECK(told.size() == 9 + 3);
    CHECK(ranks[0].steps == given.steps);
    CHECK(ranks[0].config.learning_rate == 3e-3f);
    CHECK(ranks[0].values.starts_with("learning_rate 0.003  clip 0."));
    CHECK(ls::search_table(ranks).find("learning_rate 1e-07  clip 0.2  (as given)") != std::string::npos);
    auto const again = search();
    CHECK(again[0].evaluated_return == ranks[0].evaluated_return);
}

TEST_CASE("a result has the sizes that were trained with, also where the configuration leaves them open") {
    ls::cpu device({.threads = 1});
    ls::ppo_config const open{.steps = 4096, .seed = 5, .epochs = 1};
    auto const same = learner(device, open).config();
    REQUIRE(same.environments > 0);
    for (auto const& rank : ls::search<learner>(device, open, "learning_rate=1e-4,1e-3",
                                                {.candidates = 2, .rounds = 1, .search_seeds = 2, .episodes = 16})) {
        CHECK(rank.config.environments == same.environments);
        CHECK(rank.config.horizon == same.horizon);
        CHECK(rank.config.minibatch == same.minibatch);
        CHECK(rank.config.discount == same.discount);
        CHECK(rank.config.seed == 5);
    }
}

TEST_CASE("no candidate is trained twice") {
    ls::cpu device({.threads = 1});
    auto shorter = given;
    shorter.steps = 32 * 32;
    std::set<std::string> different;
    ls::search_config const many{.candidates = 20, .episodes = 16};
    for (auto const& rank : ls::search<learner>(device, shorter, "epochs=8,9,10 clip=0.1,0.2", many)) {
        CHECK(different.insert(rank.values).second);
    }
    CHECK(different.size() == 6);
}

TEST_CASE("a configuration that is refused is out, and the search goes on") {
    ls::cpu device({.threads = 1});
    std::vector<std::string> told;
    auto const ranks = ls::search<learner>(device, given, "minibatch=300", {.candidates = 2, .rounds = 1, .episodes = 16},
                                           [&](std::string const& line) { told.push_back(line); });
    CHECK(ranks[1].evaluated_return == -std::numeric_limits<double>::infinity());
    CHECK(told[1].starts_with("out: lockstep: ppo_config.minibatch is 300"));
    CHECK(ranks[1].values.starts_with("minibatch 300  (lockstep: ppo_config.minibatch is 300, "));
    told.clear();
    ls::search<learner>(device, given, "minibatch=300,301", {.candidates = 9, .episodes = 16}, [&](std::string const& line) {
        told.push_back(line);
    });
    CHECK(std::ranges::count_if(told, [](std::string const& line) { return line.starts_with("out: "); }) == 2);
    CHECK_THROWS_WITH_AS(ls::search<learner>(device, given, "minibatch=300", {.search_seeds = 0}),
                         "lockstep: search_config.search_seeds is 0", std::invalid_argument);
    CHECK_THROWS_WITH_AS(ls::search<learner>(device, given, "minibatch=300", {.candidates = 1'000'000'000}),
                         "lockstep: search_config.candidates is 1000000000, above 1000000", std::invalid_argument);
    CHECK_THROWS_AS(ls::search<learner>(device, given, "minibatches=300", {}), std::invalid_argument);
}

TEST_CASE("a search trains and evaluates in the environment that it is given") {
    ls::cpu device({.threads = 1});
    auto shorter = given;
    shorter.steps = 32 * 32;
    ls::search_config const one{.candidates = 1, .rounds = 1, .episodes = 16};
    ls::envs::pendulum const on_mars{.g = 3.7};
    auto const ranks = ls::search<learner>(device, shorter, "epochs=10", one, {}, nullptr, on_mars);
    learner alone(device, shorter, on_mars);
    alone.iterate();
    CHECK(ranks[0].evaluated_return == ls::evaluate(device, alone.policy(), {.episodes = 16}, on_mars).mean_return);
    CHECK(ranks[0].evaluated_return != ls::search<learner>(device, shorter, "epochs=10", one)[0].evaluated_return);
    CHECK(ranks[0].evaluated_return == ls::search<on_its_own_planet>(device, shorter, "epochs=10", one)[0].evaluated_return);
}
