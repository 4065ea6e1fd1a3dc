// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/idle_lanes.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <tests/envs/gathering.hpp>
#include <tests/support/refusal.hpp>
#include <tests/support/step_counter.hpp>

namespace ls = lockstep;

namespace {

using W = ls::native_world;
constexpr std::size_t group = ls::sample_group, packs = group / W::width;

// Trainings are those of learners that other tests of this unit compile, too.
using small = ls::hidden_layers<ls::relu_activation, 32, 32>;

/// Counts the steps of its episode, and pays 1 for each.
struct short_episodes : lockstep_test::step_counter {
    static constexpr std::size_t episode_limit = 4;
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& now, ls::vector<R, 1> const&) const {
        return {{now.steps + R(1)}, R(1), ls::mask_t<R>(false)};
    }
};

/// Whether idle lanes change nothing: the same training with other numbers in its idle environments has the same bits.
template <class Learner>
void check_idle_lanes_change_nothing(typename Learner::config_type const& config) {
    ls::cpu device({.threads = 1});
    Learner plain(device, config), disturbed(device, config);
    std::size_t changed = 0;
    disturbed.for_each_entry([&](auto const& name, auto& entry) {
        if constexpr (requires { entry.buffer.data()->state; }) {
            CHECK(std::string_view(name) == "environments");
            for (std::size_t pack = 0; pack < packs; ++pack) {
                for (auto& number : ls::numbers_of<W::number>(entry.buffer.data()[pack].state)) {
                    for (std::size_t l = 0; l < W::width; ++l) {
                        if (config.environments <= pack * W::width + l) {
                            reinterpret_cast<float*>(&number)[l] += 0.5f;
                            ++changed;
                        }
                    }
                }
            }
        }
    });
    REQUIRE(changed >= group - config.environments);
    while (!plain.done()) {
        auto const a = plain.iterate(), b = disturbed.iterate();
        CHECK((a.episodes == 0 || a.episode_return == b.episode_return));
        CHECK(a.episodes == b.episodes);
    }
    CHECK(plain.policy().parameters == disturbed.policy().parameters);
    CHECK(plain.policy().normalization.mean[0] == disturbed.policy().normalization.mean[0]);
    CHECK(plain.total_steps() >= config.steps);
    CHECK(plain.total_steps() < config.steps + config.environments * 64);
}

template <class Learner>
void check_replaying(std::size_t environments) {
    check_idle_lanes_change_nothing<Learner>({.environments = environments,
                                              .steps = 700,
                                              .horizon = 32,
                                              .warmup = 100,
                                              .capacity = 400,
                                              .batch = 32,
                                              .scale_rewards = true,
                                              .priority_exponent = 0.5f});
}

}  // namespace

TEST_CASE("environments are whole groups, or a part that divides one") {
    for (std::size_t const environments : {1, 2, 4, 8, 16, 32, 48}) {
        CHECK(ls::are_groups_or_part(environments));
        CHECK(ls::has_idle_lanes(environments) == (environments < 16));
    }
    for (std::size_t const environments : {0, 3, 12, 24}) {
        CHECK(!ls::are_groups_or_part(environments));
    }
}

TEST_CASE("a whole group steps, however few environments there are") {
    CHECK(ls::stepped_environments(1) == group);
    CHECK(ls::stepped_environments(8) == group);
    CHECK(ls::stepped_environments(group) == group);
    CHECK(ls::stepped_environments(3 * group) == 3 * group);
}

TEST_CASE("the numbers of idle lanes are cleared") {
    ls::cpu device({.threads = 1});
    std::vector<std::array<W::number, 2>> sums(packs, {W::number(3), W::number(4)});
    ls::clear_idle<W>(device, 2, sums);
    for (std::size_t e = 0; e < group; ++e) {
        CHECK(sums[e / W::width][0][static_cast<int>(e % W::width)] == (e < 2 ? 3 : 0));
        CHECK(sums[e / W::width][1][static_cast<int>(e % W::width)] == (e < 2 ? 4 : 0));
    }
    ls::clear_idle<W>(device, group, sums);
    CHECK(sums[0][0][0] == 3);
}

TEST_CASE("samples move together, in the order of their steps") {
    for (std::size_t const environments : {1, 2, 4, 8}) {
        CAPTURE(environments);
        constexpr std::size_t count = 3, steps = 32;
        std::vector<float> numbers(steps * group * count, -1.0f);
        for (std::size_t step = 0; step < steps; ++step) {
            for (std::size_t e = 0; e < environments; ++e) {
                for (std::size_t k = 0; k < count; ++k) {
                    numbers[((step * packs + e / W::width) * count + k) * W::width + e % W::width] =
                        static_cast<float>(10 * (step * environments + e) + k);
                }
            }
        }
        std::size_t const groups = steps * environments / group;
        for (std::size_t k = 0; k < count; ++k) {
            ls::pack_samples<W>{environments, groups, count, numbers.data()}(k);
        }
        for (std::size_t i = 0; i < groups * group; ++i) {
            for (std::size_t k = 0; k < count; ++k) {
                CHECK(numbers[(i / W::width * count + k) * W::width + i % W::width] == static_cast<float>(10 * i + k));
            }
        }
    }
}

TEST_CASE("a training of few environments counts their steps and episodes alone") {
    ls::cpu device({.threads = 1});
    ls::ppo<short_episodes, ls::cpu> learner(
        device, {.environments = 2, .steps = 1'000'000, .horizon = 16, .minibatch = 16, .stagger_episodes = false});
    learner.iterate();
    learner.iterate();
    CHECK(learner.total_steps() == 2 * 2 * 16);
    auto const m = learner.iterate();
    CHECK(m.episodes == 2 * 4);
    CHECK(m.episode_return == 4);
}

TEST_CASE("what idle lanes do changes nothing") {
    using crossq = ls::crossq<ls::envs::pendulum, ls::cpu, ls::renormalized_layers<24, 16>, ls::renormalized_layers<32, 48>>;
    for (std::size_t const environments : {1, 4}) {
        check_idle_lanes_change_nothing<ls::ppo<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::tanh_activation, 16>>>(
            {.environments = environments, .steps = 1000 * environments, .epochs = 2, .learning_rate = 1e-3f});
        check_replaying<ls::sac<ls::envs::pendulum, ls::cpu, small>>(environments);
        check_replaying<ls::td3<ls::envs::pendulum, ls::cpu, small>>(environments);
        check_replaying<crossq>(environments);
    }
}

TEST_CASE("numbers of environments that are no part of a group are refused") {
    ls::cpu device({.threads = 1});
    CHECK(support::refusal([&] { ls::ppo<ls::envs::pendulum, ls::cpu>(device, {.environments = 5}); }) ==
          "lockstep: ppo_config.environments is 5, not a positive multiple of 16, nor 1, 2, 4 or 8");
    CHECK(support::refusal([&] { ls::sac<ls::envs::pendulum, ls::cpu, small>(device, {.environments = 3}); }) ==
          "lockstep: sac_config.environments is 3, not a positive multiple of 16, nor 1, 2, 4 or 8");
    using gathering = ls::ppo<lockstep_test::gathering<3>, ls::cpu, ls::hidden_layers<ls::tanh_activation, 16>>;
    CHECK(support::refusal([&] { gathering(device, {.environments = 8}); }) ==
          "lockstep: ppo_config.environments is 8, but an environment with several agents needs a multiple of 16");
    using remembering = ls::recurrent_layers<8, ls::tanh_activation, 16>;
    CHECK(support::refusal([&] { ls::ppo<ls::envs::pendulum, ls::cpu, remembering>(device, {.environments = 4}); }) ==
          "lockstep: ppo_config.environments is 4, but a policy with a memory needs a multiple of 16");
}
