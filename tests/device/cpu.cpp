// SPDX-License-Identifier: MIT
#include <cstddef>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/device/to_host.hpp>

namespace ls = lockstep;

TEST_CASE("the number of threads is what was asked, and all cores without a word") {
    CHECK(ls::cpu({.threads = 3}).threads() == 3);
    CHECK(ls::cpu({.threads = 1}).threads() == 1);
    unsigned const cores = std::thread::hardware_concurrency();
    CHECK(ls::cpu().threads() == (cores == 0 ? 1 : cores));
    CHECK_THROWS_WITH_AS(ls::cpu({.threads = 5000}), "lockstep::cpu: threads = 5000 is more than 1024", std::invalid_argument);
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

namespace {

/// More than threads have by themselves, by a little and by far.
struct shallow {
    static constexpr std::size_t stack_size = ls::stack_size_for(std::size_t(9) << 20);
    float* to;
    void operator()(std::size_t i) const {
        float volatile numbers[(std::size_t(9) << 20) / sizeof(float)];
        numbers[0] = static_cast<float>(i);
        to[i] = numbers[0];
    }
};
struct deep {
    static constexpr std::size_t stack_size = std::size_t(40) << 20;
    float* to;
    void operator()(std::size_t i) const {
        float volatile numbers[(std::size_t(32) << 20) / sizeof(float)];
        numbers[0] = static_cast<float>(i);
        numbers[std::size(numbers) / 2] = 0.5f;
        to[i] = numbers[0] + numbers[std::size(numbers) / 2];
    }
};

}  // namespace

TEST_CASE("a kernel has the stack that it says it needs, on any number of threads") {
    for (std::size_t const threads : {1u, 3u}) {
        ls::cpu device({.threads = threads});
        auto sums = device.allocate<float>(5);
        device.for_each(5, shallow{sums.data()});
        CHECK(ls::to_host(device, sums) == std::vector<float>{0, 1, 2, 3, 4});
        device.for_each(5, deep{sums.data()});
        CHECK(ls::to_host(device, sums) == std::vector<float>{0.5f, 1.5f, 2.5f, 3.5f, 4.5f});
        device.for_each(0, deep{nullptr});
    }
}
