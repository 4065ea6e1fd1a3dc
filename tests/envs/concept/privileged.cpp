// SPDX-License-Identifier: MIT
#include <concepts>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/archetype/environment.hpp>

namespace ls = lockstep;

namespace {

/// Tells a critic how far the episode is from its end, and its square.
struct with_clock : archetype::environment {
    double scale = 1;
    static constexpr std::size_t privileged_observation_size = 2;
    template <ls::real R>
    ls::vector<R, 2> observe_privileged(state<R> const& now) const {
        R const left = R(scale) * (R(5) - now.count);
        return {left, left * left};
    }
};
struct plain : archetype::environment {};
static_assert(ls::privileged<with_clock> && !ls::privileged<plain>);
static_assert(ls::check_privileged<with_clock>() && ls::check_privileged<plain>());
static_assert(std::same_as<ls::critic_environment<plain>, plain>);

using untold = ls::without_privileged_observation<with_clock>;
static_assert(std::same_as<ls::policy_environment<plain>, plain> && std::same_as<ls::policy_environment<with_clock>, untold>);
static_assert(ls::environment<untold> && !ls::privileged<untold> && std::same_as<ls::critic_environment<untold>, untold>);
static_assert(ls::environment_name<untold>() == ls::environment_name<with_clock>());

using told = ls::critic_environment<with_clock>;
static_assert(ls::environment<told> && told::observation_size == 4 && told::episode_limit == 5 &&
              with_clock::observation_size == 2);

}  // namespace

TEST_CASE_TEMPLATE("a critic sees the observation, then what is privileged; the policy does not", R, double, float,
                   ls::lanes<8>) {
    with_clock env;
    env.scale = 2;
    told const all{env};
    with_clock::state<R> const now{R(0.5), R(1)};
    auto const seen = all.observe(now);
    double const expected[] = {0.5, 1, 8, 64};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(ls::lane(seen[i], 0) == expected[i]);
    }
    CHECK(env.observe(now).size() == 2);
    CHECK(ls::lane(all.step(now, ls::vector<R, 1>{R(3)}).state.count, 0) == 2);
}
