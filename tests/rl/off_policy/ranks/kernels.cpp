// SPDX-License-Identifier: MIT
// Whole updates of ranks are compared with those of one process in exchange.cpp.
#include <lockstep/rl/off_policy/ranks/kernels.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/divided_kernels.hpp>
#include <lockstep/rl/off_policy/sac/update.hpp>

namespace ls = lockstep;

using update = ls::sac_update<ls::sac_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>>;

TEST_CASE("ranks that follow each other sum the gradient and the loss of one process") {
    ls::sac_config const config{.environments = 32, .capacity = 2000, .batch = 200};
    support::update_setting<update> s(config), whole(config);
    whole.run(1);
    REQUIRE(s.slices == 4);
    auto const passes = std::make_unique<update::view_type::critic_pass[]>(2 * s.slices);
    update kernel = s.kernel(1);
    kernel.view.passes = passes.get();
    for (std::size_t slice = 0; slice < s.slices; ++slice) {
        ls::off_policy_sample<update>{kernel}(slice);
    }
    for (std::size_t k = 0; k < 2 * s.slices; ++k) {
        passes[k].work.prepare();
        ls::off_policy_estimate_targets_by_slice<update>{kernel}(k);
    }
    for (std::size_t k = 0; k < 2 * s.slices; ++k) {
        ls::off_policy_differentiate_critic<update>{kernel}(k);
    }
    using critic = update::networks::critic;
    std::vector<float> sums(6);
    for (ls::rank_slices<std::size_t> const of : {ls::rank_slices<std::size_t>{0, 1}, {1, 3}}) {
        for (std::size_t i = 0; i < 2; ++i) {
            ls::off_policy_add_critic_gradient<update> const add{kernel, of, of.first == 0, i, 0, critic::gradient_rows};
            for (std::size_t k = 0; k * ls::gradient_rows_together < critic::gradient_rows; ++k) {
                add(k);
            }
            ls::off_policy_add_critic_sums<update>{kernel, of, sums.data()}(i);
        }
    }
    auto const begin = static_cast<std::ptrdiff_t>(update::networks::critic_begin(std::size_t(0)));
    auto const end = begin + 2 * static_cast<std::ptrdiff_t>(critic::parameter_count);
    CHECK(std::equal(s.gradient.begin() + begin, s.gradient.begin() + end, whole.gradient.begin() + begin));
    CHECK(std::any_of(s.gradient.begin() + begin, s.gradient.begin() + end, [](float g) { return g != 0; }));
    for (std::size_t i = 0; i < 2; ++i) {
        ls::off_policy_check_critic_sums<update>{kernel, sums.data()}(i);
        CHECK(s.progress.critic_loss[i] == whole.progress.critic_loss[i]);
        CHECK(s.progress.value[i] == whole.progress.value[i]);
        CHECK(s.progress.critic_loss[i] > 0);
    }
}
