// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/replay/minibatch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/replay/priority_tree.hpp>
#include <lockstep/rl/off_policy/td3/update.hpp>

namespace ls = lockstep;

using update = ls::td3_update<ls::td3_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>>;

TEST_CASE("a minibatch is cut into slices of about equal size that follow each other") {
    for (std::size_t const batch : {1, 64, 65, 100, 256, 1000}) {
        update kernel{};
        kernel.view.config.batch = batch;
        CHECK(kernel.view.first_of(0) == 0);
        for (std::size_t p = 0; p < kernel.view.slices(); ++p) {
            CHECK(kernel.view.samples_of(p) <= update::view_type::block);
            CHECK(kernel.view.samples_of(p) + 2 * ls::sample_group > kernel.view.samples_of(0));
            CHECK(kernel.view.first_of(p) % ls::sample_group == 0);
            CHECK(kernel.view.first_of(p + 1) == kernel.view.first_of(p) + kernel.view.samples_of(p));
        }
        CHECK(kernel.view.first_of(kernel.view.slices()) == batch);
    }
}

TEST_CASE("what is learnt from is normalised, for what was sampled and for what followed") {
    ls::td3_config config{.environments = 32, .capacity = 2000, .batch = 100};
    support::update_setting<update> s(config);
    s.run(1);
    config.normalize_observations = false;
    support::update_setting<update> plain(config);
    plain.run(1);
    for (std::size_t n = 0; n < 48; ++n) {
        CHECK(s.samples[0].observation[0][n] == doctest::Approx(plain.samples[0].observation[0][n] - 0.25f).epsilon(1e-5));
        CHECK(s.samples[0].next_observation[1][n] == doctest::Approx(plain.samples[0].next_observation[1][n] / 2).epsilon(1e-5));
        CHECK(s.samples[0].action[1][n] == plain.samples[0].action[1][n]);
    }
}

TEST_CASE("rare samples count for more, and errors become priorities (Schaul et al. 2016, section 3)") {
    support::update_setting<update> s(
        {.environments = 32, .capacity = 2000, .batch = 100, .priority_exponent = 0.5f, .least_priority = 0.25f});
    ls::priority_buffer<ls::cpu> memory(s.device, s.replay.view().leaf_count());
    auto kernel = s.kernel(1);
    kernel.view.priorities = memory.view();
    kernel.view.importance = 0.75f;
    CHECK(kernel.view.prioritizes());
    for (std::size_t step = 0; step < s.steps_made; ++step) {
        kernel.view.memory.add_priorities(step, kernel.view.priorities);
    }
    for (std::size_t place = 0; place < s.steps_made; place += 3) {
        kernel.view.priorities.set(place, 4);  // a third of environment 0's steps
    }
    ls::off_policy_sample<update>{kernel}(0);
    ls::off_policy_sample<update>{kernel}(1);
    kernel.minibatch().weigh();
    std::size_t rare = 0;
    for (std::size_t p = 0; p < 2; ++p) {
        for (std::size_t i = 0; i < kernel.view.samples_of(p); ++i) {
            bool const favoured = kernel.view.priorities.priority(kernel.minibatch().leaf(kernel.view.first_of(p) + i)) == 4;
            CHECK(s.samples[p].weight[i] == doctest::Approx(favoured ? std::pow(4.0, -0.75) : 1.0));
            rare += !favoured;
        }
    }
    CHECK(rare > 0);

    kernel.critics().estimate_targets(0);
    kernel.critics().estimate_targets(1);
    kernel.improve_critic(0);
    kernel.improve_critic(1);
    kernel.minibatch().prioritize();
    auto const& batch = s.samples[1];
    std::size_t const last = kernel.view.samples_of(1) - 1;
    double const error =
        0.5 * (std::abs(static_cast<double>(batch.error[0][last])) + std::abs(static_cast<double>(batch.error[1][last])));
    CHECK(error > 0);
    CHECK(kernel.view.priorities.priority(kernel.minibatch().leaf(99)) == doctest::Approx(std::sqrt(error + 0.25)));
    CHECK(s.progress.no_priorities == 0);
}

TEST_CASE("a minibatch without errors that leaves no priority is noticed") {
    support::update_setting<update> s(
        {.environments = 32, .capacity = 2000, .batch = 100, .priority_exponent = 1, .least_priority = 0});
    ls::priority_buffer<ls::cpu> memory(s.device, s.replay.view().leaf_count());
    auto kernel = s.kernel(9);
    kernel.view.priorities = memory.view();
    kernel.view.priorities.set(5, 1);
    ls::off_policy_sample<update>{kernel}(0);
    ls::off_policy_sample<update>{kernel}(1);
    for (std::size_t p = 0; p < 2; ++p) {
        std::fill_n(&s.samples[p].error[0][0], 2 * update::view_type::block, 0.0f);
    }
    // An error that is no number, or infinite, is no priority.
    std::size_t const leaf = kernel.minibatch().leaf(0);
    for (float const error : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        for (std::size_t p = 0; p < 2; ++p) {
            std::fill_n(s.samples[p].error[1], update::view_type::block, error);
        }
        kernel.view.priorities.set(leaf, 1);
        kernel.minibatch().prioritize();
        CHECK(kernel.view.priorities.priority(leaf) == 1);
        CHECK(s.progress.no_priorities == 0);
    }
    for (std::size_t p = 0; p < 2; ++p) {
        std::fill_n(s.samples[p].error[1], update::view_type::block, 0.0f);
    }
    kernel.minibatch().prioritize();
    CHECK(kernel.view.priorities.priority(leaf) == 0);
    CHECK(s.progress.no_priorities == 9);
}
