// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/ppo_update.hpp>
#include <tests/rl/ppo_setting.hpp>

using namespace support::ppo;

TEST_CASE("the number of slices changes nothing but rounding, and each is independent of the others' order") {
    setting<gaussian> one, many, backwards;
    one.step(one.kernel(1));
    many.step(many.kernel(3));
    auto const kernel = backwards.kernel(3);
    for (std::size_t i = 3; i-- > 0;) {
        kernel.differentiate(i, 1);
        kernel.differentiate(i, 0);
    }
    kernel.judge();
    for (std::size_t i = setting<gaussian>::update::ranges; i-- > 0;) {
        kernel.gather(i);
    }
    for (std::size_t i = 0; i < one.gradient.size(); ++i) {
        CHECK(many.gradient[i] == doctest::Approx(one.gradient[i]).epsilon(1e-3).scale(1e-3));
        REQUIRE(backwards.gradient[i] == many.gradient[i]);
    }
}

TEST_CASE("a step of descent lowers the loss and refreshes what is derived from the parameters") {
    setting<gaussian> s;
    double const before = s.loss({s.parameters.begin(), s.parameters.end()});
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 5; ++i) {
        s.step(kernel);
        kernel.descend(0);
        kernel.descend(1);
    }
    CHECK(s.loss({s.parameters.begin(), s.parameters.end()}) < before);
    CHECK(s.steps_taken[0] == 5);
    CHECK(s.steps_taken[1] == 5);
    std::vector<float> fresh(setting<gaussian>::networks::derived_count);
    setting<gaussian>::networks::derive(s.parameters.data(), fresh.data());
    CHECK(fresh == s.derived);
}

TEST_CASE("nothing moves once the iteration has stopped") {
    setting<gaussian> s;
    s.config.target_kl = 1e-6f;
    auto const before = s.parameters;
    auto const kernel = s.kernel(2);
    for (int i = 0; i < 2; ++i) {
        s.step(kernel);
        kernel.descend(0);
        kernel.descend(1);
    }
    CHECK(s.progress.stopped == 1);
    CHECK(s.progress.minibatches == 1);
    CHECK(s.steps_taken[0] == 0);
    CHECK(s.steps_taken[1] == 0);
    CHECK(s.parameters == before);
}

TEST_CASE("a gradient that is not finite moves nothing and ends the iteration's updates") {
    setting<gaussian> s;
    auto const before = s.parameters;
    s.samples[3].target.set(1, std::numeric_limits<float>::infinity());
    auto const kernel = s.kernel(2);
    s.step(kernel);
    kernel.descend(0);
    kernel.descend(1);
    CHECK(s.parameters == before);
    CHECK(s.progress.nonfinite[0] == 1);
    CHECK(s.progress.nonfinite[1] == 1);
    kernel.judge();
    CHECK(s.progress.stopped == 1);
}
