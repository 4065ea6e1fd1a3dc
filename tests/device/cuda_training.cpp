// SPDX-License-Identifier: MIT
// A whole training by the CUDA adapter, on a driver without a card: the metrics and the policy have the processor's bits, and no
// threads race.
#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/cuda.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/data_parallel_sac.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

#include <tests/archetype/communicator.hpp>
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

void begin() {
    ::setenv("LOCKSTEP_NVRTC", LOCKSTEP_FAKE_CUDA, 1);
    fake_cuda_state() = {};
    fake_cuda_state().finds_races = true;
}

template <template <class> class Learner, class Config>
void compare(Config const& config) {
    begin();
    ls::cpu processor({.threads = 1});
    ls::cuda device({.cache = compiled_kernels()});
    auto const expected = support::history<Learner<ls::cpu>>(processor, config);
    support::check_device_agrees(support::history<Learner<ls::cuda>>(device, config), expected);
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

/// Ranks that are threads, of which one runs at a time: the driver without a card is not for several threads.
class rank_by_turns {
public:
    static constexpr bool distributed = true;

    rank_by_turns(archetype::thread_rank ranks, std::mutex& turn) : ranks_(ranks), turn_(&turn) {}

    std::size_t rank() const { return ranks_.rank(); }
    std::size_t size() const { return ranks_.size(); }
    std::string describe(std::size_t rank) const { return ranks_.describe(rank); }
    void all_gather(std::span<std::byte> all) {
        wait([&] { ranks_.all_gather(all); });
    }
    void barrier() {
        wait([&] { ranks_.barrier(); });
    }
    template <class Add>
    void accumulate(std::span<float> numbers, std::size_t piece, Add add) {
        wait([&] {
            ranks_.accumulate(numbers, piece, [&](std::size_t begin, std::size_t end) {
                std::lock_guard const turn(*turn_);
                add(begin, end);
            });
        });
    }

private:
    /// Lets others have their turn while body() waits for them.
    template <class Body>
    void wait(Body body) {
        struct pause {
            std::mutex& turn;
            explicit pause(std::mutex& of) : turn(of) { turn.unlock(); }
            ~pause() { turn.lock(); }
        } const others(*turn_);
        body();
    }

    archetype::thread_rank ranks_;
    std::mutex* turn_;
};

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
TEST_CASE("two ranks of CrossQ have the processor's bits") {
    using learner_type = ls::data_parallel_sac<ls::envs::pendulum, ls::cuda, rank_by_turns, renormalized, renormalized>;
    crossq<ls::cpu>::config_type config{.environments = 32, .steps = 800, .warmup = 640, .capacity = 800, .batch = 40};
    config.updates_per_step = 0.05f;
    config.renorm_warmup = 2;
    begin();
    ls::cpu processor({.threads = 1});
    auto const expected = support::history<crossq<ls::cpu>>(processor, config);
    std::vector<std::vector<std::vector<double>>> found(2);
    std::mutex turn;
    archetype::thread_rank::run(2, [&](archetype::thread_rank ranks) {
        std::lock_guard const first(turn);
        ls::cuda device({.cache = compiled_kernels()});
        learner_type learner(device, config, {}, {ranks, turn});
        found[ranks.rank()] = support::history_of(learner);
    });
    support::check_device_agrees(found[0], expected);
    support::check_device_agrees(found[1], expected);
    CHECK(fake_cuda_state().launches > 20);
    CHECK(fake_cuda_state().race == "");
}
