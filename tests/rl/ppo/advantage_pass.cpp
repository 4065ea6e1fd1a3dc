// SPDX-License-Identifier: MIT
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/ppo/advantage_pass.hpp>

namespace ls = lockstep;

TEST_CASE("a pack's advantages are estimated backwards over its own samples, with scaled rewards and bootstrapped cuts") {
    using R = ls::native_lanes;
    constexpr std::size_t packs = 2, horizon = 3;
    using networks = ls::actor_critic<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>;
    ls::ppo_view<networks> view{};
    std::vector<decltype(view)::sample_pack> samples(packs * horizon);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i] = {};
        samples[i].reward = R(2.0 + static_cast<double>(i / packs));
        samples[i].value = R(0.5);
        samples[i].ratio = R(1);
    }
    samples[1 * packs + 1].ended = R(1);
    samples[1 * packs + 1].bootstrap = R(4);
    ls::moments<1> returns{1, {0}, {4}};  // a deviation of 2
    std::vector<R> last_values = {R(1), R(1)};
    std::vector<ls::target_sums<R>> sums(packs);
    view.samples = samples.data();
    view.last_values = last_values.data();
    view.target_packs = sums.data();
    view.return_moments = &returns;
    ls::advantage_pass<networks> pass{
        .view = view, .packs = packs, .horizon = horizon, .discount = 0.5f, .lambda = 0.5f, .scale_rewards = true};
    pass(0);
    pass(1);
    auto const advantage = [&](std::size_t t, std::size_t pack) {
        return static_cast<double>(samples[t * packs + pack].advantage[0]);
    };
    double const third = 2 + 0.5 * 1 - 0.5;  // 4 / 2, the last value, the value
    CHECK(advantage(2, 0) == doctest::Approx(third));
    CHECK(advantage(1, 0) == doctest::Approx(1.5 + 0.5 * 0.5 - 0.5 + 0.25 * third));
    CHECK(advantage(2, 1) == doctest::Approx(third));
    CHECK(advantage(1, 1) == doctest::Approx(1.5 + 0.5 * 4 - 0.5));
    CHECK(advantage(0, 1) == doctest::Approx(1 + 0.5 * 0.5 - 0.5 + 0.25 * advantage(1, 1)));
    CHECK(static_cast<double>(samples[1].target[0]) == doctest::Approx(advantage(0, 1) + 0.5));
    CHECK(static_cast<double>(sums[1].sum[0][0]) == doctest::Approx(advantage(0, 1) + advantage(1, 1) + advantage(2, 1)));

    samples[0].reward = R(1e30);
    pass(0);
    CHECK(advantage(0, 0) == doctest::Approx(10 + 0.5 * 0.5 - 0.5 + 0.25 * advantage(1, 0)));

    pass.scale_rewards = false;
    pass(0);
    CHECK(advantage(2, 0) == doctest::Approx(4 + 0.5 * 1 - 0.5));

    samples[2 * packs].ratio = R(0.5);  // the policy makes the last step less often than the one that drew it
    samples[1 * packs].ratio = R(2);    // and this one more often
    pass(0);
    double const last = 4 + 0.5 * 1 - 0.5, middle = 3 + 0.5 * 0.5 - 0.5 + 0.25 * (0.5 * last);
    CHECK(advantage(2, 0) == doctest::Approx(last));
    CHECK(static_cast<double>(samples[2 * packs].target[0]) == doctest::Approx(0.5 + 0.5 * last));
    CHECK(advantage(1, 0) == doctest::Approx(middle));
    CHECK(static_cast<double>(samples[1 * packs].target[0]) == doctest::Approx(0.5 + middle));
}
