// SPDX-License-Identifier: MIT
// What holds for every environment of the physics family.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>

#include <lockstep/core/lanes.hpp>
#include <tests/envs/family.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;

namespace {

/// The same mean, within three standard errors of the difference, and nearly the same spread.
void check_agreement(support::statistics const& ours, support::mean_and_deviation const& theirs, std::size_t episodes) {
    CHECK(support::agrees(ours, theirs.mean, theirs.deviation / std::sqrt(static_cast<double>(episodes))));
    CHECK(ours.deviation() == doctest::Approx(theirs.deviation).epsilon(0.1));
}

}  // namespace

// Floats lead elsewhere than doubles within a second of contacts: what they must have in common is the statistics.
TEST_CASE("a random policy earns in lanes of floats what it earns in Gymnasium") {
    support::for_each_environment([]<class Env>(support::environment_facts const& facts) {
        if (facts.episodes == 0) {
            return;
        }
        std::string const name = facts.name;
        INFO(name);
        constexpr std::size_t each = Env::episode_limit < 1000 ? 16 : 4;  // first episodes of an environment
        auto const [earned, length] = support::random_policy(Env{}, facts.ours / (each * ls::native_width), each);
        check_agreement(earned, facts.episode_return, facts.episodes);
        check_agreement(length, facts.length, facts.episodes);
    });
}
