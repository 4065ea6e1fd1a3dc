// SPDX-License-Identifier: MIT
#include <lockstep/rl/policy/sac_policy.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

TEST_CASE("a squashed policy draws its actions, each lane for itself, with the deviation that its actor gives") {
    using R = ls::native_lanes;
    using policy = ls::sac_policy<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 32>>;
    policy p;
    p.parameters[policy::actor::bias(1, 0)] = 0.5f;
    p.parameters[policy::actor::bias(1, 1)] = std::log(0.1f);
    policy::view const view{p.parameters.data(), nullptr, p.normalization};
    policy::view::workspace work;
    work.prepare();
    double sum = 0, squares = 0;
    std::size_t const packs = 500;
    for (std::uint32_t pack = 0; pack < packs; ++pack) {
        ls::random<R> noise(1, ls::consecutive_words<R>(pack * ls::native_width), ls::constant_words<R>(0));
        auto const action = view.act({R(0), R(0), R(0)}, work, noise);
        for (std::size_t l = 0; l < ls::native_width; ++l) {
            double const x = std::atanh(static_cast<double>(action[0][l])) - 0.5;
            sum += x;
            squares += x * x;
        }
    }
    double const count = static_cast<double>(packs * ls::native_width);
    CHECK(std::abs(sum / count) < 0.01);
    CHECK(std::sqrt(squares / count) == doctest::Approx(0.1).epsilon(0.05));
}
