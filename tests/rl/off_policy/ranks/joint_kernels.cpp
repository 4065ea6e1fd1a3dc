// SPDX-License-Identifier: MIT
// Whole updates of ranks are compared with those of one process in joint_exchange.cpp.
#include <lockstep/rl/off_policy/ranks/joint_kernels.hpp>

#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/off_policy/kernels.hpp>
#include <lockstep/rl/off_policy/sac/update.hpp>

namespace ls = lockstep;
namespace step = ls::joint_step;

namespace {

using layers = ls::renormalized_layers<32, 16>;
using update = ls::sac_update<ls::sac_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 16>, float, layers>>;
using critic = update::networks::critic;
using rows_type = ls::joint_rows<update::W>;

/// Ranks whose rows follow each other, in one memory.
constexpr rows_type ranks[] = {{0, 0, 48, true}, {0, 48, 12, false}};

template <class Step>
void take(update const& kernel, std::size_t level, rows_type rows) {
    rows.level = level;
    for (std::size_t i = 0; i < 2; ++i) {
        ls::off_policy_joint<update, Step>{kernel, rows}(i);
    }
}

}  // namespace

TEST_CASE("ranks that follow each other make the step of one process") {
    update::config_type config;
    config.environments = 32;
    config.capacity = 2000;
    config.batch = 30;
    config.actor_delay = 2;
    support::update_setting<update> s(config), whole(config);
    whole.run(1);
    update const kernel = s.kernel(1);
    for (std::size_t slice = 0; slice < s.slices; ++slice) {
        ls::off_policy_sample<update>{kernel}(slice);
    }
    take<step::place>(kernel, 0, ranks[0]);
    for (std::size_t l = 0; l < critic::levels; ++l) {
        for (auto const& rows : ranks) {
            take<step::add>(kernel, l, rows);
        }
        take<step::centre>(kernel, l, ranks[0]);
        for (auto const& rows : ranks) {
            take<step::add_squares>(kernel, l, rows);
        }
        take<step::fold>(kernel, l, ranks[0]);
        for (auto const& rows : ranks) {
            take<step::leave>(kernel, l, rows);
        }
    }
    take<step::value_next>(kernel, 0, ranks[0]);
    take<step::regress>(kernel, 0, ranks[0]);
    for (std::size_t l = critic::levels; l-- > 0;) {
        for (auto const& rows : ranks) {
            if (l < critic::hidden_layers) {
                take<step::differentiate>(kernel, l, rows);
            }
            for (std::size_t i = 0; i < 2; ++i) {
                auto of_level = rows;
                of_level.level = l;
                std::size_t const end = critic::level_rows(l);
                ls::off_policy_add_level_gradient<update> const add{kernel, of_level, i, 0, end};
                for (std::size_t k = 0; k * ls::gradient_rows_together < end; ++k) {
                    add(k);
                }
            }
        }
        take<step::unfold>(kernel, l, ranks[0]);
    }
    CHECK(s.gradient == whole.gradient);
    CHECK(std::any_of(s.gradient.begin(), s.gradient.end(), [](float g) { return g != 0; }));
    take<step::descend>(kernel, 0, ranks[0]);
    CHECK(s.parameters == whole.parameters);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(s.progress.critic_loss[i] == whole.progress.critic_loss[i]);
        CHECK(s.progress.critic_loss[i] > 0);
    }
}
