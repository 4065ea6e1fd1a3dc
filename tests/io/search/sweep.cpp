// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/search/sweep.hpp>
#include <lockstep/rl/ppo/config.hpp>

namespace ls = lockstep;

namespace {

struct settings {
    ls::ppo_config ppo;
};

auto const options = ls::options_of(&settings::ppo);

}  // namespace

TEST_CASE("a range is drawn evenly by its logarithm, a list evenly, and candidate 0 is the configuration itself") {
    auto const sweep =
        ls::parse_sweep<settings>("learning_rate=1e-4..1e-2 minibatch=256,512 normalize_observations=false", options);
    REQUIRE(sweep.size() == 3);
    std::size_t below = 0;
    std::set<std::size_t> minibatches;
    for (std::uint32_t candidate = 1; candidate <= 400; ++candidate) {
        settings drawn;
        ls::draw_candidate(sweep, 3, candidate, drawn);
        CHECK(drawn.ppo.learning_rate >= 0.99e-4f);
        CHECK(drawn.ppo.learning_rate <= 1.01e-2f);
        CHECK_FALSE(drawn.ppo.normalize_observations);
        below += drawn.ppo.learning_rate < 1e-3f;
        minibatches.insert(drawn.ppo.minibatch);
        CHECK(drawn.ppo.horizon == ls::ppo_config{}.horizon);
    }
    CHECK(below > 150);
    CHECK(below < 250);
    CHECK(minibatches == std::set<std::size_t>{256, 512});
    settings as_it_is, again;
    ls::draw_candidate(sweep, 3, 0, as_it_is);
    CHECK(as_it_is.ppo.learning_rate == ls::ppo_config{}.learning_rate);
    ls::draw_candidate(sweep, 3, 7, as_it_is);
    ls::draw_candidate(sweep, 3, 7, again);
    CHECK(as_it_is.ppo.learning_rate == again.ppo.learning_rate);
    CHECK(ls::show_candidate(sweep, again).starts_with("learning_rate 0."));
}

TEST_CASE("a whole number stays one") {
    auto const sweep = ls::parse_sweep<settings>("horizon=8..64", options);
    settings drawn;
    ls::draw_candidate(sweep, 1, 5, drawn);
    CHECK(drawn.ppo.horizon >= 8);
    CHECK(drawn.ppo.horizon <= 64);
    CHECK(ls::show_candidate(sweep, drawn) == "horizon " + std::to_string(drawn.ppo.horizon));
}

TEST_CASE("a sweep that makes no sense is refused with its part") {
    auto const refuses = [](std::string const& text, std::string const& words) {
        CHECK_THROWS_WITH_AS(ls::parse_sweep<settings>(text, options), doctest::Contains(words.c_str()), std::invalid_argument);
    };
    refuses("learningrate=1..2", "sweep \"learningrate=1..2\": there is no option of that name");
    refuses("learning_rate=1e-2..1e-4", "LOW..HIGH needs two numbers above 0, the lower first");
    refuses("learning_rate=a..b", "LOW..HIGH needs two numbers");
    refuses("scale_rewards=1..2", "it takes true or false, not 1");
    refuses("environments=1e30..1e31", "it takes a whole number from 0 to 18446744073709551615, not 1e+30");
    refuses("minibatch=256,many",
            "sweep \"minibatch=256,many\": it takes a whole number from 0 to 18446744073709551615, not \"many\"");
    refuses("minibatch", "no values");
    refuses("minibatch=256 minibatch=512", "sweep \"minibatch=512\": the option is given twice");
}
