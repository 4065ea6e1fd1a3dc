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

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/flush_denormals.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environments.hpp>

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

/// The number of environment i, in rows with `size` numbers each.
template <class Row>
float number_at(std::vector<Row> const& rows, std::size_t i, std::size_t k, std::size_t size) {
    constexpr std::size_t width = lockstep::width_of<Row>;
    return rows[i / width * size + k][i % width];
}
/// The same numbers in rows of another width.
template <class To, class From>
std::vector<To> repacked(std::vector<From> const& from, std::size_t size) {
    constexpr std::size_t width = lockstep::width_of<To>;
    std::size_t const count = from.size() / size * lockstep::width_of<From>;
    std::vector<To> to(count / width * size);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < size; ++k) {
            to[i / width * size + k].set(i % width, number_at(from, i, k, size));
        }
    }
    return to;
}

template <class Device>
class on_device {
public:
    explicit on_device(Device& device) : device_(device) {}

    void check_control(std::size_t stop, float factor, float least, int limit) const {
        std::size_t const rows = 8, steps = 12;
        auto const x = some_rows(rows * steps);
        auto in = device_.template allocate<row>(x.size());
        auto out = device_.template allocate<row>(rows);
        device_.copy(x, in);
        device_.for_each(rows, control_kernel<world>{steps, stop, factor, least, limit, in.data(), out.data()});

        auto const host_in = repacked<host_row>(x, steps);
        std::vector<host_row> host_out(host_in.size() / steps);
        on_host(host_out.size(), control_kernel<host_world>{steps, stop, factor, least, limit, host_in.data(), host_out.data()});
        check_equal(lockstep::to_host(device_, out), host_out, 1);
    }

    void check_draws() const {
        std::size_t const rows = 4;
        auto x = device_.template allocate<lockstep::vector<row, 3>>(rows);
        device_.for_each(rows, random_kernel<world>{0x123456789abcdef0, x.data()});
        std::vector<lockstep::vector<host_row, 3>> host(rows * width / lockstep::native_width);
        on_host(host.size(), random_kernel<host_world>{0x123456789abcdef0, host.data()});
        check_equal(flat(lockstep::to_host(device_, x)), flat(host), 3);
    }

    template <std::size_t Size>
    void check_scratch() const {
        std::size_t const rows = 5;
        auto const x = some_rows(rows);
        auto in = device_.template allocate<row>(rows), turned = device_.template allocate<row>(rows);
        auto sums = device_.template allocate<float>(rows);
        device_.copy(x, in);
        device_.for_each(2, scratch_kernel<world, Size>{width, in.data(), sums.data(), turned.data()});
        device_.for_each(rows, scratch_kernel<world, Size>{width, in.data(), sums.data(), turned.data()});
        auto const got = lockstep::to_host(device_, turned);
        auto const got_sums = lockstep::to_host(device_, sums);
        for (std::size_t i = 0; i < rows; ++i) {
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
        CHECK(ended > 0);
    }

private:
    static constexpr std::size_t width = Device::width;
    using world = lockstep::world_of<Device>;
    using row = typename world::number;
    using host_world = lockstep::native_world;
    using host_row = lockstep::native_lanes;

    static std::vector<row> some_rows(std::size_t count) {
        std::vector<row> rows(count);
        for (std::size_t i = 0; i < width * count; ++i) {
            rows[i / width].set(i % width, static_cast<float>(i * 2654435761u % 2001) / 250.0f - 4);
        }
        return rows;
    }
    template <class Kernel>
    static void on_host(std::size_t rows, Kernel const& kernel) {
        lockstep::flush_denormals const mode;
        for (std::size_t i = 0; i < rows; ++i) {
            kernel(i);
        }
    }
    template <class Row, std::size_t N>
    static std::vector<Row> flat(std::vector<lockstep::vector<Row, N>> const& rows) {
        std::vector<Row> result;
        for (auto const& numbers : rows) {
            result.insert(result.end(), numbers.begin(), numbers.end());
        }
        return result;
    }
    static void check_equal(std::vector<row> const& a, std::vector<host_row> const& b, std::size_t size) {
        auto const c = repacked<row>(b, size);
        std::vector<float> first, second;
        for (std::size_t i = 0; i < width * a.size(); ++i) {
            first.push_back(a[i / width][i % width]);
            second.push_back(c[i / width][i % width]);
        }
        CHECK(first.size() == width * c.size());
        CHECK(different_bits(first, second) == 0);
    }

    Device& device_;
};

}  // namespace support
