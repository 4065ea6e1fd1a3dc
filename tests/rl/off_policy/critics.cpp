// SPDX-License-Identifier: MIT
// What both methods make of an update is compared with plain loops in sac_update.cpp and td3_update.cpp.
#include <lockstep/rl/off_policy/critics.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/td3/update.hpp>

namespace ls = lockstep;

using update = ls::td3_update<ls::td3_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>, double>>;

TEST_CASE("the sums of an iteration are of the updates' means over the minibatch") {
    support::update_setting<update> s({.environments = 32, .capacity = 2000, .batch = 100});
    double loss[2] = {}, value[2] = {};
    for (std::uint32_t const number : {1u, 2u}) {
        support::plain_learner<update> before{{s}};
        s.run(number);
        update const kernel = s.kernel(number);
        for (std::size_t n = 0; n < 100; ++n) {
            std::size_t const p = n < kernel.view.first_of(1) ? 0 : 1, at = n - kernel.view.first_of(p);
            auto const& batch = s.samples[p];
            support::numbers pair;
            for (std::size_t k = 0; k < 3; ++k) {
                pair.push_back(batch.observation[k][at]);
            }
            for (std::size_t k = 0; k < 2; ++k) {
                pair.push_back(batch.action[k][at]);
            }
            double const target =
                batch.reward[at] + batch.discount[at] * std::min(batch.target_value[0][at], batch.target_value[1][at]);
            for (std::size_t i = 0; i < 2; ++i) {
                double const x = before.critics[i].forward(pair)[0];
                loss[i] += 0.5 * (x - target) * (x - target) / 100;
                value[i] += x / 100;
            }
        }
        for (std::size_t i = 0; i < 2; ++i) {
            CHECK(static_cast<double>(s.progress.critic_loss[i]) == doctest::Approx(loss[i]).epsilon(1e-6));
            CHECK(static_cast<double>(s.progress.value[i]) == doctest::Approx(value[i]).epsilon(1e-5));
        }
    }
    s.kernel(3).begin_iteration();
    CHECK(s.progress.critic_loss[1] == 0);
}
