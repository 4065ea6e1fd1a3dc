// SPDX-License-Identifier: MIT
// NVIDIA's compiler takes all that trainings launch, for each generation of cards, and keeps nearly all that a lane works on in
// registers.
#include <algorithm>
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

#include <tests/envs/catch_ball.hpp>
#include <tests/support/on_cards.hpp>
#include <tests/support/required_cuda.hpp>
#include <tests/support/text_device.hpp>

namespace ls = lockstep;

namespace {

using perceptron = ls::hidden_layers<ls::tanh_activation, 24, 16>;
using remembering = ls::recurrent_layers<16, ls::tanh_activation, 16>;
using looking = ls::convolutional_layers<ls::convolutions<ls::filters{3, 3}>, ls::relu_activation, 16>;
using renormalized = ls::renormalized_layers<16>;
template <class Env, class Layers>
struct ppo_of {
    template <class Device>
    using learner = ls::ppo<Env, Device, Layers>;
};
template <class Device>
using sac = ls::sac<ls::envs::pendulum, Device, perceptron>;
template <class Device>
using td3 = ls::td3<ls::envs::pendulum, Device, perceptron>;
template <class Device>
using crossq = ls::crossq<ls::envs::pendulum, Device, renormalized, renormalized>;

template <class Config>
Config small(Config config) {
    config.warmup = 256;
    config.batch = 64;
    return config;
}

/// Compiles for the first so many cards every kernel with products on tensor cores, at least `fewest`.
template <template <class> class Learner, class Config>
void check_tensor_cores(Config const& config, std::size_t fewest, std::size_t most_cards) {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    auto cards = support::cards(*compiler);
    cards.resize(std::min(cards.size(), most_cards));
    std::size_t multiplying = 0;
    for (ls::kernel_text const& text : support::texts_of<Learner>(config)) {
        ls::cuda_form const form{.tf32 = true};
        CAPTURE(text.name);
        auto const assembly = compiler->compile(ls::cuda_text(text, form), text.name, ls::nvrtc::options("compute_80")).binary;
        bool const multiplies = assembly.find("mma.sync") != std::string::npos;
        multiplying += multiplies;
        CHECK((!multiplies || text.has_team));
        for (std::string const& card : cards) {
            if (multiplies) {
                CAPTURE(card);
                auto const report = support::compile_for(card, *compiler, text, form);
                CHECK(report.registers <= 255);
                CHECK(report.spill_stores + report.spills_of_functions <= 64);
            }
        }
    }
    CHECK(multiplying >= fewest);
}

/// Compiles for each card every kernel that is launched, at least `fewest`.
template <template <class> class Learner, class Config>
void check(Config const& config, std::size_t fewest, int most_stack, int most_spilled) {
    auto const compiler = support::required_nvrtc();
    if (!compiler) {
        return;
    }
    auto const texts = support::texts_of<Learner>(config);
    CHECK(texts.size() >= fewest);
    for (std::string const& card : support::cards(*compiler)) {
        for (ls::kernel_text const& text : texts) {
            CAPTURE(card);
            CAPTURE(text.name);
            auto const report = support::compile_for(card, *compiler, text);
            CHECK(report.registers <= 255);
            CHECK(report.stack <= most_stack);
            CHECK(report.spill_stores + report.spills_of_functions <= most_spilled);
        }
    }
}

constexpr ls::ppo_config small_ppo{.minibatch = 4 * 1024};

}  // namespace

TEST_CASE("PPO's kernels") { check<ppo_of<ls::envs::pendulum, perceptron>::learner>(small_ppo, 12, 64, 100); }
TEST_CASE("PPO's kernels of a policy that remembers") {
    check<ppo_of<ls::envs::pendulum, remembering>::learner>(small_ppo, 12, 64, 64);
}
TEST_CASE("PPO's kernels of a policy that looks at an image") {
    check<ppo_of<lockstep_test::catch_ball, looking>::learner>(small_ppo, 12, 112, 240);
}
TEST_CASE("SAC's kernels") { check<sac>(small(ls::sac_config{}), 18, 64, 64); }
TEST_CASE("TD3's kernels") { check<td3>(small(ls::td3_config{}), 18, 64, 64); }
TEST_CASE("CrossQ's kernels") { check<crossq>(small(crossq<support::text_device>::config_type{}), 12, 64, 64); }
TEST_CASE("PPO's kernels with products on tensor cores") {
    check_tensor_cores<ppo_of<ls::envs::pendulum, perceptron>::learner>(small_ppo, 1, 3);
}
TEST_CASE("SAC's kernels with products on tensor cores") { check_tensor_cores<sac>(small(ls::sac_config{}), 7, 1); }
