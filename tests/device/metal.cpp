// SPDX-License-Identifier: MIT
// The device of Metal, on Apple's or on the Metal of tests/support/fake_metal.cpp, which is stricter.
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/host_view.hpp>
#include <lockstep/device/metal.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/kernel/kernels.hpp>
#include <tests/kernel/metal_kernels.hpp>
#include <tests/kernel/run.hpp>
#include <tests/support/metal_device.hpp>

namespace ls = lockstep;

using lockstep_test::find_metal;

namespace {

constexpr std::size_t width = ls::metal::width;
using host = lockstep_test::host_world;
using text = ls::metal::world;

static_assert(ls::check_device<ls::metal>());
static_assert(ls::metal::memory == ls::memory_kind::unified && ls::host_visible<ls::metal::buffer<float>>);

std::vector<float> numbers(std::size_t n, float least, float most) {
    std::vector<float> result(n);
    for (std::size_t i = 0; i < n; ++i) {
        std::uint32_t mixed = static_cast<std::uint32_t>(i + 1) * 2654435761u;
        mixed = (mixed ^ mixed >> 15) * 2246822519u;
        result[i] = least + (most - least) * static_cast<float>(mixed >> 8) / static_cast<float>(1 << 24);
    }
    return result;
}

template <class Device>
auto buffer_of(Device& device, std::vector<float> const& from) {
    auto to = device.template allocate<float>(from.size());
    device.copy(std::span<float const>(from), to);
    return to;
}

template <class R, class Buffer>
auto as(Buffer& buffer) {
    return reinterpret_cast<R*>(buffer.data());
}

/// Systems on which a kernel's text takes different forms: the fake's, one after another; Apple's is what it is.
template <class Body>
void on_systems(Body body) {
    auto* const fake = find_metal().fake;
    body();
    if (fake != nullptr) {
        lockstep_test::fake_metal_system const before = *fake;
        fake->family = 1005;
        fake->has_math_mode = false;
        body();
        fake->threadgroup_memory = 128;
        body();
        fake->family = before.family;
        fake->has_math_mode = before.has_math_mode;
        fake->threadgroup_memory = before.threadgroup_memory;
    }
}

template <template <class> class Kernel>
void check_kernel() {
    ls::cpu processor({.threads = 1});
    ls::metal device;
    auto const expected = lockstep_test::run<Kernel, host>(processor);
    CHECK(lockstep_test::run<Kernel, text>(device) == expected);
}

template <class World, std::size_t Size, class Device>
std::vector<float> run_shared(Device& device, std::size_t packs) {
    using R = typename World::number;
    auto const x = buffer_of(device, numbers(packs * width, -1, 1));
    auto turned = device.template allocate<float>(packs * width), sums = device.template allocate<float>(packs),
         largest = device.template allocate<float>(packs);
    lockstep_test::shared<World, Size> kernel;
    kernel.x = as<R const>(x);
    kernel.turned = as<R>(turned);
    kernel.sums = sums.data();
    kernel.largest = largest.data();
    device.for_each(packs, kernel);
    std::vector<float> result = ls::to_host(device, turned);
    for (auto const& other : {ls::to_host(device, sums), ls::to_host(device, largest)}) {
        result.insert(result.end(), other.begin(), other.end());
    }
    return result;
}

/// What environments show in 220 steps, which end episodes.
template <class Env, class Device>
std::vector<float> run_environments(Device& device) {
    constexpr std::size_t count = 37;  // no whole packs
    ls::environments<Env, Device> envs(device, {.count = count, .seed = 3});
    envs.reset();
    std::vector<float> result, action(envs.size(Env::action_size));
    auto const keep = [&](auto const& buffer, std::size_t size) {
        auto const now = ls::to_host(device, buffer);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t k = 0; k < size; ++k) {
                result.push_back(now[envs.index(i, k, size)]);
            }
        }
    };
    auto actions = device.template allocate<float>(action.size());
    for (std::size_t step = 0; step < 220; ++step) {
        for (std::size_t i = 0; i < count; ++i) {
            action[envs.index(i)] = ls::discrete_actions<Env> ? static_cast<float>((i + step) / 3 % 2)
                                                              : static_cast<float>((7 * i + step) % 13) / 3 - 2;
        }
        device.copy(action, actions);
        envs.step(actions);
        keep(envs.observations(), Env::observation_size);
        keep(envs.final_observations(), Env::observation_size);
        keep(envs.rewards(), 1);
        keep(envs.terminated(), 1);
        keep(envs.truncated(), 1);
        keep(envs.nonfinite(), 1);
        keep(envs.episode_returns(), 1);
        keep(envs.episode_lengths(), 1);
    }
    return result;
}

/// Whether a process that does this is killed.
template <class Body>
bool is_fatal(Body body) {
    ::pid_t const child = ::fork();
    if (child == 0) {
        std::signal(SIGSEGV, SIG_DFL);
        std::signal(SIGABRT, SIG_DFL);
        ::close(STDERR_FILENO);
        body();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

lockstep_test::mark<text> add(ls::metal::buffer<float>& to, float number, std::size_t stride = 1) {
    lockstep_test::mark<text> kernel;
    kernel.to = to.data();
    kernel.stride = stride;
    kernel.number = number;
    return kernel;
}

}  // namespace

TEST_CASE("Metal gives zeros, runs in order and copies parts") {
    if (!find_metal().exists) {
        return;
    }
    ls::metal device;
    auto to = ls::allocate<float>(device, 100);
    CHECK(to.size() == 100);
    CHECK(ls::to_host(device, to) == std::vector<float>(100, 0.0f));
    std::vector<float> from = numbers(100, 0, 1), expected = from;
    device.copy(from, to);
    from.assign(100, -1.0f);  // the copy is the caller's no longer
    device.for_each(100, add(to, 0.5f));
    device.for_each(50, add(to, 0.25f, 2));
    device.for_each(0, add(to, 7));
    for (std::size_t i = 0; i < 100; ++i) {
        expected[i] = (expected[i] + 0.5f) + (i % 2 == 0 ? 0.25f : 0.0f);
    }
    CHECK(ls::to_host(device, to) == expected);
    float const two[] = {-5, -6};
    device.copy(two, to, 10);
    float four[4];
    device.copy(to, four, 9);
    CHECK(std::vector<float>(four, four + 4) == std::vector<float>{expected[9], -5, -6, expected[12]});
    CHECK_THROWS_WITH_AS(device.copy(from, to, 1), "lockstep::metal: copy of elements [1, 101) of a buffer of 100",
                         std::invalid_argument);
}

TEST_CASE("the host sees the memory of the device itself") {
    if (!find_metal().exists) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(6);
    auto view = ls::host_view(to, 2, 3);
    CHECK(view.data() == to.data());
    view(1, 2) = 4;  // nothing is queued
    device.for_each(6, add(to, 1));
    device.synchronize();
    CHECK(view(1, 2) == 5);
    CHECK(view(0, 0) == 1);
}

TEST_CASE("a launch begins where a pointer points") {
    if (!find_metal().exists) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(10);
    auto kernel = add(to, 3);
    kernel.to = to.data() + 7;
    device.for_each(3, kernel);
    kernel.to = to.data() + 10;  // the end, where nothing is
    kernel.stride = 0;
    device.for_each(0, kernel);
    CHECK(ls::to_host(device, to) == std::vector<float>{0, 0, 0, 0, 0, 0, 0, 3, 3, 3});
}

TEST_CASE("kernels have the bits of the processor") {
    if (!find_metal().exists) {
        return;
    }
    on_systems([] {
        check_kernel<lockstep_test::arithmetic>();
        check_kernel<lockstep_test::literals>();
        check_kernel<lockstep_test::denormals>();
        check_kernel<lockstep_test::mathematics>();
        check_kernel<lockstep_test::bits>();
        check_kernel<lockstep_test::uniform>();
        check_kernel<lockstep_test::loops>();
        check_kernel<lockstep_test::lane_loops>();
        check_kernel<lockstep_test::functions>();
        check_kernel<lockstep_test::constants>();
#if defined(__FMA__) || defined(__aarch64__)  // elsewhere the processor's products are rounded twice
        check_kernel<lockstep_test::team_products>();
#endif
    });
}

TEST_CASE("scratch lies where there is room") {
    if (!find_metal().exists) {
        return;
    }
    ls::cpu processor({.threads = 1});
    on_systems([&] {
        ls::metal device;
        CHECK(run_shared<text, 64>(device, 3) == run_shared<host, 64>(processor, 3));
        CHECK(run_shared<text, 16384>(device, 3) == run_shared<host, 16384>(processor, 3));  // more than a threadgroup has
        CHECK(run_shared<text, 16384>(device, 9) == run_shared<host, 16384>(processor, 9));
    });
}

TEST_CASE("products have the bits of their stated order") {
    if (!find_metal().exists) {
        return;
    }
    constexpr std::size_t n = 16, packs = 2;
    std::vector<float> const a = numbers(packs * n * n, -1, 1), b = numbers(packs * n * n, -2, 1);
    std::vector<float> expected(packs * 3 * n * n);
    for (std::size_t pack = 0; pack < packs; ++pack) {
        float const *const x = a.data() + pack * n * n, *const y = b.data() + pack * n * n;
        float* const out = expected.data() + pack * 3 * n * n;
        std::vector<float> once(n * n);
        for (std::size_t i = 0; i < n * n; ++i) {
            for (std::size_t pass = 0; pass < 2; ++pass) {  // the second begins with what the first has come to
                for (std::size_t k = 0; k < n; ++k) {
                    out[i] = std::fma(x[i / n * n + k], y[k * n + i % n], out[i]);
                }
                once[i] = pass == 0 ? out[i] : once[i];
            }
        }
        for (std::size_t r = 0; r < n; ++r) {
            for (std::size_t c = 0; c < n; ++c) {
                out[n * n + c * n + r] = once[r * n + c];
                float sum[n];
                for (std::size_t k = 0; k < n; ++k) {
                    sum[k] = std::fma(once[r * n + k], y[c * n + k], 0.0f);
                }
                for (std::size_t left = n / 2; left > 0; left /= 2) {
                    for (std::size_t k = 0; k < left; ++k) {
                        sum[k] = sum[2 * k] + sum[2 * k + 1];
                    }
                }
                out[2 * n * n + c * n + r] = sum[0] + x[c * n];
            }
        }
    }
    on_systems([&] {
        ls::metal device;
        auto const first = buffer_of(device, a), second = buffer_of(device, b);
        auto out = device.allocate<float>(expected.size());
        lockstep_test::square_products<text> kernel;
        kernel.a = first.data();
        kernel.b = second.data();
        kernel.out = out.data();
        device.for_each(packs, kernel);
        CHECK(ls::to_host(device, out) == expected);
    });
}

TEST_CASE("environments have the bits of the processor") {
    if (!find_metal().exists) {
        return;
    }
    ls::cpu processor({.threads = 1});
    auto const pendulum = run_environments<ls::envs::pendulum>(processor), cartpole = run_environments<ls::envs::cartpole>(processor);
    on_systems([&] {
        ls::metal device;
        CHECK(run_environments<ls::envs::pendulum>(device) == pendulum);
        CHECK(run_environments<ls::envs::cartpole>(device) == cartpole);
    });
}

TEST_CASE("states are read and set") {
    if (!find_metal().exists) {
        return;
    }
    ls::metal device;
    ls::environments<ls::envs::pendulum, ls::metal> envs(device, {.count = 20});
    envs.reset();
    envs.set_state(17, {.angle = 1, .speed = 2});
    CHECK(envs.state(17).angle == 1);
    CHECK(envs.state(17).speed == 2);
    device.synchronize();
    CHECK(ls::host_view(envs.observations())(envs.index(17, 2, 3)) == 2);
}

TEST_CASE("more launches than a command buffer holds stay in order") {
    if (!find_metal().exists) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(2);
    for (int i = 0; i < 200; ++i) {
        device.for_each(2, add(to, i % 2 == 0 ? 1.0f : 1e8f));
        device.for_each(1, add(to, -1e8f));
    }
    auto const found = ls::to_host(device, to);
    float expected = 0;
    for (int i = 0; i < 200; ++i) {
        expected = (expected + (i % 2 == 0 ? 1.0f : 1e8f)) - 1e8f;
    }
    CHECK(found[0] == expected);
}

TEST_CASE("a text that does not compile is named, with the compiler's words") {
    if (!find_metal().exists) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(1);
    lockstep_test::not_a_text<text> kernel;
    kernel.number = 1;
    kernel.to = to.data();
    std::string message;
    try {
        device.for_each(1, kernel);
    } catch (std::runtime_error const& error) {
        message = error.what();
    }
    CHECK(message.starts_with("lockstep::metal: the kernel not_a_text does not compile: "));
    CHECK(message.find("invalid operands") != std::string::npos);
}

TEST_CASE("memory that a device does not own is refused") {
    if (!find_metal().exists) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(4);
    float own[4] = {};
    auto kernel = add(to, 1);
    kernel.to = own;
    CHECK_THROWS_WITH_AS(device.for_each(1, kernel), "lockstep::metal: a kernel points at memory that is no buffer of its device",
                         std::invalid_argument);
    CHECK_THROWS_AS(device.allocate<float>(std::size_t(1) << 45), std::bad_alloc);
    CHECK_THROWS_AS(device.allocate<float>(std::size_t(1) << 62), std::bad_alloc);
    CHECK(device.allocate<float>(0).size() == 0);
    ls::metal::buffer<float> none;
    none = std::move(to);
    CHECK(none.size() == 4);
}

TEST_CASE("a device is chosen by its number or a part of its name") {
    if (!find_metal().exists) {
        return;
    }
    std::string message;
    try {
        ls::metal device({.device = "GeForce"});
    } catch (std::runtime_error const& error) {
        message = error.what();
    }
    CHECK(message.starts_with("lockstep::metal: no device \"GeForce\": 0 is "));
    if (find_metal().fake != nullptr) {
        CHECK(message == "lockstep::metal: no device \"GeForce\": 0 is Lockstep M1, 1 is Lockstep M2");
        ls::metal second({.device = "1"}), by_name({.device = "M2"});
        auto to = by_name.allocate<float>(1);
        by_name.for_each(1, add(to, 1));
        CHECK(ls::to_host(by_name, to) == std::vector<float>{1});
    }
    ls::metal first({.device = "0"});
    CHECK(ls::to_host(first, first.allocate<int>(3)) == std::vector<int>(3));
}

TEST_CASE("a command buffer that fails is named by its kernels") {
    if (lockstep_test::find_fake_metal() == nullptr) {
        return;
    }
    ls::metal device;
    auto to = buffer_of(device, numbers(width, 0, 2));
    lockstep_test::parting<text> kernel;
    kernel.x = as<text::number const>(to);
    device.for_each(1, add(to, 0));
    device.for_each(1, kernel);
    CHECK_THROWS_WITH_AS(device.synchronize(),
                         "lockstep::metal: the kernel parting failed: lanes of a pack part: some wait where others "
                         "never come",
                         std::runtime_error);
    device.for_each(width, add(to, 1));
    CHECK(ls::to_host(device, to)[0] == numbers(width, 0, 2)[0] + 1);
}

TEST_CASE("the host must wait, and kernels must stay inside their buffers") {
    if (lockstep_test::find_fake_metal() == nullptr) {
        return;
    }
    ls::metal device;
    auto to = device.allocate<float>(4);
    device.for_each(4, add(to, 1));
    CHECK(is_fatal([&] { float const volatile early = to.data()[0]; (void)early; }));
    device.synchronize();
    CHECK(!is_fatal([&] { float const volatile now = to.data()[0]; (void)now; }));
    CHECK(is_fatal([&] {
        device.for_each(2, add(to, 1, 4));
        device.synchronize();
    }));
    CHECK(!is_fatal([&] {
        device.for_each(2, add(to, 1, 3));
        device.synchronize();
    }));
}

TEST_CASE("nothing is left of a device that is gone") {
    auto* const fake = lockstep_test::find_fake_metal();
    if (fake == nullptr) {
        return;
    }
    CHECK(fake->living == 0);
    ls::metal::buffer<float> last;
    {
        ls::metal device;
        auto to = device.allocate<float>(4);
        last = device.allocate<float>(4);
        device.for_each(4, add(to, 1));
        device.synchronize();
        device.for_each(4, add(to, 1));  // which nobody waits for
        device.for_each(4, add(last, 2));
        CHECK(fake->living > 4);
    }
    CHECK(fake->living == 3);  // the memory of what is left, its device and the queue
    CHECK(last.data()[3] == 2);
    last = {};
    CHECK(fake->living == 0);
}
