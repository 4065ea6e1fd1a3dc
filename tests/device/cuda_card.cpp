// SPDX-License-Identifier: MIT
// The CUDA adapter on a card: kernels, environments and a training have the processor's bits. Without a card it is skipped, and
// fails under LOCKSTEP_REQUIRE_CUDA=1.
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/cuda.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/support/on_device.hpp>
#include <tests/support/required_cuda.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

/// Nothing without a card. A kernel that does not end fails after a minute, while the card is still lent.
std::optional<ls::cuda> card(ls::cuda_config config = {}) {
    config.time_limit = 60;
    try {
        return std::optional<ls::cuda>(std::in_place, config);
    } catch (std::runtime_error const& error) {
        if (support::must_have_cuda(error.what())) {
            FAIL(error.what());
        }
        return std::nullopt;
    }
}

}  // namespace

TEST_CASE("kernels have the processor's bits") {
    if (auto device = card()) {
        support::on_device(*device).check_kernels();
    }
}

TEST_CASE_TEMPLATE("lanes share scratch in shared and in global memory", size, std::integral_constant<std::size_t, 256>,
                   std::integral_constant<std::size_t, 8000>, std::integral_constant<std::size_t, 40000>) {
    if (auto device = card()) {
        support::on_device(*device).template check_scratch<size::value>();
    }
}

TEST_CASE_TEMPLATE("environments have the processor's bits", Env, ls::envs::pendulum, ls::envs::inverted_pendulum,
                   ls::envs::half_cheetah) {
    if (auto device = card()) {
        support::on_device(*device).template check_environment<Env>();
    }
}

TEST_CASE_TEMPLATE("PPO has the processor's bits", global, std::false_type, std::true_type) {
    if (auto device = card({.shared_scratch = global::value ? std::size_t(0) : ~std::size_t(0)})) {
        ls::ppo_config const config{.environments = 256, .steps = 30'000, .horizon = 32, .epochs = 3, .minibatch = 1024};
        using layers = ls::hidden_layers<ls::tanh_activation, 32, 16>;
        ls::cpu processor;
        auto const expected = support::history<ls::ppo<ls::envs::pendulum, ls::cpu, layers>>(processor, config);
        support::check_device_agrees(support::history<ls::ppo<ls::envs::pendulum, ls::cuda, layers>>(*device, config), expected);
    }
}

TEST_CASE("what a card refuses is an error with words") {
    if (auto device = card()) {
        CHECK_THROWS_AS(device->allocate<float>(std::size_t(1) << 44), std::bad_alloc);
        CHECK_THROWS_AS(ls::cuda({.device = "no card is called so"}), std::runtime_error);
        CHECK(ls::to_host(*device, device->allocate<float>(3)) == std::vector<float>(3));
    }
}
