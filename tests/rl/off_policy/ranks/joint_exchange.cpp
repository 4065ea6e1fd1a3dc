// SPDX-License-Identifier: MIT
// Data-parallel CrossQ, whose ranks are threads here: the bits of one process.
#include <lockstep/rl/off_policy/ranks/joint_exchange.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <tests/archetype/communicator.hpp>
#include <tests/archetype/device.hpp>
#include <tests/support/off_policy_ranks.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/data_parallel_sac.hpp>
#include <lockstep/rl/data_parallel_td3.hpp>

namespace ls = lockstep;

namespace {

using archetype::thread_rank;
using ls::envs::pendulum;
using support::compare;

// In one process these are learners of rl/crossq.cpp, which is compiled in the same unit.
using renormalized_actor = ls::renormalized_layers<24, 16>;
using plain_actor = ls::hidden_layers<ls::layer_norm<ls::relu_activation>, 24, 16>;
using renormalized = ls::renormalized_layers<32, 48>;
/// The gradient of its second layer travels in pieces of 4096 numbers whose ends lie within rows.
using wide = ls::renormalized_layers<80, 96>;

template <class Device, class Communicator, class Hidden, class Critic = Hidden>
using sac = ls::data_parallel_sac<pendulum, Device, Communicator, Hidden, Critic>;
template <class Device, class Communicator, class Hidden, class Critic = Hidden>
using td3 = ls::data_parallel_td3<pendulum, Device, Communicator, Hidden, Critic>;

template <class Learner>
auto small() {
    auto config = support::small<typename Learner::config_type>();
    config.steps = 64 * 24;
    config.renorm_warmup = 10;
    return config;
}

}  // namespace

TEST_CASE("one, two and four ranks leave the bits of one process in every rank") {
    using actor = renormalized_actor;
    compare<sac, ls::cpu, actor, renormalized>(small<sac<ls::cpu, ls::one_process, actor, renormalized>>());
    compare<td3, ls::cpu, actor, renormalized>(small<td3<ls::cpu, ls::one_process, actor, renormalized>>());
}

TEST_CASE("likewise of an actor without batch renormalisation, whose gradient ranks divide") {
    compare<sac, ls::cpu, plain_actor, renormalized>(small<sac<ls::cpu, ls::one_process, plain_actor, renormalized>>());
    compare<td3, ls::cpu, plain_actor, renormalized>(small<td3<ls::cpu, ls::one_process, plain_actor, renormalized>>());
}

TEST_CASE("likewise on devices whose memory the host cannot touch, of gradients in pieces, and with ranks that have no rows") {
    using learner = sac<ls::cpu, ls::one_process, renormalized_actor, wide>;
    static_assert(learner::networks::critic::level_rows(1) * learner::networks::critic::level_columns(1) > 4096);
    auto config = small<learner>();
    config.batch = 20;
    compare<sac, archetype::discrete_device, renormalized_actor, wide>(config);
}

TEST_CASE("a loss that is not finite stops all ranks, and is of all of them together") {
    auto config = small<sac<ls::cpu, ls::one_process, renormalized_actor, renormalized>>();
    config.warmup = 64;
    ls::cpu device({.threads = 1});
    sac<ls::cpu, ls::one_process, renormalized_actor, renormalized> alone(device, config);
    std::string const expected = support::words_of_poisoned(alone, 0);
    REQUIRE(expected.starts_with("lockstep::sac: the gradient of critic 0"));
    std::vector<std::string> said(2);
    thread_rank::run(2, [&](thread_rank ranks) {
        ls::cpu own({.threads = 1});
        sac<ls::cpu, thread_rank, renormalized_actor, renormalized> learner(own, config, {}, ranks);
        said[ranks.rank()] = support::words_of_poisoned(learner, 0);
    });
    std::string const together = " of all ranks together";
    for (std::string& words : said) {
        std::size_t const at = words.find(together);
        REQUIRE(at != std::string::npos);
        CHECK(words.erase(at, together.size()) == expected);
    }
}
