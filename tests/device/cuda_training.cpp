// SPDX-License-Identifier: MIT
// A whole training by the CUDA adapter, on a driver without a card: the metrics and the policy have the processor's bits, and no
// threads race.
#include <cstddef>
#include <cstdlib>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/cuda.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

#include <tests/envs/catch_ball.hpp>
#include <tests/support/fake_cuda/fake_cuda.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

using layers = ls::hidden_layers<ls::tanh_activation, 24, 16>;
using looking = ls::convolutional_layers<ls::convolutions<ls::filters{4, 3}, ls::filters{20, 2, 2}>, ls::relu_activation, 16>;
using remembering = ls::recurrent_layers<5, ls::tanh_activation, 16>;

/// The folder of all cases, so that a kernel that several learners launch is compiled once.
std::string compiled_kernels() {
    static lockstep_test::temporary_folder const folder;
    return folder.path().string();
}

template <template <class> class Learner, class Config>
void compare(Config const& config) {
    ::setenv("LOCKSTEP_NVRTC", LOCKSTEP_FAKE_CUDA, 1);
    fake_cuda_state() = {};
    fake_cuda_state().finds_races = true;
    ls::cpu processor({.threads = 1});
    ls::cuda device({.cache = compiled_kernels()});
    support::check_histories_agree(support::history<Learner<ls::cpu>>(processor, config),
                                   support::history<Learner<ls::cuda>>(device, config));
    CHECK(fake_cuda_state().launches > 20);
    CHECK(fake_cuda_state().race == "");
}

template <class Env, class Layers>
struct ppo_of {
    template <class Device>
    using learner = ls::ppo<Env, Device, Layers>;
};
template <class Env, class Layers>
void check(std::size_t horizon, std::size_t environments = 64) {
    compare<ppo_of<Env, Layers>::template learner>(ls::ppo_config{.environments = environments,
                                                                  .steps = 47 * environments,
                                                                  .horizon = horizon,
                                                                  .epochs = 2,
                                                                  .minibatch = environments / 4 * horizon});
}

template <class Device>
using categorical_sac = ls::sac<ls::envs::pendulum, Device, layers, ls::categorical_critic<layers, 11>>;
template <class Device>
using looking_sac = ls::sac<lockstep_test::steer_to_ball, Device, looking>;
template <class Device>
using looking_td3 = ls::td3<lockstep_test::steer_to_ball, Device, looking>;
using renormalized = ls::renormalized_layers<16>;
template <class Device>
using crossq = ls::crossq<ls::envs::pendulum, Device, renormalized, renormalized>;

}  // namespace

TEST_CASE_TEMPLATE("PPO has the processor's bits", Env, ls::envs::pendulum, ls::envs::cartpole) { check<Env, layers>(16); }
TEST_CASE("PPO of four environments has the processor's bits") { check<ls::envs::pendulum, layers>(16, 4); }
TEST_CASE("PPO of a policy that remembers has the processor's bits") { check<ls::envs::pendulum, remembering>(7); }
TEST_CASE("PPO of a policy that looks at an image has the processor's bits") { check<lockstep_test::catch_ball, looking>(16, 32); }
TEST_CASE("SAC whose critics have many outputs has the processor's bits") {
    categorical_sac<ls::cpu>::config_type config{.environments = 16, .steps = 800, .warmup = 640, .capacity = 800, .batch = 40};
    config.updates_per_step = 0.1f;
    config.least_value = -200;
    config.greatest_value = 10;
    compare<categorical_sac>(config);
}
TEST_CASE_TEMPLATE("SAC and TD3 that look at an image have the processor's bits", Config, ls::sac_config, ls::td3_config) {
    Config config{.environments = 16, .steps = 192, .warmup = 128, .capacity = 192, .batch = 20, .updates_per_step = 0.05f};
    if constexpr (std::is_same_v<Config, ls::sac_config>) {
        compare<looking_sac>(config);
    } else {
        compare<looking_td3>(config);
    }
}
TEST_CASE("CrossQ has the processor's bits") {
    crossq<ls::cpu>::config_type config{.environments = 16, .steps = 800, .warmup = 640, .capacity = 800, .batch = 40};
    config.updates_per_step = 0.1f;
    config.renorm_warmup = 2;
    compare<crossq>(config);
}
