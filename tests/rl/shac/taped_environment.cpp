// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/taped_environment.hpp>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

TEST_CASE("an environment on a tape is the environment, and its steps have a backward pass") {
    using taped = ls::taped_environment<ls::envs::pendulum, double>;
    static_assert(ls::check_environment<taped>());
    ls::envs::pendulum const env{.g = 9};
    taped on_tape = taped::of(env);
    CHECK(on_tape.g == 9);
    ls::differentiable_step<ls::envs::pendulum, double> step;
    on_tape.to = &step;
    ls::envs::pendulum::state<double> const before{0.4, 1};
    auto const after = on_tape.step<double>(before, {0.7}), direct = env.step<double>(before, {0.7});
    CHECK(after.state.speed == direct.state.speed);
    CHECK(after.reward == direct.reward);
    auto const gradient = step.backward({0, 1}, 0);
    CHECK(gradient.action[0] == doctest::Approx(3 * 0.05));
    auto const in_float = on_tape.step<float>({0.4f, 1}, {0.7f});  // leaves no tape
    CHECK(in_float.reward == doctest::Approx(direct.reward));
}
