// SPDX-License-Identifier: MIT
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>

namespace ls = lockstep;

TEST_CASE("the number of threads is what was asked, and all cores without a word") {
    CHECK(ls::cpu({.threads = 3}).threads() == 3);
    CHECK(ls::cpu({.threads = 1}).threads() == 1);
    unsigned const cores = std::thread::hardware_concurrency();
    CHECK(ls::cpu().threads() == (cores == 0 ? 1 : cores));
    CHECK_THROWS_WITH_AS(ls::cpu({.threads = 5000}), "lockstep::cpu: threads = 5000 is more than 1024", std::invalid_argument);
}

TEST_CASE("buffers are aligned for the widest lanes, and apart from one another") {
    ls::cpu device({.threads = 1});
    auto a = device.allocate<float>(1);
    auto b = device.allocate<ls::lanes<16>>(2);
    CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 128 == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(b.data()) % 128 == 0);
    CHECK_THROWS_AS(device.allocate<double>(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
}

TEST_CASE("every index runs once, for any size, number of threads and haste") {
    for (std::size_t const threads : {1u, 2u, 3u, 7u}) {
        ls::cpu device({.threads = threads});
        for (std::size_t n = 0; n < 400; n += 1 + n / 5) {
            auto visits = device.allocate<std::uint32_t>(n);
            for (int repeat = 0; repeat < 10; ++repeat) {
                device.for_each(n, [visits = visits.data()](std::size_t i) { ++visits[i]; });
            }
            CHECK(ls::to_host(device, visits) == std::vector<std::uint32_t>(n, 10));
        }
    }
}

TEST_CASE("launches far apart wake sleeping threads, launches close together do not lose any") {
    ls::cpu device({.threads = 4});
    auto sum = device.allocate<std::uint64_t>(64);
    std::uint64_t launches = 0;
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 500; ++i) {
            device.for_each(64, [sum = sum.data(), launches](std::size_t k) { sum[k] += launches + k; });
            ++launches;
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    auto const result = ls::to_host(device, sum);
    for (std::size_t k = 0; k < result.size(); ++k) {
        CHECK(result[k] == launches * (launches - 1) / 2 + launches * k);
    }
}

TEST_CASE("devices come and go") {
    std::atomic<int> ran = 0;
    for (int i = 0; i < 50; ++i) {
        ls::cpu device({.threads = 3});
        device.for_each(3, [count = &ran](std::size_t) { count->fetch_add(1); });
    }
    CHECK(ran == 150);
}

TEST_CASE("kernels flush denormals on every thread, and the caller's mode comes back") {
    float const tiny = std::numeric_limits<float>::min();
    for (std::size_t const threads : {1u, 4u}) {
        ls::cpu device({.threads = threads});
        auto halves = device.allocate<float>(1000);
        device.copy(std::vector<float>(1000, tiny), halves);
        device.for_each(1000, [halves = halves.data()](std::size_t i) { halves[i] *= 0.5f; });
        CHECK(ls::to_host(device, halves) == std::vector<float>(1000, 0.0f));
        float volatile half = tiny;
        half = half * 0.5f;
        CHECK(half != 0.0f);
    }
}

TEST_CASE("results do not depend on the number of threads") {
    std::size_t const n = 777;
    std::vector<float> expected;
    for (std::size_t const threads : {1u, 2u, 5u}) {
        ls::cpu device({.threads = threads});
        auto values = device.allocate<float>(n);
        for (int step = 1; step < 20; ++step) {
            device.for_each(n, [values = values.data(), step](std::size_t i) {
                values[i] = values[i] * 0.9f + 1.0f / static_cast<float>(i + static_cast<std::size_t>(step));
            });
        }
        if (threads == 1) {
            expected = ls::to_host(device, values);
        } else {
            CHECK(ls::to_host(device, values) == expected);
        }
    }
}
