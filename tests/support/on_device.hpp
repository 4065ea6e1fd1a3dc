// SPDX-License-Identifier: MIT
// Kernels on a device that runs their text, and on the processor: the bits are the same. Compile with -ffp-contract=off.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/native_world.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environments.hpp>

#include <tests/kernel/kernels.hpp>
#include <tests/kernel/run.hpp>
#include <tests/support/kernel_texts.hpp>

namespace support {

/// In how many places two arrays differ in bits, but that NaN is NaN; all of them if they are of different lengths.
inline std::size_t different_bits(std::span<float const> a, std::span<float const> b) {
    if (a.size() != b.size()) {
        return a.size() + b.size();
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        bool const both_nan = std::isnan(a[i]) && std::isnan(b[i]);
        count += !both_nan && std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i]);
    }
    return count;
}

template <class Device>
class on_device {
public:
    explicit on_device(Device& device) : device_(device) {}

    /// A kernel of tests/kernel/kernels.hpp.
    template <template <class> class Kernel>
    void check_kernel() const {
        lockstep::cpu processor({.threads = 1});
        auto const expected = lockstep_test::results_of<Kernel<host_world>, width>(processor);
        auto const found = lockstep_test::results_of<Kernel<world>, width>(device_);
        CHECK(different_bits(expected.of_lanes, found.of_lanes) == 0);
        CHECK(different_bits(expected.shared, found.shared) == 0);
    }
    /// All of them.
    void check_kernels() const {
        SUBCASE("arithmetic") { check_kernel<lockstep_test::arithmetic>(); }
        SUBCASE("literals") { check_kernel<lockstep_test::literals>(); }
        SUBCASE("denormals") { check_kernel<lockstep_test::denormals>(); }
        SUBCASE("mathematics") { check_kernel<lockstep_test::mathematics>(); }
        SUBCASE("bits") { check_kernel<lockstep_test::bits>(); }
        SUBCASE("uniform") { check_kernel<lockstep_test::uniform>(); }
        SUBCASE("loops") { check_kernel<lockstep_test::loops>(); }
        SUBCASE("lane_loops") { check_kernel<lockstep_test::lane_loops>(); }
        SUBCASE("functions") { check_kernel<lockstep_test::functions>(); }
        SUBCASE("constants") { check_kernel<lockstep_test::constants>(); }
#if defined(__FMA__) || defined(__aarch64__)  // elsewhere the processor's products are rounded twice
        SUBCASE("products") { check_kernel<lockstep_test::products>(); }
        SUBCASE("team_products") { check_kernel<lockstep_test::team_products>(); }
#endif
    }

    template <std::size_t Size>
    void check_scratch() const {
        std::size_t const packs = 5;
        auto const x = some_packs(packs);
        auto in = device_.template allocate<pack>(packs), turned = device_.template allocate<pack>(packs);
        auto sums = device_.template allocate<float>(packs);
        device_.copy(x, in);
        device_.for_each(2, scratch_kernel<world, Size>{width, in.data(), sums.data(), turned.data()});
        device_.for_each(packs, scratch_kernel<world, Size>{width, in.data(), sums.data(), turned.data()});
        auto const got = lockstep::to_host(device_, turned);
        auto const got_sums = lockstep::to_host(device_, sums);
        for (std::size_t i = 0; i < packs; ++i) {
            float sum = 0;
            for (std::size_t l = 0; l < width; ++l) {
                CHECK(got[i][l] == x[i][width - 1 - l]);
                sum += x[i][l];
            }
            CHECK(got_sums[i] == sum);
        }
    }

    /// Environments for more steps than an episode of Pendulum has.
    template <class Env>
    void check_environment() const {
        lockstep::cpu processor({.threads = 1});
        lockstep::environments_config const config{.count = 100, .seed = 3};
        lockstep::environments<Env, Device> here(device_, config);
        lockstep::environments<Env, lockstep::cpu> there(processor, config);
        here.reset();
        there.reset();
        auto actions = device_.template allocate<float>(here.size(Env::action_size));
        auto host_actions = processor.template allocate<float>(there.size(Env::action_size));
        std::size_t ended = 0;
        for (std::size_t step = 0; step < 250; ++step) {
            std::vector<float> now(actions.size()), host_now(host_actions.size());
            for (std::size_t i = 0; i < config.count; ++i) {
                for (std::size_t k = 0; k < Env::action_size; ++k) {
                    float const action = static_cast<float>((i * 2654435761u + step * 40503u + k * 97u) / 128 % 2001) / 1000 - 1;
                    now[here.index(i, k, Env::action_size)] = host_now[there.index(i, k, Env::action_size)] = action;
                }
            }
            device_.copy(now, actions);
            processor.copy(host_now, host_actions);
            here.step(actions);
            there.step(host_actions);
            if (step % 10 != 0) {
                continue;
            }
            auto const check = [&](auto const& a, auto const& b, std::size_t size) {
                auto const x = lockstep::to_host(device_, a);
                std::vector<float> first, second;
                for (std::size_t i = 0; i < config.count; ++i) {
                    for (std::size_t k = 0; k < size; ++k) {
                        first.push_back(x[here.index(i, k, size)]);
                        second.push_back(b.data()[there.index(i, k, size)]);
                    }
                }
                CHECK(different_bits(first, second) == 0);
                return second;
            };
            CAPTURE(step);
            check(here.observations(), there.observations(), Env::observation_size);
            check(here.final_observations(), there.final_observations(), Env::observation_size);
            check(here.rewards(), there.rewards(), 1);
            check(here.terminated(), there.terminated(), 1);
            check(here.truncated(), there.truncated(), 1);
            check(here.episode_returns(), there.episode_returns(), 1);
            for (float const length : check(here.episode_lengths(), there.episode_lengths(), 1)) {
                ended += length < static_cast<float>(step);
            }
        }
        CHECK((ended > 0 || Env::episode_limit > 250));
    }

private:
    static constexpr std::size_t width = Device::width;
    using world = lockstep::world_of<Device>;
    using pack = typename world::number;
    using host_world = lockstep::plain_world<lockstep::lanes<static_cast<int>(width)>, float>;

    static std::vector<pack> some_packs(std::size_t count) {
        auto const numbers = lockstep_test::kernel_numbers(count * width, 3);
        std::vector<pack> packs(count);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            packs[i / width].set(i % width, numbers[i]);
        }
        return packs;
    }

    Device& device_;
};

}  // namespace support
