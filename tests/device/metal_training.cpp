// SPDX-License-Identifier: MIT
// Trainings on Metal, every kernel of them.
#include <algorithm>
#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/metal.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <tests/support/metal_device.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

// Learners of kernel/metal_matrices.cpp, kernel/cuda_learners.cpp and device/cuda_training.cpp, which are compiled in the same
// unit.
template <class Device>
using ppo = ls::ppo<ls::envs::pendulum, Device, ls::hidden_layers<ls::tanh_activation, 32, 16>>;
template <class Device>
using sac = ls::sac<ls::envs::pendulum, Device, ls::hidden_layers<ls::tanh_activation, 24, 16>>;
using renormalized = ls::renormalized_layers<16>;
template <class Device>
using crossq = ls::crossq<ls::envs::pendulum, Device, renormalized, renormalized>;

template <template <class> class Learner>
void check(typename Learner<ls::cpu>::config_type const& config) {
    if (!lockstep_test::find_metal().exists) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::metal device;
    auto const expected = support::history<Learner<ls::cpu>>(processor, config);
    auto const found = support::history<Learner<ls::metal>>(device, config);
#if defined(__FMA__) || defined(__aarch64__)
    support::check_histories_agree(expected, found);
#else  // where the processor multiplies and adds in two roundings
    auto const &expected_policy = expected.back(), &policy = found.back();
    REQUIRE(expected_policy.size() == policy.size());
    double largest = 0;
    for (std::size_t i = 0; i < policy.size(); ++i) {
        largest = std::max(largest, std::abs(policy[i] - expected_policy[i]));
    }
    CHECK(largest < 1e-3);
#endif
}

}  // namespace

TEST_CASE("PPO has the bits of the processor") {
    check<ppo>({.environments = 96, .steps = 96 * 15 * 2, .horizon = 15, .epochs = 2, .minibatch = 720});
}
TEST_CASE("SAC has the bits of the processor") {
    check<sac>({.environments = 16, .steps = 800, .warmup = 640, .capacity = 800, .batch = 40, .updates_per_step = 0.1f});
}
TEST_CASE("CrossQ has the bits of the processor") {
    crossq<ls::cpu>::config_type config{.environments = 16, .steps = 800, .warmup = 640, .capacity = 800, .batch = 40};
    config.updates_per_step = 0.1f;
    config.renorm_warmup = 2;
    check<crossq>(config);
}
