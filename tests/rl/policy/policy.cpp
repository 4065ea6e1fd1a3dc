// SPDX-License-Identifier: MIT
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace ls = lockstep;

using policy = ls::ppo_policy<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>;
using actor = policy::actor;

TEST_CASE("a new policy acts zero") {
    policy const fresh;
    auto const action = fresh.mean_action({{0.3f, -0.4f, 1.0f}});
    CHECK(action[0] == 0);
}

TEST_CASE("a policy with normalised layers acts on the host as in a kernel") {
    using network = ls::hidden_layers<ls::layer_norm<ls::silu_activation>, 32, 21>;
    using normalized = ls::ppo_policy<ls::envs::pendulum, network>;
    std::vector<float> parameters(normalized::networks::parameter_count),
        transposed_weights(normalized::networks::transposed_count);
    normalized::networks::initialize(parameters, 3, -0.5f);
    for (std::size_t i = 0; i < 32; ++i) {
        parameters[normalized::actor::gains(0) + i] = 0.5f + 0.1f * static_cast<float>(i);
        parameters[normalized::actor::shifts(0) + i] = 0.3f;
    }
    normalized::networks::transpose_weights(parameters.data(), transposed_weights.data());
    normalized p;
    p.parameters.assign(parameters.begin(), parameters.begin() + normalized::networks::critic_begin);
    normalized::actor::workspace<ls::native_width> work;
    work.prepare();
    ls::vector<float, 3> const observation{{0.3f, -0.4f, 1.0f}};
    for (std::size_t i = 0; i < 3; ++i) {
        std::fill_n(work.inputs + i * ls::native_width, ls::native_width, observation[i]);
    }
    normalized::actor::forward(parameters.data(), transposed_weights.data(), work, ls::native_width);
    CHECK(p.mean_action(observation)[0] == doctest::Approx(work.outputs[0]).epsilon(1e-5));
    CHECK(work.outputs[0] != 0);
}

TEST_CASE("a policy acts on one observation as its normaliser and its network say") {
    policy p;
    p.parameters[actor::weight(0, 3, 1)] = 0.5f;
    p.parameters[actor::weight(1, 0, 3)] = 2.0f;
    p.parameters[actor::bias(1, 0)] = 0.25f;
    p.normalization = {{0.1f, 0.2f, 0.3f}, {1.5f, 4.0f, 2.0f}};
    CHECK(p.mean_action({{7.0f, 0.7f, -3.0f}})[0] == doctest::Approx(0.25 + 2 * std::tanh(0.5 * 4 * 0.5)).epsilon(1e-6));
}

TEST_CASE("an action is drawn around the mean by the policy's deviation, the same with the same name of the numbers") {
    policy p;
    p.parameters[actor::bias(1, 0)] = 0.25f;
    p.parameters[policy::networks::log_deviation] = std::log(0.5f);
    ls::vector<float, 3> const observation{{0.3f, -0.4f, 1.0f}};
    double sum = 0, squares = 0;
    ls::random<float> noise(3, 0u, 0u, ls::draw_purpose::action);
    constexpr int count = 4000;
    for (int i = 0; i < count; ++i) {
        double const away = static_cast<double>(p.draw_action(observation, noise)[0]) - 0.25;
        sum += away;
        squares += away * away;
    }
    CHECK(sum / count == doctest::Approx(0).epsilon(0.03));
    CHECK(squares / count == doctest::Approx(0.25).epsilon(0.05));
    ls::random<float> once(9, 2u, 1u), again(9, 2u, 1u);
    CHECK(p.draw_action(observation, once)[0] == p.draw_action(observation, again)[0]);
}

TEST_CASE("a policy of discrete actions draws each by its probability, and one that remembers changes its memory") {
    using discrete = ls::ppo_policy<ls::envs::cartpole, ls::hidden_layers<ls::tanh_activation, 8>>;
    discrete p;
    p.parameters[discrete::actor::bias(1, 1)] = std::log(3.0f);
    ls::random<float> noise(3, 0u, 0u, ls::draw_purpose::action);
    int ones = 0;
    for (int i = 0; i < 2000; ++i) {
        float const drawn = p.draw_action({}, noise)[0];
        CHECK((drawn == 0 || drawn == 1));
        ones += static_cast<int>(drawn);
    }
    CHECK(ones == doctest::Approx(1500).epsilon(0.04));

    using remembering = ls::ppo_policy<ls::envs::pendulum, ls::recurrent_layers<8, ls::tanh_activation, 8>>;
    remembering r;
    r.parameters.assign(r.parameters.size(), 0.1f);
    remembering::memory drew{}, was{};
    CHECK(r.draw_action({{1, 0, 0}}, noise, drew)[0] != r.mean_action({{1, 0, 0}}, was)[0]);
    CHECK(drew == was);
    CHECK(drew != remembering::memory{});
}
