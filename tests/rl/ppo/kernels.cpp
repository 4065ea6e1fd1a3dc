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
    CHECK(kernel.samples == of.memory.samples.data());
    CHECK(kernel.parameters == of.memory.parameters.data());
    auto const advantages = ls::advantage_kernel(of.memory, of.config);
    CHECK(advantages.samples == kernel.samples);
    CHECK(advantages.packs == kernel.packs);
}

TEST_CASE("an update takes its minibatch from all samples, in an order of its epoch") {
    learner_memory<support::ppo::plain_layers> of;
    auto const kernel = ls::update_kernel(of.memory, of.config, 21, 16, 1e-3f);
    CHECK(kernel.shuffled.size() == 32);
    CHECK(kernel.first_group == 16);
    CHECK(kernel.minibatch_groups == 16);
    CHECK(kernel.per_sample == 1 / 256.0f);
    CHECK(kernel.loss.clip == 0.25f);
    CHECK(kernel.loss.shuffle == 21);
    CHECK(kernel.shuffled(3) != ls::update_kernel(of.memory, of.config, 22, 16, 1e-3f).shuffled(3));
    CHECK(kernel.samples == of.memory.samples.data());
    CHECK(kernel.slices == of.memory.slices);
}

TEST_CASE("an update of networks with a memory shuffles groups of environments") {
    learner_memory<support::ppo::layers_that_remember> of;
    CHECK(ls::update_kernel(of.memory, of.config, 21, 0, 1e-3f).shuffled.size() == 4);
}

TEST_CASE("a report has the episodes beside the training where there were some") {
    learner_memory<support::ppo::plain_layers> of;
    std::size_t const beside = of.memory.rollouts_beside * of.memory.packs_beside;
    CHECK(ls::summary_kernel(of.memory, false).packs == of.memory.packs);
    CHECK(ls::summary_kernel(of.memory, true).packs == of.memory.packs + beside);
    CHECK(ls::begin_updates_kernel(of.memory, of.config).progress == of.memory.progress.data());
}
