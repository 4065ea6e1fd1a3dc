// SPDX-License-Identifier: MIT
#include <lockstep/rl/policy/frozen_layers.hpp>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <tests/rl/opencl_learners.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

using env = ls::envs::pendulum;
using layers = lockstep_test::two_layers;
using output_alone = ls::frozen_layers<2, layers>;

/// Which of the learner's parameters have changed after its training.
template <class Learner, class Config>
std::vector<bool> changed(Config const& config) {
    ls::cpu device({.threads = 1});
    Learner learner(device, config);
    std::vector<std::vector<float>> copies;
    auto const copy = [&] {
        learner.for_each_entry([&](auto const& name, auto& entry) {
            if constexpr (requires { { *entry.data() } -> std::same_as<float&>; }) {
                if (std::string_view(name) == "parameters") {
                    copies.emplace_back(entry.data(), entry.data() + entry.size());
                }
            }
        });
    };
    copy();
    while (!learner.done()) {
        learner.iterate();
    }
    copy();
    std::vector<bool> result;
    for (std::size_t i = 0; i < copies.at(0).size(); ++i) {
        result.push_back(std::memcmp(&copies[0][i], &copies[1][i], sizeof(float)) != 0);
    }
    return result;
}

/// That of a network whose parameters begin at `begin`, layers before `frozen` kept theirs and the others changed.
template <class Network>
void check_network(std::vector<bool> const& changes, std::size_t begin, std::size_t frozen) {
    for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
        std::size_t count = 0;
        for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i < Network::layer_inputs(l); ++i) {
                count += changes.at(begin + Network::weight(l, o, i));
            }
            count += changes.at(begin + Network::bias(l, o));
        }
        CAPTURE(l);
        if (l < frozen) {
            CHECK(count == 0);
        } else {
            CHECK(count > Network::layer_outputs(l) * Network::layer_inputs(l) / 2);
        }
    }
}

constexpr ls::ppo_config few_steps{
    .environments = 32, .steps = 4 * 32 * 16, .seed = 3, .horizon = 16, .epochs = 2, .minibatch = 128};

template <class Config>
Config small(Config config) {
    config.environments = 16;
    config.steps = 400;
    config.horizon = 8;
    config.warmup = 64;
    config.capacity = 400;
    config.batch = 32;
    config.updates_per_step = 0.2f;
    return config;
}

template <class Device>
using frozen_ppo = ls::ppo<env, Device, output_alone>;
template <class Device>
using frozen_sac = ls::sac<env, Device, output_alone>;

template <template <class> class Learner, class Config>
void check_opencl(Config const& config) {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = ls::opencl_lanes::vectors});
    support::check_device_agrees(support::history<Learner<ls::opencl>>(device, config),
                                 support::history<Learner<ls::cpu>>(processor, config));
}

}  // namespace

TEST_CASE("PPO keeps the bits of frozen layers") {
    using whole = ls::ppo<env, ls::cpu, layers>;
    using upper = ls::ppo<env, ls::cpu, ls::frozen_layers<1, layers>>;
    for (auto const& [changes, frozen] :
         {std::pair(changed<whole>(few_steps), 0), std::pair(changed<upper>(few_steps), 1),
          std::pair(changed<frozen_ppo<ls::cpu>>(few_steps), 2)}) {
        check_network<whole::networks::actor>(changes, 0, static_cast<std::size_t>(frozen));
        check_network<whole::networks::critic>(changes, whole::networks::critic_begin, static_cast<std::size_t>(frozen));
        CHECK(changes.at(whole::networks::log_deviation));
    }
}

TEST_CASE("SAC and TD3 keep the bits of frozen layers, in the actor, the critics or both") {
    using whole = ls::sac<env, ls::cpu, layers>;
    auto const both = changed<frozen_sac<ls::cpu>>(small(ls::sac_config{}));
    check_network<whole::networks::actor>(both, 0, 2);
    check_network<whole::networks::critic>(both, whole::networks::critic_begin(std::size_t(0)), 2);
    check_network<whole::networks::critic>(both, whole::networks::critic_begin(std::size_t(1)), 2);
    auto const actor_alone = changed<ls::sac<env, ls::cpu, output_alone, layers>>(small(ls::sac_config{}));
    check_network<whole::networks::actor>(actor_alone, 0, 2);
    check_network<whole::networks::critic>(actor_alone, whole::networks::critic_begin(std::size_t(0)), 0);
    using td3 = ls::td3<env, ls::cpu, layers>;
    auto const critics_alone = changed<ls::td3<env, ls::cpu, layers, ls::frozen_layers<1, layers>>>(small(ls::td3_config{}));
    check_network<td3::networks::actor>(critics_alone, 0, 0);
    check_network<td3::networks::critic>(critics_alone, td3::networks::critic_begin(std::size_t(0)), 1);
}

TEST_CASE("PPO of frozen layers on OpenCL has the processor's bits") { check_opencl<frozen_ppo>(few_steps); }
TEST_CASE("SAC of frozen layers on OpenCL has the processor's bits") { check_opencl<frozen_sac>(small(ls::sac_config{})); }
