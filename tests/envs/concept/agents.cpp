// SPDX-License-Identifier: MIT
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/recording/recorded_environment.hpp>
#include <tests/archetype/environment.hpp>
#include <tests/envs/gathering.hpp>

namespace ls = lockstep;
using lockstep_test::gathering;

namespace {

struct uneven : gathering<3> {
    static constexpr std::size_t agent_count = 2;
};
struct without_agents : gathering<3> {
    static constexpr std::size_t agent_count = 0;
};
struct uncounted : gathering<3> {
    static inline std::size_t agent_count = 3;  // no constant
};
struct choosing : archetype::environment {
    static constexpr std::size_t action_count = 3, action_size = 2, agent_count = 2;
};
struct choosing_twice : choosing {
    static constexpr std::size_t agent_count = 1;
};

static_assert(ls::agent_count<archetype::environment> == 1 && ls::agent_count<gathering<3>> == 3);
static_assert(ls::has_agent_count<archetype::environment> && ls::has_agent_count<gathering<3>>);
static_assert(!ls::has_agent_count<uneven> && !ls::has_agent_count<without_agents> && !ls::has_agent_count<uncounted>);
static_assert(!ls::environment<uneven> && !ls::environment<uncounted>);
static_assert(ls::has_action_count<choosing> && !ls::has_action_count<choosing_twice>);
static_assert(ls::agent_observation_size<gathering<3>> == 2 && ls::agent_action_size<gathering<3>> == 1);
static_assert(ls::agent_observation_size<ls::critic_environment<gathering<3>>> == 3);

using one = ls::as_one_agent<gathering<3>>;
static_assert(ls::environment<one> && ls::agent_count<one> == 1 && ls::agent_observation_size<one> == 6);
static_assert(ls::check_one_agent<one>() && ls::check_one_agent<archetype::environment>());
static_assert(ls::environment_name<one>() == "gathering");

struct no_text;
static_assert(ls::agent_count<ls::recorded_environment<gathering<3>, no_text>> == 3);

}  // namespace

TEST_CASE("the part of one agent is a copy of its numbers; a single agent's is all of them") {
    ls::vector<int, 6> all{0, 1, 2, 3, 4, 5};
    auto const part = ls::part_of<3>(all, 2);
    CHECK(part.size() == 2);
    CHECK(part[0] == 4);
    CHECK(part[1] == 5);
    CHECK(&ls::part_of<1>(all, 0) == &all);
    ls::set_part(all, 1, ls::vector<int, 2>{7, 8});
    int const expected[] = {0, 1, 7, 8, 4, 5};
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(all[i] == expected[i]);
    }
}

TEST_CASE("agents act in their order, each on what it sees") {
    int calls = 0;
    ls::vector<double, 6> const seen{1, 10, 2, 20, 3, 30};
    auto const action = ls::act_together<gathering<3>>(seen, [&](ls::vector<double, 2> const& own) {
        ++calls;
        return ls::vector<double, 1>{own[1] + 0.1 * calls};
    });
    CHECK(action[0] == doctest::Approx(10.1));
    CHECK(action[1] == doctest::Approx(20.2));
    CHECK(action[2] == doctest::Approx(30.3));
    auto const joint = ls::act_together<one>(seen, [](ls::vector<double, 6> const& all) {
        return ls::vector<double, 3>{all[5], all[3], all[1]};
    });
    CHECK(joint[0] == 30);
}

TEST_CASE_TEMPLATE("each agent's critic sees its part of both observations", R, double, float, ls::lanes<8>) {
    ls::critic_environment<gathering<3>> const env{};
    gathering<3>::state<R> const now{{R(-0.5), R(0), R(1)}};
    auto const seen = env.observe(now);
    auto const own = gathering<3>{}.observe(now);
    auto const told = env.observe_privileged(now);
    for (std::size_t agent = 0; agent < 3; ++agent) {
        CHECK(ls::lane(seen[3 * agent], 0) == ls::lane(own[2 * agent], 0));
        CHECK(ls::lane(seen[3 * agent + 1], 0) == ls::lane(own[2 * agent + 1], 0));
        CHECK(ls::lane(seen[3 * agent + 2], 0) == ls::lane(told[agent], 0));
    }
}
