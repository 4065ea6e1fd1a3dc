// SPDX-License-Identifier: MIT
// Every kernel of the learners with lanes as work-items: small trainings, which CTest also runs on a device that tells of data
// races.
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/evolution_strategies.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <tests/envs/brief_pendulum.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/envs/gathering.hpp>
#include <tests/rl/opencl_learners.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

template <class Env, class Layers>
struct ppo_of {
    template <class Device>
    using learner = ls::ppo<Env, Device, Layers>;
};
using perceptron = lockstep_test::one_layer;
using looking = lockstep_test::looking_smoothly;
template <class Device>
using sac = ls::sac<lockstep_test::brief_pendulum, Device, perceptron>;
template <class Device>
using categorical_td3 = ls::td3<lockstep_test::brief_pendulum, Device, perceptron, ls::categorical_critic<perceptron, 11>>;
using lockstep_test::renormalized;
template <class Device>
using crossq = ls::crossq<lockstep_test::brief_pendulum, Device, renormalized, renormalized>;

template <class Device>
using ars = ls::ars<lockstep_test::catch_ball, Device>;
template <class Device>
using evolution_strategies = ls::evolution_strategies<lockstep_test::catch_ball, Device, perceptron>;

/// A pack and a half of environments.
constexpr ls::ppo_config small_ppo{.environments = 32,
                                   .steps = 2 * 32 * 3,
                                   .seed = 3,
                                   .horizon = 3,
                                   .epochs = 1,
                                   .minibatch = 32 * 3,
                                   .entropy_coefficient = 0.01f};

template <class Config>
Config small(Config config) {
    config.environments = 16;
    config.steps = 16 * 12;
    config.seed = 5;
    config.horizon = 4;
    config.warmup = 64;
    config.capacity = 128;
    config.batch = 20;
    config.updates_per_step = 0.03f;
    return config;
}

/// The members of a pack's team. PoCL 3.1 compiles kernels of teams whose policy remembers to other bits, and takes minutes. So
/// teams run here where the device is an interpreter, and on PoCL in device/opencl_kernels alone.
std::size_t team_size() {
    return ls::detail::opencl_devices("lockstep::opencl")[0].name.find("Oclgrind") != std::string::npos ? 2 : 1;
}

template <template <class> class Learner, class Config>
void check(Config const& config) {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = ls::opencl_lanes::work_items, .team = team_size()});
    support::check_device_agrees(support::history<Learner<ls::opencl>>(device, config),
                                 support::history<Learner<ls::cpu>>(processor, config));
}

}  // namespace

TEST_CASE("PPO's lanes as work-items") { check<ppo_of<ls::envs::pendulum, perceptron>::learner>(small_ppo); }
TEST_CASE("PPO of two environments, whose pack has idle lanes") {
    ls::ppo_config few = small_ppo;
    few.environments = 2;
    few.steps = 2 * 2 * 24;
    few.horizon = 24;
    few.minibatch = 16;
    check<ppo_of<ls::envs::pendulum, perceptron>::learner>(few);
}
TEST_CASE("SAC of four environments, whose pack has idle lanes") {
    auto config = small(ls::sac_config{});
    config.environments = 4;
    config.scale_rewards = true;
    check<sac>(config);
}
TEST_CASE("PPO with all that may replace the clip and the learning rate, its lanes as work-items") {
    auto config = small_ppo;
    config.epochs = 3;
    config.learning_rate = 0.01f;
    config.target_kl = 1e-4f;
    config.critic_continues = true;
    config.desired_kl = 5e-5f;
    config.penalize_ratio = true;
    check<ppo_of<ls::envs::pendulum, perceptron>::learner>(config);
}
TEST_CASE("PPO of two agents, its lanes as work-items") {
    check<ppo_of<lockstep_test::gathering<2>, perceptron>::learner>(small_ppo);
}
TEST_CASE("PPO of a policy that remembers, its lanes as work-items") {
    check<ppo_of<ls::envs::pendulum, lockstep_test::remembering>::learner>(small_ppo);
}
TEST_CASE("PPO of a policy that looks at an image, its lanes as work-items") {
    ls::ppo_config shorter = small_ppo;
    shorter.horizon = 2;
    shorter.steps = 2 * 32 * 2;
    shorter.minibatch = 32 * 2;
    check<ppo_of<lockstep_test::catch_ball, looking>::learner>(shorter);
}
TEST_CASE("SAC's lanes as work-items") {
    auto config = small(ls::sac_config{});
    config.scale_rewards = true;
    check<sac>(config);
}
TEST_CASE("TD3's lanes as work-items, of distributions and priorities") {
    auto config = small(categorical_td3<ls::cpu>::config_type{});
    config.least_value = -60;
    config.greatest_value = 5;
    config.priority_exponent = 0.6f;
    config.n_step = 3;
    check<categorical_td3>(config);
}
TEST_CASE("CrossQ's lanes as work-items") {
    auto config = small(crossq<ls::cpu>::config_type{});
    config.renorm_warmup = 2;
    check<crossq>(config);
}
TEST_CASE("augmented random search, its lanes as work-items") {
    check<ars>(ls::ars_config{.directions = 32, .steps = 1, .seed = 3, .top_directions = 7});
}
TEST_CASE("evolution strategies, their lanes as work-items") {
    check<evolution_strategies>(ls::evolution_strategies_config{.directions = 16, .steps = 1, .seed = 3});
}
TEST_CASE("an evaluation's lanes as work-items") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = ls::opencl_lanes::work_items, .team = team_size()});
    auto const policy = ls::ppo<lockstep_test::catch_ball, ls::cpu, looking>(processor, small_ppo).policy();
    auto const expected = ls::evaluate(processor, policy, {.episodes = 20}),
               actual = ls::evaluate(device, policy, {.episodes = 20});
    support::check_device_agrees(actual, expected);
}
