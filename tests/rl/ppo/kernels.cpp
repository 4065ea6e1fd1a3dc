// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo/kernels.hpp>
#include <tests/rl/ppo/setting.hpp>

namespace ls = lockstep;

namespace {

template <class Hidden>
struct learner_memory {
    using networks = ls::actor_critic<ls::envs::pendulum, Hidden>;
    ls::cpu device{ls::cpu_config{.threads = 1}};
    ls::ppo_config config{.environments = 64, .horizon = 8, .epochs = 3, .minibatch = 256, .clip = 0.25f};
    ls::ppo_memory<ls::envs::pendulum, networks, ls::cpu> memory{device, config};
};

}  // namespace

TEST_CASE("a rollout goes on from the steps that were made, in the learner's memory") {
    learner_memory<support::ppo::plain_layers> of;
    auto const kernel = ls::rollout_kernel(of.memory, of.config, ls::envs::pendulum{}, 7);
    CHECK(kernel.first_step == 56);
    CHECK(kernel.packs * ls::native_width == 64);
    CHECK(kernel.view.samples == of.memory.samples.data());
    CHECK(kernel.view.parameters == of.memory.parameters.data());
    auto const advantages = ls::advantage_kernel(of.memory, of.config);
    CHECK(advantages.view.samples == kernel.view.samples);
    CHECK(advantages.packs == kernel.packs);
}

TEST_CASE("an update takes its minibatch from all samples, in an order of its epoch") {
    learner_memory<support::ppo::plain_layers> of;
    auto const kernel = ls::minibatch_of(of.memory, of.config, 21, 16, 1e-3f);
    CHECK(kernel.shuffled.size() == 32);
    CHECK(kernel.first_group == 16);
    CHECK(kernel.groups == 16);
    CHECK(kernel.per_sample == 1 / 256.0f);
    CHECK(kernel.loss.clip == 0.25f);
    CHECK(kernel.loss.shuffle == 21);
    CHECK(kernel.shuffled(3) != ls::minibatch_of(of.memory, of.config, 22, 16, 1e-3f).shuffled(3));
    CHECK(kernel.view.samples == of.memory.samples.data());
    CHECK(kernel.slices == of.memory.slices);
}

TEST_CASE("each of several rollouts has its place in memory, and an update takes its minibatch from all of them") {
    learner_memory<support::ppo::plain_layers> one;
    auto config = one.config;
    config.rollouts = 3;
    ls::ppo_memory<ls::envs::pendulum, decltype(one)::networks, ls::cpu> memory{one.device, config};
    auto* const samples = memory.samples.data() + memory.samples_of_rollout();
    auto* const last_values = memory.last_values.data() + memory.packs;
    auto const kernel = ls::rollout_kernel(memory, config, ls::envs::pendulum{}, 7);  // the place of rollout 4
    CHECK(kernel.view.samples == samples);
    CHECK(kernel.view.last_values == last_values);
    CHECK(ls::refresh_kernel(memory, 1).view.samples == samples);
    CHECK(ls::refresh_kernel(memory, 1).packs == memory.packs);
    CHECK(ls::refresh_kernel(memory, 1).horizon == 8);
    auto const advantages = ls::advantage_kernel(memory, config, 1);
    CHECK(advantages.view.samples == samples);
    CHECK(advantages.view.last_values == last_values);
    CHECK(advantages.view.target_packs == memory.target_packs.data() + memory.packs);
    CHECK(ls::begin_updates_kernel(memory, config, 2).targets.packs == 2 * memory.packs);
    auto const update = ls::minibatch_of(memory, config, 21, 16, 1e-3f, 2);
    CHECK(update.shuffled.size() == 2 * 32);
    CHECK(update.groups == 16);
    CHECK(update.per_sample == 1 / 256.0f);
    CHECK(update.view.samples == memory.samples.data());
}

TEST_CASE("an update of networks with a memory shuffles groups of environments") {
    learner_memory<support::ppo::layers_that_remember> of;
    CHECK(ls::minibatch_of(of.memory, of.config, 21, 0, 1e-3f).shuffled.size() == 4);
}

TEST_CASE("a report has the episodes beside the training where there were some") {
    learner_memory<support::ppo::plain_layers> of;
    std::size_t const beside = of.memory.rollouts_beside * of.memory.packs_beside;
    CHECK(ls::summary_kernel(of.memory, false).packs == of.memory.packs);
    CHECK(ls::summary_kernel(of.memory, true).packs == of.memory.packs + beside);
    CHECK(ls::begin_updates_kernel(of.memory, of.config).progress == of.memory.progress.data());
}
