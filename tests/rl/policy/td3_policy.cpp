// SPDX-License-Identifier: MIT
#include <lockstep/rl/policy/td3_policy.hpp>

#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

TEST_CASE("a deterministic policy adds noise to explore, within bounds, and none otherwise") {
    using R = ls::native_lanes;
    using policy = ls::td3_policy<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 32>>;
    policy p;
    p.parameters[policy::actor::bias(1, 0)] = 0.5f;
    double const mean = std::tanh(0.5);
    policy::view view{p.parameters.data(), nullptr, p.normalization};
    policy::view::workspace work;
    work.prepare();
    for (float const deviation : {0.0f, 0.05f, 2.0f}) {
        view.exploration_noise = deviation;
        double squares = 0, most = 0;
        std::size_t const packs = 500;
        for (std::uint32_t pack = 0; pack < packs; ++pack) {
            ls::random<R> noise(1, ls::consecutive_words<R>(pack * ls::native_width), ls::constant_words<R>(0));
            auto const action = view.act({R(0), R(0), R(0)}, work, noise);
            for (std::size_t l = 0; l < ls::native_width; ++l) {
                double const x = static_cast<double>(action[0][l]);
                squares += (x - mean) * (x - mean);
                most = std::max(most, std::abs(x));
            }
        }
        double const actual = std::sqrt(squares / static_cast<double>(packs * ls::native_width));
        CHECK(most <= 1);
        if (deviation < 1) {
            CHECK(std::abs(actual - static_cast<double>(deviation)) < 0.002);
        } else {
            CHECK(most == 1);
        }
    }
}
