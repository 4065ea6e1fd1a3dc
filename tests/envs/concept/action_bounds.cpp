// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

struct choice {
    static constexpr std::size_t action_size = 1, action_count = 5;
};
struct unsaid {
    static constexpr std::size_t action_size = 2;
};
struct wide : unsaid {
    static constexpr int action_low = -2;
    static constexpr double action_high = 2.5;
};

TEST_CASE("the bounds of actions are -1 and 1 unless the environment says so") {
    CHECK(ls::action_low<unsaid> == -1.0);
    CHECK(ls::action_high<unsaid> == 1.0);
    CHECK(ls::action_low<wide> == -2.0);
    CHECK(ls::action_high<wide> == 2.5);
    CHECK(ls::action_low<choice> == 0);
    CHECK(ls::action_high<choice> == 4);
}

TEST_CASE_TEMPLATE("a policy's action is clipped and stretched to the environment's bounds", R, float, double, ls::native_lanes) {
    auto const bounded = [](double x) {
        return static_cast<double>(ls::lane(ls::within_bounds<ls::envs::pendulum>(ls::vector<R, 1>{{R(x)}})[0], 0));
    };
    CHECK(bounded(0) == 0);
    CHECK(bounded(0.25) == 0.5);
    CHECK(bounded(1) == 2);
    CHECK(bounded(7) == 2);
    CHECK(bounded(-7) == -2);
}

TEST_CASE("bounds of -1 and 1 leave an action as it is") {
    ls::vector<float, 6> const action{{0.1f, -0.2f, 0.3f, -1.0f, 1.0f, 0.0f}};
    auto const same = ls::within_bounds<ls::envs::half_cheetah>(action);
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(same[i] == action[i]);
    }
}

TEST_CASE("an index is left as it is") {
    for (float const index : {0.0f, 1.0f, 4.0f}) {
        CHECK(ls::within_bounds<choice>(ls::vector<float, 1>{index})[0] == index);
    }
}
