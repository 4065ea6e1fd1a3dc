// SPDX-License-Identifier: MIT
// That devices which divide the step have the bits of one thread is tested in opencl.cpp, too.
#include <lockstep/rl/off_policy/divided_critics.hpp>
#include <lockstep/rl/off_policy/divided_kernels.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/sac/update.hpp>

namespace ls = lockstep;

using update = ls::sac_update<ls::sac_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>>;
using divided = ls::divided_critics<update::view_type>;

TEST_CASE("a step that is divided has the bits of one that is not") {
    static_assert(!divided::are_divided);  // on the processor
    ls::sac_config const config{.environments = 32, .capacity = 2000, .batch = 150, .actor_delay = 2};
    support::update_setting<update> together(config), apart(config);
    auto const passes = std::make_unique<update::view_type::critic_pass[]>(2 * apart.slices);
    for (std::size_t k = 0; k < 2 * apart.slices; ++k) {
        passes[k].work.prepare();
    }
    together.run(1);
    update kernel = apart.kernel(1);
    kernel.view.passes = passes.get();
    for (std::size_t slice = 0; slice < apart.slices; ++slice) {
        ls::off_policy_sample<update>{kernel}(slice);
    }
    auto const for_each = [](std::size_t count, auto body) {
        for (std::size_t k = count; k-- > 0;) {  // in any order
            body(k);
        }
    };
    for_each(2 * apart.slices, ls::off_policy_estimate_targets_by_slice<update>{kernel});
    for_each(2 * apart.slices, ls::off_policy_differentiate_critic<update>{kernel});
    for_each(2 * divided::gradient_shares, ls::off_policy_gather_critic<update>{kernel});
    for_each(2, ls::off_policy_check_critic<update>{kernel});
    for_each(2 * divided::parameter_ranges, ls::off_policy_descend_critic<update>{kernel});
    for_each(2 * divided::transpose_shares, ls::off_policy_transpose_critic<update>{kernel});
    CHECK(std::any_of(apart.gradient.begin(), apart.gradient.end(), [](float g) { return g != 0; }));
    CHECK(apart.gradient == together.gradient);
    CHECK(apart.parameters == together.parameters);
    CHECK(apart.targets == together.targets);
    CHECK(apart.transposed_weights == together.transposed_weights);
    CHECK(apart.progress.critic_loss[1] == together.progress.critic_loss[1]);
    CHECK(apart.progress.value[0] == together.progress.value[0]);
}
