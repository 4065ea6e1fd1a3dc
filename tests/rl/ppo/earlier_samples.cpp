// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>
#include <tests/rl/ppo/setting.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

TEST_CASE("the newest rollout takes the place of the oldest") {
    using ring = ls::rollout_ring;
    CHECK(ring::of(0, 1).newest == 0);
    CHECK(ring::of(7, 1).newest == 0);
    CHECK(ring::of(7, 1).filled == 1);
    CHECK(ring::of(0, 3).filled == 1);
    CHECK(ring::of(1, 3).newest == 1);
    CHECK(ring::of(1, 3).filled == 2);
    CHECK(ring::of(3, 3).newest == 0);
    CHECK(ring::of(3, 3).filled == 3);
}

TEST_CASE("earlier samples have the values and the probabilities of the present networks") {
    support::ppo::setting<support::ppo::gaussian> s;
    using networks = decltype(s)::networks;
    auto const before = s.samples;
    ls::ppo_refresh<networks> const refresh{.view = s.view(), .packs = s.packs / s.horizon, .horizon = s.horizon};
    for (std::size_t pack = 0; pack < refresh.packs; ++pack) {
        refresh(pack);
    }
    auto const acting = s.actor_of(s.parameters);
    auto const valuing = s.critic_of(s.parameters);
    double const log_deviation = static_cast<double>(s.parameters[networks::log_deviation]);
    auto const number = [](auto const& pack, std::size_t l) { return static_cast<double>(ls::lane(pack, l)); };
    for (std::size_t e = 0; e < s.environments; ++e) {
        auto const outputs = support::plain_rollout(acting).forward(s.seen_by_actor(e));
        auto const values = support::plain_rollout(valuing).forward(s.seen_by_critic(e));
        for (std::size_t t = 0; t < s.horizon; ++t) {
            std::size_t const at = s.place(e, t), l = e % s.width;
            double const action = number(before[at].action[0], l);
            double const log_prob = support::ppo::gaussian::log_prob(outputs[t], log_deviation, action);
            CHECK(number(s.samples[at].log_prob, l) == doctest::Approx(log_prob).epsilon(1e-4));
            CHECK(number(s.samples[at].value, l) == doctest::Approx(values[t][0]).epsilon(1e-3));
            double const change = std::exp(log_prob - number(before[at].log_prob, l));
            CHECK(number(s.samples[at].ratio, l) == doctest::Approx(number(before[at].ratio, l) * change).epsilon(1e-3));
        }
    }
}

namespace {

template <class Device>
using learner_on = ls::ppo<ls::envs::pendulum, Device>;
using learner = learner_on<ls::cpu>;
constexpr ls::ppo_config reusing = {.environments = 16, .steps = 16 * 32 * 8, .horizon = 32, .minibatch = 128, .rollouts = 3};

}  // namespace

TEST_CASE("a training with earlier rollouts has the same bits on any device and number of threads, and others than one without") {
    support::check_any_threads<learner_on>(reusing);
    support::check_any_device<learner_on>(reusing);
    ls::cpu device({.threads = 1});
    auto without = reusing;
    without.rollouts = 1;
    CHECK(support::history<learner>(device, reusing).back() != support::history<learner>(device, without).back());
}

TEST_CASE("a checkpoint has the earlier rollouts") { support::check_resumed<learner>(reusing, 4); }

TEST_CASE("what cannot learn from earlier rollouts says so") {
    ls::cpu device({.threads = 1});
    auto few = reusing;
    few.environments = 8;
    few.minibatch = 64;
    CHECK_THROWS_WITH_AS(learner(device, few),
                         "lockstep: ppo_config.environments is 8, but a number of rollouts above 1 needs a multiple of 16",
                         std::invalid_argument);
    auto none = reusing;
    none.rollouts = 0;
    CHECK_THROWS_AS(learner(device, none), std::invalid_argument);
    using remembering = ls::ppo<ls::envs::pendulum, ls::cpu, ls::recurrent_layers<8, ls::tanh_activation, 16>>;
    auto whole = reusing;
    whole.minibatch = 16 * 32;
    CHECK_THROWS_WITH_AS(remembering(device, whole), "lockstep: ppo_config.rollouts is 3, but a policy with a memory needs 1",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(ls::check_earlier_rollouts(reusing, false, 1, 2),
                         "lockstep: ppo_config.rollouts is 3, but several ranks need 1", std::invalid_argument);
}

TEST_CASE("the samples of all agents and rollouts have numbers of 32 bits") {
    ls::ppo_config most{.environments = 1 << 16, .horizon = 1 << 12, .rollouts = 8};
    CHECK_NOTHROW(ls::check_earlier_rollouts(most, false, 2, 1));
    CHECK_THROWS_WITH_AS(ls::check_earlier_rollouts(most, false, 3, 1),
                         "lockstep: ppo_config.environments * horizon * agents * rollouts is 268435456 * 3 * 8, above 2^32",
                         std::invalid_argument);
    most.rollouts = ~std::size_t(0);
    CHECK_THROWS_AS(ls::check_earlier_rollouts(most, false, 2, 1), std::invalid_argument);
}
