// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/rollout.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <tests/archetype/environment.hpp>
#include <tests/envs/mirror.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/off_policy/sac/networks.hpp>

namespace ls = lockstep;

namespace {

using env = archetype::environment;  // five steps an episode; observes (start, count); the reward is the action
using R = ls::native_lanes;
constexpr std::size_t width = ls::native_width, packs = 2;

template <class Env>
struct setting_of {
    using networks = ls::sac_networks<Env, ls::hidden_layers<ls::relu_activation, 16>>;
    static constexpr std::size_t observation_size = Env::observation_size;

    ls::cpu device{{.threads = 1}};
    ls::replay_buffer<Env, ls::cpu> replay{device, 40 * packs * width, packs * width, 1};
    std::vector<float> parameters = std::vector<float>(networks::parameter_count);
    std::vector<float> transposed_weights = std::vector<float>(networks::transposed_count + 1);
    ls::moments<observation_size> moments = ls::moments<observation_size>::unit();
    std::vector<ls::environment_pack<Env, R>> environments{packs};
    std::vector<ls::moment_sums<R, observation_size>> observation_sums{packs};
    std::vector<ls::rollout_sums<R>> sums{packs};
    std::size_t hold = 1;

    setting_of() {
        networks::initialize(parameters, 1);
        networks::transpose_weights(parameters.data(), transposed_weights.data());
    }
    ls::off_policy_rollout<Env, networks> kernel(std::size_t step, bool uniform, bool staggered = false) {
        return {.env = {},
                .seed = 9,
                .step = step,
                .held_since = ls::held_since(step, hold),
                .held_component = static_cast<float>(ls::held_component(step, hold, Env::action_size)),
                .uniform = uniform,
                .normalize = true,
                .staggered = staggered,
                .scale_rewards = false,
                .parameters = parameters.data(),
                .transposed_weights = transposed_weights.data(),
                .observation_moments = &moments,
                .memory = replay.view(),
                .environments = environments.data(),
                .observation_sums = observation_sums.data(),
                .sums = sums.data(),
                .exploration_noise = 0,
                .discount = 0,
                .return_moments = nullptr,
                .discounted_returns = nullptr,
                .return_sums = nullptr};
    }
    /// Mean and standard deviation of the actions in the buffer after `steps_made` steps.
    std::vector<double> run(std::size_t steps_made, bool uniform) {
        for (std::size_t pack = 0; pack < packs; ++pack) {
            kernel(0, uniform).begin(pack);
            for (std::size_t step = 0; step < steps_made; ++step) {
                kernel(step, uniform)(pack);
            }
        }
        double sum = 0, squares = 0;
        std::size_t const count = 200;
        for (std::size_t i = 0; i < count; ++i) {
            ls::transitions<2, 1> drawn;
            ls::random<R> draws(3, ls::consecutive_words<R>(static_cast<std::uint32_t>(i * width)), ls::constant_words<R>(0));
            replay.view().sample(draws, steps_made, 1, 0.9f, drawn);
            for (std::size_t l = 0; l < width; ++l) {
                double const x = static_cast<double>(drawn.action[0][l]);
                sum += x;
                squares += x * x;
                CHECK(drawn.reward[l] == drawn.action[0][l]);
                CHECK(drawn.next_observation[1][l] == drawn.observation[1][l] + 1);
                CHECK(drawn.discount[l] == 0.9f);  // the time limit ends episodes, and they bootstrap
            }
        }
        double const mean = sum / (count * width);
        return {mean, std::sqrt(squares / (count * width) - mean * mean)};
    }
};
using setting = setting_of<env>;

}  // namespace

TEST_CASE("the warm-up acts uniformly, later the policy acts") {
    setting warmup, later;
    auto const uniform = warmup.run(30, true);
    CHECK(std::abs(uniform[0]) < 0.1);
    CHECK(uniform[1] == doctest::Approx(std::sqrt(1.0 / 3)).epsilon(0.05));
    // A new policy draws tanh of a standard normal number, whose deviation is 0.628.
    auto const policy = later.run(30, false);
    CHECK(std::abs(policy[0]) < 0.1);
    CHECK(policy[1] == doctest::Approx(0.628).epsilon(0.05));
}

TEST_CASE("actions of the warm-up are held for times that double") {
    std::vector<std::size_t> since;
    for (std::size_t step = 0; step < 10; ++step) {
        since.push_back(ls::held_since(step, 4));
    }
    CHECK(since == std::vector<std::size_t>{0, 1, 2, 2, 4, 4, 4, 4, 8, 9});
    CHECK(ls::held_since(7, 1) == 7);
    CHECK(ls::held_since(63, 32) == 32);
    CHECK(ls::held_since(64 + 31, 32) == 64 + 16);

    setting s;
    s.hold = 4;
    for (std::size_t pack = 0; pack < packs; ++pack) {
        s.kernel(0, true).begin(pack);
    }
    auto const reward = [&](std::size_t step) {  // the reward is the action
        R const before = s.environments[0].episode_return;
        s.kernel(step, true)(0);
        return s.environments[0].episode_return - before;
    };
    std::vector<R> drawn;
    for (std::size_t step = 0; step < 4; ++step) {
        drawn.push_back(reward(step));
    }
    CHECK(drawn[2][0] == doctest::Approx(drawn[3][0]));
    CHECK(drawn[1][0] != doctest::Approx(drawn[2][0]));
}

TEST_CASE("one component of a random action is held, and each has its turn") {
    std::vector<std::size_t> held;
    for (std::size_t step = 0; step < 24; ++step) {
        held.push_back(ls::held_component(step, 4, 3));
    }
    CHECK(held == std::vector<std::size_t>{0, 1, 2, 2, 0, 0, 0, 0, 1, 2, 0, 0, 1, 1, 1, 1, 2, 0, 1, 1, 2, 2, 2, 2});
    CHECK(ls::held_component(17, 4, 1) == 0);

    setting_of<lockstep_test::mirror> s;
    s.hold = 4;
    s.kernel(0, true).begin(0);
    std::vector<ls::vector<R, 3>> action;
    for (std::size_t step = 0; step < held.size(); ++step) {
        s.kernel(step, true)(0);
        action.push_back(s.environments[0].observation);
    }
    for (std::size_t step = 0; step < held.size(); ++step) {
        std::size_t const since = ls::held_since(step, 4);
        for (std::size_t i = 0; i < 3; ++i) {
            CAPTURE(step);
            CAPTURE(i);
            CHECK((action[step][i][width - 1] == action[since][i][width - 1]) == (step == since || i == held[step]));
        }
    }
}

TEST_CASE("before a launch a kernel is told its step") {
    setting_of<lockstep_test::mirror> s;
    auto kernel = s.kernel(0, true);
    kernel.at(8 + 7, 4);
    CHECK(kernel.step == 15);
    CHECK(kernel.held_since == 12);
    CHECK(kernel.held_component == 1);
    kernel.at(15, 1);
    CHECK(kernel.held_since == 15);
}

TEST_CASE("whole episodes are counted, and observations summed step by step") {
    setting s;
    s.run(12, true);
    for (std::size_t pack = 0; pack < packs; ++pack) {
        for (std::size_t l = 0; l < width; ++l) {
            CHECK(s.sums[pack].episodes[l] == 2);
            CHECK(s.sums[pack].episode_length[l] == 10);
            CHECK(s.observation_sums[pack].sum[1][l] == 1);  // before step 12, the second of episode 2
        }
    }
}

TEST_CASE("of staggered episodes only whole ones are counted") {
    setting s;
    s.kernel(0, true, true).begin(0);
    R const begun = s.environments[0].length;
    for (std::size_t step = 0; step < 12; ++step) {
        s.kernel(step, true, true)(0);
    }
    for (std::size_t l = 0; l < width; ++l) {
        CHECK(s.sums[0].episodes[l] == (begun[l] < 3 ? 1 : 2));  // the first ends 5 - begun steps on
        CHECK(s.sums[0].episode_length[l] == 5 * s.sums[0].episodes[l]);
    }
}
