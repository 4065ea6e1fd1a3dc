// SPDX-License-Identifier: MIT
// Data-parallel SAC and TD3, whose ranks are threads here: the bits of one process, and what stops them.
#include <lockstep/rl/off_policy/ranks/exchange.hpp>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <tests/archetype/communicator.hpp>
#include <tests/archetype/device.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/support/off_policy_ranks.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/data_parallel_sac.hpp>
#include <lockstep/rl/data_parallel_td3.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>

namespace ls = lockstep;

namespace {

using archetype::thread_rank;
using ls::envs::pendulum;
using support::compare;
using support::outcome;
using support::outcome_of;
using support::small;
using support::words_of_poisoned;

// In one process most are learners of other tests that are compiled in the same unit.
using plain = ls::hidden_layers<ls::relu_activation, 32, 32>;
/// Its gradient travels in pieces of 4096 numbers whose ends lie within rows.
using wide = ls::hidden_layers<ls::layer_norm<ls::relu_activation>, 80, 96>;
using distributions = ls::categorical_critic<plain, 31>;

/// Looks at an image. Of what its second convolution learns, a row of pixels lies in two pieces.
using looking = ls::convolutional_layers<ls::convolutions<ls::filters{16, 3}, ls::filters{16, 2, 2}>, ls::relu_activation, 32>;
template <class Device, class Communicator, class Hidden>
using looking_sac = ls::data_parallel_sac<lockstep_test::steer_to_ball, Device, Communicator, Hidden>;
template <class Device, class Communicator, class Hidden, class Critic>
using looking_td3 = ls::data_parallel_td3<lockstep_test::steer_to_ball, Device, Communicator, Hidden, Critic>;

template <class Device, class Communicator, class Hidden = plain, class Critic = Hidden>
using sac = ls::data_parallel_sac<pendulum, Device, Communicator, Hidden, Critic>;
template <class Device, class Communicator, class Hidden = plain, class Critic = Hidden>
using td3 = ls::data_parallel_td3<pendulum, Device, Communicator, Hidden, Critic>;

}  // namespace

TEST_CASE("one, two and four ranks leave the bits of one process in every rank") {
    compare<sac, ls::cpu>(small<ls::sac_config>());
    compare<td3, ls::cpu>(small<ls::td3_config>());
}

TEST_CASE("likewise on devices whose memory the host cannot touch, with scaled rewards") {
    auto config = small<ls::sac_config>();
    config.scale_rewards = true;
    compare<sac, archetype::discrete_device>(config);
}

TEST_CASE("likewise with fewer slices than ranks") {
    auto config = small<ls::td3_config>();
    config.batch = 80;
    compare<td3, ls::cpu>(config);
}

TEST_CASE("likewise where a gradient travels in pieces whose ends lie within its rows") {
    static_assert(sac<ls::cpu, thread_rank, wide>::networks::critic::parameter_count > 4096);
    compare<sac, ls::cpu, wide>(small<ls::sac_config>());
}

TEST_CASE("likewise with networks that look at an image") {
    using network = looking_sac<ls::cpu, thread_rank, looking>::networks::critic;
    static_assert(network::convolution_begin(1) < 4096 && network::parameter_count > 4096);
    auto config = small<ls::sac_config>();
    config.steps = 64 * 20;
    compare<looking_sac, ls::cpu, looking>(config);
    using critic = ls::categorical_critic<looking, 21>;
    auto other = small<looking_td3<ls::cpu, ls::one_process, looking, critic>::config_type>();
    other.steps = 64 * 20;
    other.least_value = -2;
    other.greatest_value = 2;
    compare<looking_td3, archetype::discrete_device, looking, critic>(other);
}

TEST_CASE("likewise with critics that tell distributions") {
    auto config = small<sac<ls::cpu, ls::one_process, plain, distributions>::config_type>();
    config.least_value = -60;
    config.greatest_value = 5;
    compare<sac, ls::cpu, plain, distributions>(config);
}

TEST_CASE("a training goes on from a checkpoint with another number of ranks, as if it had never stopped") {
    auto const config = small<ls::sac_config>();
    ls::cpu device({.threads = 1});
    sac<ls::cpu, ls::one_process> alone(device, config);
    outcome const expected = outcome_of(alone);
    std::string const path = "exchange_test.checkpoint";
    thread_rank::run(4, [&](thread_rank ranks) {
        ls::cpu own({.threads = 1});
        sac<ls::cpu, thread_rank> learner(own, config, {}, ranks);
        learner.iterate();
        learner.iterate();
        if (ranks.rank() == 2) {
            ls::save_checkpoint(path, learner);
        }
    });
    for (std::size_t const size : {4, 2, 1}) {
        CAPTURE(size);
        std::vector<outcome> found(size);
        thread_rank::run(size, [&](thread_rank ranks) {
            ls::cpu own({.threads = 1});
            sac<ls::cpu, thread_rank> learner(own, config, {}, ranks);
            ls::load_checkpoint(path, learner);
            found[ranks.rank()] = outcome_of(learner);
        });
        for (outcome const& of_rank : found) {
            CHECK(of_rank.entries == expected.entries);
            CHECK(of_rank.policy == expected.policy);
        }
    }
    std::remove(path.c_str());
}

TEST_CASE("a number of environments that the ranks do not divide is refused with the nearest that they do") {
    auto const refusal = [](std::size_t environments) {
        return support::words_of_ranks<td3<ls::cpu, thread_rank>>(4, [=](std::size_t) {
            auto config = small<ls::td3_config>();
            config.environments = environments;
            return config;
        });
    };
    std::string const expected =
        "lockstep: td3_config.environments is 80, not a multiple of 16 * 4 ranks; the nearest that are so are 64 and 128";
    CHECK(refusal(80) == std::vector<std::string>(4, expected));
    CHECK(refusal(40) == std::vector<std::string>(4, "lockstep: td3_config.environments is 40, not a multiple of 16 * 4 ranks; "
                                                     "the nearest that is so is 64"));
}

TEST_CASE("priorities are refused") {
    auto const said = support::words_of_ranks<sac<ls::cpu, thread_rank>>(2, [](std::size_t) {
        auto config = small<ls::sac_config>();
        config.priority_exponent = 0.5f;
        return config;
    });
    std::string const expected =
        "lockstep: sac_config.priority_exponent is above 0, but ranks replay uniformly; give 0, or train in one process";
    CHECK(said == std::vector<std::string>(2, expected));
}

TEST_CASE("ranks with different configurations are named before the first step") {
    auto const said = support::words_of_ranks<sac<ls::cpu, thread_rank>>(2, [](std::size_t rank) {
        auto config = small<ls::sac_config>();
        config.target_rate = rank == 1 ? 0.25f : 0.5f;
        return config;
    });
    CHECK(said == std::vector<std::string>(2, "lockstep::sac: the config.target_rate of rank 1 is 0.25, that of rank 0 is 0.5"));
}

TEST_CASE("a rank whose parameters have become others is named") {
    std::vector<std::string> said(2);
    thread_rank::run(2, [&](thread_rank ranks) {
        ls::cpu device({.threads = 1});
        td3<ls::cpu, thread_rank> learner(device, small<ls::td3_config>(), {}, ranks);
        learner.iterate();
        learner.for_each_entry([&]<class Entry>(std::string_view name, Entry& entry) {
            if constexpr (std::is_same_v<Entry, ls::cpu::buffer<float>>) {
                if (name == "parameters" && ranks.rank() == 1) {
                    entry.data()[7] += 1e-3f;
                }
            }
        });
        try {
            learner.iterate();
        } catch (std::exception const& error) {
            said[ranks.rank()] = error.what();
        }
    });
    CHECK(said == std::vector<std::string>(
                      2, "lockstep::td3: after 640 steps rank 1 has other parameters than rank 0; do their processors differ?"));
}

TEST_CASE("a loss that is not finite stops all ranks, with the first whose samples it is of") {
    auto config = small<ls::sac_config>();
    config.warmup = 64;
    std::string const gradient = "lockstep::sac: the gradient of critic 0";
    std::string named;
    for (std::size_t environment = 0; environment < 48; environment += 8) {
        CAPTURE(environment);
        ls::cpu device({.threads = 1});
        sac<ls::cpu, ls::one_process> alone(device, config);
        std::string const expected = words_of_poisoned(alone, environment);
        REQUIRE(expected.starts_with(gradient));
        std::vector<std::string> said(2);
        thread_rank::run(2, [&](thread_rank ranks) {
            ls::cpu own({.threads = 1});
            sac<ls::cpu, thread_rank> learner(own, config, {}, ranks);
            said[ranks.rank()] = words_of_poisoned(learner, environment);
        });
        CHECK(said[0] == said[1]);
        std::size_t const at = said[0].find(" of rank ");
        REQUIRE(at != std::string::npos);
        named += said[0].substr(at + 9, 1);
        CHECK(said[0].erase(at, 10) == expected);
    }
    CAPTURE(named);
    CHECK(named.find('0') != std::string::npos);
    CHECK(named.find('1') != std::string::npos);
}
