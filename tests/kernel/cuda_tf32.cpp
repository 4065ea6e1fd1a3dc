// SPDX-License-Identifier: MIT
// Products on tensor cores, on a driver without a card whose threads do what the instruction says. NVIDIA's compiler is asked in
// tests/kernel/cuda_learners.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cuda.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/kernel/matrix_product.hpp>
#include <tests/support/fake_cuda/card.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;
using support::card;

namespace {

using kernel = lockstep_test::matrix_product<ls::cuda::world, 35, 19, 80>;

using layers = ls::hidden_layers<ls::tanh_activation, 32, 16>;
template <class Device>
using learner = ls::ppo<ls::envs::pendulum, Device, layers>;

}  // namespace

TEST_CASE("tensor cores multiply numbers of 11 bits, and their sums are floats") {
    auto const form = lockstep_test::form_of_subcase();
    card const fake;
    fake->finds_races = true;
    auto config = fake.config();
    config.tf32 = true;
    ls::cuda device(config);
    auto const errors = lockstep_test::run_product<kernel>(device, form).errors;
    std::size_t rounded = 0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        CHECK(errors[i] < 0x1p-10);
        rounded += errors[i] > 0x1p-20;
        if (i / kernel::columns % kernel::rows >= 32) {  // too few rows for a tile
            CHECK(errors[i] < 0x1p-20);
        }
    }
    CHECK(rounded > 32 * kernel::columns);
    CHECK(fake->race == "");
}

TEST_CASE("PPO trains with them, with other bits than the processor's") {
    card const fake;
    fake->finds_races = true;
    auto config = fake.config();
    config.tf32 = true;
    ls::cpu processor({.threads = 1});
    ls::cuda device(config);
    ls::ppo_config const training{.environments = 64, .steps = 2 * 64 * 16, .horizon = 16, .epochs = 2, .minibatch = 256};
    auto const expected = support::history<learner<ls::cpu>>(processor, training);
    auto const found = support::history<learner<ls::cuda>>(device, training);
    CHECK(fake->race == "");
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i + 1 < found.size(); ++i) {  // the figures of each iteration
        REQUIRE(found[i].size() == expected[i].size());
        for (std::size_t j = 0; j < found[i].size(); ++j) {
            CAPTURE(i);
            CAPTURE(j);
            double const here = found[i][j], there = expected[i][j];
            CHECK((std::isnan(there) ? std::isnan(here) : std::abs(here - there) <= 0.02 * std::abs(there)));
        }
    }
    auto const &here = found.back(), &there = expected.back();  // the parameters
    REQUIRE(here.size() == there.size());
    double farthest = 0, largest = 0;
    for (std::size_t j = 0; j < here.size(); ++j) {
        farthest = std::max(farthest, std::abs(here[j] - there[j]));
        largest = std::max(largest, std::abs(there[j]));
    }
    CHECK(farthest > 0);
    CHECK(farthest < 0.001 * largest);
}

TEST_CASE("a card without them is refused, and a compiler that does not know them") {
    card const fake;
    std::string why;
    SUBCASE("a card") {
        fake->capability = 75;
        why = "lockstep::cuda: cuda_config.tf32 needs a card of compute capability 8.0, and Fake A is of 7.5";
    }
    SUBCASE("a compiler of text for a card that is newer than itself") {
        fake->architectures = {60, 70, 75};
        why = "lockstep::cuda: cuda_config.tf32 needs a compiler for compute capability 8.0, and for Fake A NVRTC 13.0 compiles "
              "for 7.5: set LOCKSTEP_NVRTC to the library of a newer version";
    }
    auto config = fake.config();
    config.tf32 = true;
    CHECK_THROWS_WITH_AS(ls::cuda{config}, why.c_str(), std::runtime_error);
    config.tf32 = false;
    ls::cuda const device(config);
}
