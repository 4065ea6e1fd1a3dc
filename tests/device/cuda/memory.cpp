// SPDX-License-Identifier: MIT
// Memory of a card's own and memory that it shares with the host, on the driver of tests/support/fake_cuda; and what happens to
// both when a kernel does not end.
#include <csignal>
#include <cstddef>
#include <new>
#include <span>
#include <stdexcept>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <lockstep/device/cuda.hpp>
#include <lockstep/device/host_view.hpp>
#include <lockstep/device/launch_watch.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/pendulum.hpp>

#include <tests/support/fake_cuda/card.hpp>
#include <tests/support/on_device.hpp>

namespace ls = lockstep;
using support::card;

static_assert(ls::check_device<ls::cuda>() && ls::check_device<ls::unified_cuda>());
static_assert(!ls::host_visible<ls::cuda::buffer<float>> && ls::host_visible<ls::unified_cuda::buffer<float>>);

namespace {

/// Adds `amount` to one number a pack.
template <class W>
struct add {
    template <class World>
    using in = add<World>;
    typename W::template pointer<typename W::scalar> numbers;
    typename W::scalar amount;
    void operator()(typename W::index const& pack) const { numbers[pack] = numbers[pack] + amount; }
};
/// Likewise, by another name.
template <class W>
struct endless : add<W> {
    template <class World>
    using in = endless<World>;
};
using world = ls::cuda::world;

/// Whether a process that does this is killed.
template <class Body>
bool is_fatal(Body body) {
    ::pid_t const child = ::fork();
    if (child == 0) {
        std::signal(SIGSEGV, SIG_DFL);
        body();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status);
}

}  // namespace

TEST_CASE("shared memory is one memory: the driver's managed, or the host's own where the card can read that") {
    card const fake;
    for (bool const is_the_hosts : {false, true}) {
        CAPTURE(is_the_hosts);
        fake->host_page_tables = is_the_hosts;
        fake->managed_allocations = 0;
        ls::unified_cuda device(fake.config());
        auto buffer = device.allocate<float>(6);
        CHECK(fake->managed_allocations == (is_the_hosts ? 0 : 1));
        CHECK(fake->buffers == (is_the_hosts ? 0 : 1));
        auto view = ls::host_view(buffer, 2, 3);
        CHECK(view.data() == buffer.data());
        CHECK(view(1, 1) == 0);
        view(1, 2) = 4;  // nothing is queued
        device.for_each(6, add<world>{buffer.data(), 1});
        CHECK((is_the_hosts || is_fatal([&] {
                   float const volatile early = buffer.data()[0];
                   (void)early;
               })));
        device.synchronize();
        CHECK(view(1, 2) == 5);
        CHECK(view(0, 0) == 1);
        std::vector<float> const two = {8, 9};
        device.copy(two, buffer, 4);
        CHECK(ls::to_host(device, buffer) == std::vector<float>{1, 1, 1, 1, 8, 9});
        CHECK(fake->uploads == 0);
        CHECK(fake->pinned == 0);
    }
}

TEST_CASE("environments have the processor's bits in shared memory, too") {
    card const fake;
    ls::unified_cuda device(fake.config());
    support::on_device(device).check_environment<ls::envs::pendulum>();
}

TEST_CASE("a card that cannot share memory is refused") {
    card const fake;
    fake->managed = false;
    CHECK_THROWS_WITH_AS(ls::unified_cuda(fake.config()),
                         "lockstep::unified_cuda: Fake A shares no memory with the host: use lockstep::cuda, which copies",
                         std::runtime_error);
    CHECK_NOTHROW(ls::cuda(fake.config()));
    fake->host_page_tables = true;
    CHECK_NOTHROW(ls::unified_cuda(fake.config()));
}

TEST_CASE("a card whose managed memory the host must not touch while a kernel runs is refused") {
    card const fake;
    fake->concurrent = false;
    CHECK_THROWS_WITH_AS(ls::unified_cuda(fake.config()),
                         "lockstep::unified_cuda: Fake A shares no memory with the host while a kernel runs: use lockstep::cuda, "
                         "which copies",
                         std::runtime_error);
    CHECK_NOTHROW(ls::cuda(fake.config()));
    fake->host_page_tables = true;
    CHECK_NOTHROW(ls::unified_cuda(fake.config()));
}

TEST_CASE("the managed memory of a program is no more than its card has") {
    card const fake;
    ls::unified_cuda device(fake.config());
    CHECK_THROWS_AS(device.allocate<char>(fake->memory + 1), std::bad_alloc);
    CHECK(fake->managed_allocations == 0);
    CHECK(device.allocate<char>(100).size() == 100);
}

TEST_CASE_TEMPLATE("a kernel that does not end is an error that names it, and the device goes on when it has ended", Device,
                   ls::cuda, ls::unified_cuda) {
    card const fake;
    auto config = fake.config();
    config.time_limit = 0.02;
    Device device(config);
    auto x = device.template allocate<float>(3);
    device.for_each(3, add<world>{x.data(), 1});
    device.for_each(0, endless<world>{{x.data(), 1}});  // compiled before, which waits
    device.synchronize();
    fake->endless = "endless";
    device.for_each(3, add<world>{x.data(), 1});
    device.for_each(3, endless<world>{{x.data(), 1}});
    std::string const expected =
        std::string(Device::memory == ls::memory_kind::unified ? "lockstep::unified_cuda" : "lockstep::cuda") +
        ": the kernel add or endless has not ended after 0.02 s and may never end: if it only takes long, set time_limit in the "
        "device's "
        "configuration to more seconds, or to 0 to wait for ever";
    CHECK_THROWS_WITH_AS(device.synchronize(), expected.c_str(), ls::kernel_without_end);
    CHECK_THROWS_WITH_AS(ls::to_host(device, x), expected.c_str(), ls::kernel_without_end);
    fake->endless = "";
    CHECK(ls::to_host(device, x) == std::vector<float>{3, 3, 3});
}

TEST_CASE("a card that has no memory for a kernel's threads says so") {
    card const fake;
    ls::cuda device(fake.config());
    auto x = device.allocate<float>(1);
    fake->failing = "cuLaunchKernel";
    fake->error = 2;
    CHECK_THROWS_WITH_AS(device.for_each(1, add<world>{x.data(), 1}),
                         "lockstep::cuda: cuLaunchKernel failed: error 2; the card has too little memory left for the threads of "
                         "the kernel add: give it less, such as fewer environments",
                         std::runtime_error);
    fake->failing = "";
    device.for_each(1, add<world>{x.data(), 1});
    CHECK(ls::to_host(device, x) == std::vector<float>{1});
}

TEST_CASE_TEMPLATE("a queue that is full behind a kernel that does not end is waited for with a limit", Device, ls::cuda,
                   ls::unified_cuda) {
    card const fake;
    auto config = fake.config();
    config.time_limit = 0.02;
    Device device(config);
    auto x = device.template allocate<float>(1);
    auto const queues = [&](char const* what) {
        for (int i = 0; i < 2000; ++i) {
            std::string(what) == "launches" ? device.for_each(1, add<world>{x.data(), 1})
                                            : device.copy(std::vector<float>{1}, x);
        }
    };
    for (char const* const what : {"launches", "copies"}) {
        CAPTURE(what);
        fake->endless = "endless";
        device.for_each(1, endless<world>{{x.data(), 1}});
        CHECK_THROWS_AS(queues(what), ls::kernel_without_end);
        fake->endless = "";
        CHECK_NOTHROW(queues(what));
        device.synchronize();
    }
}

TEST_CASE("a kernel that is loaded behind one that does not end waits with a limit") {
    card const fake;
    auto config = fake.config();
    config.time_limit = 0.02;
    ls::cuda device(config);
    auto x = device.allocate<float>(1);
    fake->endless = "endless";
    device.for_each(1, endless<world>{{x.data(), 1}});
    CHECK_THROWS_AS(device.for_each(1, add<world>{x.data(), 1}), ls::kernel_without_end);
    fake->endless = "";
    device.for_each(1, add<world>{x.data(), 1});
    CHECK(ls::to_host(device, x) == std::vector<float>{2});
}

TEST_CASE("what a kernel works in that does not end is not given back") {
    card const fake;
    {
        auto config = fake.config();
        config.time_limit = 0.02;
        ls::cuda device(config);
        auto x = device.allocate<float>(3);
        fake->endless = "endless";
        device.for_each(3, endless<world>{{x.data(), 1}});
        CHECK_THROWS_AS(device.synchronize(), ls::kernel_without_end);
    }
    CHECK(fake->buffers == 1);
    CHECK(fake->modules == 1);
    CHECK(fake->contexts == 1);
    fake->endless = "";
    fake->buffers = fake->modules = fake->contexts = fake->streams = fake->pinned = fake->events = 0;  // so it is meant
}
