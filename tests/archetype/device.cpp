// SPDX-License-Identifier: MIT
// The discrete device keeps its promises to the tests: what reads its memory from the host really crashes.
#include <csignal>
#include <cstddef>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include "device.hpp"
#include <lockstep/device/to_host.hpp>

namespace ls = lockstep;

namespace {

/// The signal that ends a child process which runs f, or 0.
template <class F>
int signal_of(F f) {
    pid_t const child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::signal(SIGSEGV, SIG_DFL);
        f();
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("the host crashes on a buffer of the discrete device, before and after its kernels ran") {
    archetype::discrete_device device;
    auto buffer = device.allocate<float>(100);
    float volatile* const address = buffer.data();
    CHECK(signal_of([] {}) == 0);
    CHECK(signal_of([=] { address[0] = 1.0f; }) == SIGSEGV);
    device.for_each(100, [data = buffer.data()](std::size_t i) { data[i] = 1.0f; });
    device.synchronize();
    CHECK(signal_of([=] {
              float const read = address[50];
              (void)read;
          }) == SIGSEGV);
    CHECK(ls::to_host(device, buffer) == std::vector<float>(100, 1.0f));
    CHECK(signal_of([=] {
              float const read = address[99];
              (void)read;
          }) == SIGSEGV);
}

TEST_CASE("work waits until the host does") {
    archetype::discrete_device device;
    auto buffer = device.allocate<float>(10);
    device.copy(std::vector<float>(10, 2.0f), buffer);
    device.for_each(10, [data = buffer.data()](std::size_t i) { data[i] += 1.0f; });
    CHECK(device.queued() == 2);
    device.synchronize();
    CHECK(device.queued() == 0);
    CHECK(ls::to_host(device, buffer) == std::vector<float>(10, 3.0f));
}

TEST_CASE("every transfer is counted") {
    archetype::discrete_device device;
    auto buffer = device.allocate<float>(10);
    CHECK(device.transfers_to_device == 0);
    device.copy(std::vector<float>(10), buffer);
    device.copy(std::vector<float>(3), buffer, 2);
    device.for_each(10, [data = buffer.data()](std::size_t i) { data[i] += 1.0f; });
    device.synchronize();
    CHECK(device.transfers_to_device == 2);
    CHECK(device.transfers_to_host == 0);
    ls::to_host(device, buffer);
    CHECK(device.transfers_to_host == 1);
}

TEST_CASE("a buffer that goes out of scope has first been used by what was queued") {
    archetype::discrete_device device;
    auto kept = device.allocate<int>(4);
    {
        auto gone = device.allocate<int>(4);
        device.for_each(4, [gone = gone.data()](std::size_t i) { gone[i] = static_cast<int>(i); });
        device.for_each(4, [gone = gone.data(), kept = kept.data()](std::size_t i) { kept[i] = gone[i]; });
    }
    CHECK(ls::to_host(device, kept) == std::vector<int>{0, 1, 2, 3});
}
