// SPDX-License-Identifier: MIT
// Products on simdgroup matrices, on Apple's Metal or on the one of tests/support/fake_metal.cpp.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/metal.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/kernel/kernels.hpp>
#include <tests/kernel/matrix_product.hpp>
#include <tests/kernel/run.hpp>
#include <tests/support/metal_device.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

ls::metal_config const with_matrices{.device = {}, .time_limit = 1800, .simdgroup_matrices = true};
#if defined(__FMA__) || defined(__aarch64__)
constexpr bool has_fma = true;
#else
constexpr bool has_fma = false;  // the processor's products are rounded twice
#endif
std::string const refusal = "metal_config.simdgroup_matrices needs a device of the family Apple 7";

/// What a sum of matrices is known to be. In order: as on the processor.
enum class order { same, other, unknown };

/// Calls body(device, order) on a device whose matrices add in the processor's order, and where they do not; on Apple's once.
template <class Body>
void on_orders(Body body) {
    auto const& metal = lockstep_test::find_metal();
    if (!metal.exists) {
        return;
    }
    std::optional<ls::metal> device;
    try {
        device.emplace(with_matrices);
    } catch (std::runtime_error const& error) {  // the device of a virtual machine may be of an older family
        REQUIRE(metal.fake == nullptr);
        CHECK(std::string(error.what()).find(refusal) != std::string::npos);
        support::skip(error.what());
        return;
    }
    if (metal.fake == nullptr) {
        body(*device, order::unknown);
        return;
    }
    body(*device, order::same);
    metal.fake->adds_in_order = false;
    body(*device, order::other);
    metal.fake->adds_in_order = true;
}

template <std::size_t Rows, std::size_t Depth, std::size_t Columns>
void check_product(lockstep_test::product_form const& form) {
    ls::cpu processor({.threads = 1});
    on_orders([&](ls::metal& device, order adds) {
        CAPTURE(Rows);
        CAPTURE(Depth);
        CAPTURE(Columns);
        using text = lockstep_test::matrix_product<ls::metal::world, Rows, Depth, Columns>;
        auto const results = lockstep_test::run_product<text>(device, form);
        CHECK(*std::ranges::max_element(results.errors) < 1e-6);
        using native = lockstep_test::matrix_product<lockstep_test::host_world, Rows, Depth, Columns>;
        bool const has_same_bits = results.found == lockstep_test::run_product<native>(processor, form).found;
        if (adds == order::unknown) {
            MESSAGE((has_same_bits ? "the processor's bits" : "other bits than the processor's"));
        } else if (has_fma) {
            bool const has_tiles = Rows >= 16 && Depth >= 8;
            CHECK(has_same_bits == (adds == order::same || !has_tiles));
        }
    });
}

using layers = ls::hidden_layers<ls::tanh_activation, 32, 16>;
template <class Device>
using learner = ls::ppo<ls::envs::pendulum, Device, layers>;

}  // namespace

TEST_CASE("products on simdgroup matrices are products of floats") {
    auto const form = lockstep_test::form_of_subcase();
    check_product<35, 19, 80>(form);
    check_product<64, 64, 64>(form);
    check_product<16, 8, 16>(form);
}
TEST_CASE("small products need no matrices") {
    check_product<80, 3, 64>({});                   // too few steps
    check_product<12, 40, 32>({.has_bias = true});  // too few rows
}

TEST_CASE("matrices lie in scratch, in threadgroup memory or in a buffer") {
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    if (!has_fma) {
        return support::skip("this processor has no fused multiply-add");
    }
    ls::cpu processor({.threads = 1});
    auto const expected = lockstep_test::run<lockstep_test::team_products, lockstep_test::host_world>(processor);
    std::size_t const most = fake->threadgroup_memory;
    for (std::size_t const bytes : {most, std::size_t(128)}) {
        fake->threadgroup_memory = bytes;
        ls::metal device(with_matrices);
        CHECK(lockstep_test::run<lockstep_test::team_products, ls::metal::world>(device) == expected);
    }
    fake->threadgroup_memory = most;
}

TEST_CASE("PPO trains with them") {
    ls::cpu processor({.threads = 1});
    ls::ppo_config const training{.environments = 64, .steps = 3 * 64 * 16, .horizon = 16, .epochs = 2, .minibatch = 256};
    auto const expected = support::history<learner<ls::cpu>>(processor, training);
    on_orders([&](ls::metal& device, order adds) {
        auto const found = support::history<learner<ls::metal>>(device, training);
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {  // the figures of each iteration, then the parameters
            REQUIRE(found[i].size() == expected[i].size());
            for (std::size_t j = 0; j < found[i].size(); ++j) {
                CAPTURE(i);
                CAPTURE(j);
                double const here = found[i][j], there = expected[i][j];
                double const most = 1e-3 * std::max(1e-2, std::abs(there));
                CHECK((std::isnan(there) ? std::isnan(here) : std::abs(here - there) <= most));
            }
        }
        if (has_fma && adds != order::unknown) {
            CHECK(support::same_bits(expected.back(), found.back()) == (adds == order::same));
        }
    });
}

TEST_CASE("PPO learns to swing up the pendulum with them") {
    on_orders([](ls::metal& device, order adds) {
        if (adds == order::same) {  // the training of the processor
            return;
        }
        learner<ls::metal> learns(device, {.environments = 32,
                                           .steps = 16 * 4096,
                                           .horizon = 128,
                                           .epochs = 2,
                                           .minibatch = 256,
                                           .learning_rate = 8e-3f,
                                           .discount = 0.95f,
                                           .gradient_norm = 0,
                                           .target_kl = 0,
                                           .initial_deviation = 1});
        while (!learns.done()) {
            learns.iterate();
        }
        ls::cpu processor({.threads = 1});
        CHECK(ls::evaluate(processor, learns.policy(), {.episodes = 100}).mean_return > -320);  // there -205 to -289 of six seeds
    });
}

TEST_CASE("a device without simdgroup matrices is refused") {
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    auto const family = fake->family;
    fake->family = 1006;
    CHECK_THROWS_WITH_AS(ls::metal{with_matrices},
                         "lockstep::metal: metal_config.simdgroup_matrices needs a device of the family Apple 7 (M1, A14 or "
                         "newer), to which Lockstep M1 does not belong",
                         std::runtime_error);
    ls::metal const device;
    fake->family = family;
}
