// SPDX-License-Identifier: MIT
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/envs/acrobot.hpp>
#include <lockstep/rl/policy/categorical_actions.hpp>

namespace ls = lockstep;

using actions = ls::categorical_actions<ls::envs::acrobot>;
using R = ls::native_lanes;

TEST_CASE("outputs are logits, and an action is the index that is drawn") {
    actions const policy(nullptr);
    actions::outputs const logits{R(0.5), R(2), R(-1)};
    ls::categorical<R, 3> const same{logits};
    ls::random<R> noise(1, ls::consecutive_words<R>(0), ls::words<R>{}), again = noise;
    auto const drawn = policy.sample(logits, noise);
    R const index = same.sample(again);
    for (std::size_t l = 0; l < ls::native_width; ++l) {
        CHECK(drawn[0][l] == index[l]);
        CHECK(actions::action(drawn)[0][l] == index[l]);
        CHECK(policy.log_prob(logits, drawn)[l] == same.log_prob(index)[l]);
    }
    CHECK(policy.entropy(logits, noise)[0] == same.entropy()[0]);
    CHECK(actions::mode(logits)[0][0] == 1);
    CHECK(actions::mode(ls::vector<float, 3>{3, 2, 1})[0] == 0);
}

TEST_CASE("the derivatives of probability and entropy are weighted") {
    actions const policy(nullptr);
    actions::outputs const logits{R(0.5), R(2), R(-1)};
    ls::categorical<R, 3> const same{logits};
    ls::random<R> noise(1, ls::consecutive_words<R>(0), ls::words<R>{});
    actions::outputs to;
    actions::actions none{R(0)};
    policy.differentiate(logits, {R(2)}, noise, R(3), R(0.5), to, none);
    auto const log_prob = same.log_prob_gradient(R(2)), entropy = same.entropy_gradient();
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(to[i][0] == doctest::Approx(3 * log_prob[i][0] + 0.5f * entropy[i][0]));
    }
    CHECK(none[0][0] == 0);
}
