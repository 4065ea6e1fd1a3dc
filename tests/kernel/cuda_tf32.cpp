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
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/rl/ppo.hpp>

#include <tests/kernel/run.hpp>
#include <tests/support/fake_cuda/card.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;
using support::card;

namespace {

/// A product of `rows` x `depth` and `depth` x `columns` numbers.
template <class W>
struct product_kernel {
    template <class World>
    using in = product_kernel<World>;
    static constexpr bool has_team = true;
    static constexpr std::size_t rows = 35, depth = 19, columns = 80, stride = 80;
    using pointer = typename W::template pointer<typename W::scalar>;
    pointer a, b, start, out;
    typename W::template constant<bool> is_transposed, has_start, has_bias;

    void operator()(typename W::index const& row) const {
        using strided = ls::strided<W const>;
        auto const all = row * (rows * stride);
        strided const left{a + all, stride};
        auto const factor = is_transposed ? ls::scalars<W>::transposed(left) : ls::scalars<W>::of(left);
        ls::product<W> product{.a = factor, .b = strided{b + all, stride}, .depth = depth, .out = {out + all, stride}};
        if (has_start) {
            product.start = strided{start + all, stride};
        }
        if (has_bias) {
            product.start = strided{start + all, 0};
        }
        ls::multiply<W>(product, 0, rows, columns);
    }
};
using kernel = product_kernel<ls::cuda::world>;

using layers = ls::hidden_layers<ls::tanh_activation, 32, 16>;
template <class Device>
using learner = ls::ppo<ls::envs::pendulum, Device, layers>;

}  // namespace

TEST_CASE("tensor cores multiply numbers of 11 bits, and their sums are floats") {
    bool is_transposed = false, has_start = false, has_bias = false;
    SUBCASE("") {}
    SUBCASE("transposed") { is_transposed = true; }
    SUBCASE("with a start") { has_start = true; }
    SUBCASE("with one row as the start of all") { has_bias = true; }
    card const fake;
    fake->finds_races = true;
    auto config = fake.config();
    config.tf32 = true;
    ls::cuda device(config);
    std::size_t const count = 2, size = kernel::rows * kernel::stride;
    using lockstep_test::kernel_numbers;
    auto const a = kernel_numbers(count * size, 1), b = kernel_numbers(count * size, 2), start = kernel_numbers(count * size, 3);
    auto const upload = [&](std::vector<float> const& x) {
        auto buffer = device.allocate<float>(x.size());
        device.copy(x, buffer);
        return buffer;
    };
    auto of_a = upload(a), of_b = upload(b), of_start = upload(start), out = device.allocate<float>(count * size);
    device.for_each(count, kernel{of_a.data(), of_b.data(), of_start.data(), out.data(), is_transposed, has_start, has_bias});
    auto const found = ls::to_host(device, out);
    std::size_t rounded = 0;
    for (std::size_t row = 0; row < count; ++row) {
        for (std::size_t r = 0; r < kernel::rows; ++r) {
            for (std::size_t c = 0; c < kernel::columns; ++c) {
                std::size_t const at = row * size + r * kernel::stride + c;
                double sum = has_start ? start[at] : has_bias ? start[row * size + c] : 0, most = std::abs(sum);
                for (std::size_t k = 0; k < kernel::depth; ++k) {
                    double const left = a[row * size + (is_transposed ? k * kernel::stride + r : r * kernel::stride + k)];
                    double const right = b[row * size + k * kernel::stride + c];
                    sum += left * right;
                    most += std::abs(left * right);
                }
                double const error = std::abs(found[at] - sum) / most;
                CHECK(error < 0x1p-10);
                rounded += error > 0x1p-20;
                if (r >= 32) {  // too few rows for a tile
                    CHECK(error < 0x1p-20);
                }
            }
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
    ls::ppo_config const training{.environments = 64, .steps = 3 * 64 * 16, .horizon = 16, .epochs = 2, .minibatch = 256};
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
    std::string why = "lockstep::cuda: cuda_config.tf32 needs ";
    SUBCASE("a card") {
        fake->capability = 75;
        why += "a card of compute capability 8.0, and Fake A is of 7.5";
    }
    SUBCASE("a compiler of text for a card that is newer than itself") {
        fake->architectures = {60, 70, 75};
        why += "a compiler for compute capability 8.0, and for Fake A NVRTC 13.0 compiles for 7.5: set LOCKSTEP_NVRTC to the "
               "library of a newer version";
    }
    auto config = fake.config();
    config.tf32 = true;
    CHECK_THROWS_WITH_AS(ls::cuda{config}, why.c_str(), std::runtime_error);
    config.tf32 = false;
    ls::cuda const device(config);
}
