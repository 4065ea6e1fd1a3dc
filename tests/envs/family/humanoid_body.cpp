// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/family/humanoid_body.hpp>
#include <lockstep/envs/humanoid.hpp>

namespace ls = lockstep;
using ls::envs::humanoid_view;

namespace {

template <humanoid_view View>
using env = ls::envs::basic_humanoid<View>;

// What is observed after two steps from the same start under the same action.
template <humanoid_view View>
std::vector<double> observed() {
    env<View> const e;
    ls::random<double> random(3, 0, 0);
    auto state = e.reset(random);
    ls::vector<double, 17> action;
    for (std::size_t u = 0; u < 17; ++u) {
        action[u] = 0.03 * static_cast<double>(u) - 0.25;
    }
    for (int t = 0; t < 12; ++t) {
        state = e.step(state, action).state;
    }
    auto const observation = e.observe(state);
    return {observation.begin(), observation.end()};
}

constexpr humanoid_view nothing{false, false, false, false, false};

template <humanoid_view View>
void check_stretch(std::size_t first, std::size_t count) {
    auto const all = observed<humanoid_view{}>(), some = observed<View>();
    REQUIRE(some.size() == 45 + count);
    CHECK(std::equal(some.begin(), some.begin() + 45, all.begin()));
    CHECK(std::equal(some.begin() + 45, some.end(), all.begin() + static_cast<std::ptrdiff_t>(first)));
    CHECK(std::any_of(some.begin() + 45, some.end(), [](double x) { return x != 0; }));
}

}  // namespace

TEST_CASE("the view says what the observation holds, in its order") {
    CHECK(observed<humanoid_view{}>().size() == 348);
    CHECK(observed<nothing>().size() == 45);
    check_stretch<humanoid_view{false, true, false, false, false}>(45, 130);
    check_stretch<humanoid_view{false, false, true, false, false}>(175, 78);
    check_stretch<humanoid_view{false, false, false, true, false}>(253, 17);
    check_stretch<humanoid_view{false, false, false, false, true}>(270, 78);

    auto const placed = observed<humanoid_view{.position = true}>(), usual = observed<humanoid_view{}>();
    REQUIRE(placed.size() == 350);
    CHECK(std::equal(usual.begin(), usual.end(), placed.begin() + 2));
}

TEST_CASE("at a start neither motors nor contacts have had a force, but bodies have inertias and velocities") {
    ls::envs::humanoid const e{};
    ls::random<double> random(3, 0, 0);
    auto const observation = e.observe(e.reset(random));
    CHECK(observation[45 + 9] == doctest::Approx(8.907).epsilon(1e-3));  // the torso's mass
    CHECK(observation[175] != 0);
    for (std::size_t i = 253; i < 348; ++i) {
        CHECK(observation[i] == 0);
    }
}
