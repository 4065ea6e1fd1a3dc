// SPDX-License-Identifier: MIT
// The CUDA adapter as it is, on a driver and a compiler without a card (tests/support/fake_cuda): kernels have the bits of the
// processor, failures have words, and nothing is left behind.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/cuda.hpp>
#include <lockstep/device/flush_denormals.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>

#include <tests/support/bits.hpp>
#include <tests/support/fake_cuda/fake_cuda.hpp>
#include <tests/support/kernel_texts.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {

/// The card that is pretended, as it was built, and a folder for kernels. In the end nothing of it lives.
struct card {
    card() {
        ::setenv("LOCKSTEP_NVRTC", LOCKSTEP_FAKE_CUDA, 1);
        fake_cuda_state() = {};
    }
    ~card() {
        fake_cuda const& left = fake_cuda_state();
        CHECK(left.contexts + left.streams + left.modules + left.buffers + left.pinned == 0);
    }
    fake_cuda* operator->() const { return &fake_cuda_state(); }
    ls::cuda_config config() const { return {.cache = (folder / "cache").c_str()}; }

    lockstep_test::temporary_folder folder;
};

/// What an exception says, or that there was none.
template <class Exception, class F>
std::string message_of(F&& f) {
    try {
        f();
    } catch (Exception const& e) {
        return e.what();
    }
    return "no exception";
}

using device_world = ls::cuda::world;
using host_world = ls::native_world;
using row = ls::stored_row<32>;
using host_row = ls::native_lanes;

std::vector<row> some_rows(std::size_t count) {
    std::vector<row> rows(count);
    for (std::size_t i = 0; i < 32 * count; ++i) {
        rows[i / 32].set(i % 32, static_cast<float>(i * 2654435761u % 2001) / 250.0f - 4);
    }
    return rows;
}
/// Number k of lane i of rows with `size` numbers each, whatever the width.
template <class Row>
decltype(auto) row_of(std::vector<Row>& rows, std::size_t i, std::size_t k, std::size_t size) {
    return rows[i / ls::width_of<Row> * size + k];
}
/// The same numbers in rows of another width.
template <class To, class From>
std::vector<To> repacked(std::vector<From> from, std::size_t size) {
    std::size_t const lanes = from.size() / size * ls::width_of<From>;
    std::vector<To> to(lanes / ls::width_of<To> * size);
    for (std::size_t i = 0; i < lanes; ++i) {
        for (std::size_t k = 0; k < size; ++k) {
            row_of(to, i, k, size).set(i % ls::width_of<To>, row_of(from, i, k, size)[i % ls::width_of<From>]);
        }
    }
    return to;
}
std::size_t different(std::vector<row> const& a, std::vector<host_row> const& b, std::size_t size) {
    auto const c = repacked<row>(b, size);
    return support::different_bits({&a[0].numbers[0], 32 * a.size()}, {&c[0].numbers[0], 32 * c.size()});
}

/// Reads where nothing is.
template <class W>
struct stray_kernel {
    template <class World>
    using in = stray_kernel<World>;
    typename W::template pointer<typename W::number> x;
    void operator()(typename W::index const& i) const { x[i] = x[i + typename W::index(std::size_t(1) << 35)]; }
};

/// Its text is no C++.
template <class W>
struct broken_kernel {
    template <class World>
    using in = broken_kernel<World>;
    typename W::template pointer<typename W::number> x;
    void operator()(typename W::index const& i) const {
        x[i] = typename W::number(1);
        if constexpr (!W::is_native) {
            ls::kernel_writer::current().line("nonsense;");
        }
    }
};

/// Half of the lanes wait for the others in vain.
template <class W>
struct torn_kernel {
    template <class World>
    using in = torn_kernel<World>;
    typename W::template pointer<typename W::number> x;
    void operator()(typename W::index const& i) const {
        x[i] = typename W::number(1);
        if constexpr (!W::is_native) {
            ls::kernel_writer::current().line("if (threadIdx.x < 16) { LS_BARRIER(); }");
        }
    }
};

}  // namespace

TEST_CASE("memory begins as zeros, and copies go where they are told") {
    card const fake;
    ls::cuda device(fake.config());
    auto buffer = device.allocate<float>(1000);
    CHECK(ls::to_host(device, buffer) == std::vector<float>(1000));
    std::vector<float> from = {1, 2, 3};
    device.copy(from, buffer, 10);
    from = {4, 5, 6};  // may be changed at once
    device.copy(from, buffer, 997);
    std::vector<float> to(4);
    device.copy(buffer, std::span(to), 9);
    CHECK(to == std::vector<float>{0, 1, 2, 3});
    device.copy(buffer, std::span(to), 996);
    CHECK(to == std::vector<float>{0, 4, 5, 6});
    CHECK_THROWS_WITH_AS(device.copy(from, buffer, 998), "lockstep::cuda: copy of elements [998, 1001) of a buffer of 1000",
                         std::invalid_argument);
    CHECK_THROWS_AS(device.copy(buffer, std::span(to), 997), std::invalid_argument);
    device.copy(std::span<float const>(), buffer);
    CHECK(device.allocate<float>(0).size() == 0);

    auto const moved = std::move(buffer);
    CHECK(moved.size() == 1000);
    CHECK(buffer.size() == 0);
}

TEST_CASE("what is larger than the memory for staging is copied whole") {
    card const fake;
    ls::cuda device(fake.config());
    std::vector<float> numbers(900'000);  // 3.6 MB
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<float>(i);
    }
    auto buffer = device.allocate<float>(numbers.size());
    device.copy(numbers, buffer);
    CHECK(ls::to_host(device, buffer) == numbers);
    CHECK(fake->uploads == 4);
}

TEST_CASE("loops, branches, exits and functions have the processor's bits") {
    card const fake;
    ls::cuda device(fake.config());
    std::size_t const rows = 7, steps = 12;
    auto const x = some_rows(rows * steps);
    auto in = device.allocate<row>(x.size()), out = device.allocate<row>(rows);
    device.copy(x, in);
    auto const host_in = repacked<host_row>(x, steps);
    std::vector<host_row> host_out(host_in.size() / steps);

    auto const check = [&](std::size_t stop, float factor, float least, int limit) {
        device.for_each(rows, support::control_kernel<device_world>{steps, stop, factor, least, limit, in.data(), out.data()});
        ls::flush_denormals const mode;
        for (std::size_t i = 0; i < host_out.size(); ++i) {
            support::control_kernel<host_world>{steps, stop, factor, least, limit, host_in.data(), host_out.data()}(i);
        }
        CHECK(different(ls::to_host(device, out), host_out, 1) == 0);
    };
    check(100, 0.9f, 0, 7);
    CHECK(fake->compilations == 1);
    check(5, 0.9f, 0, 7);
    check(100, 0.5f, 0.6f, 7);
    CHECK(fake->compilations == 1);  // numbers are arguments
    check(100, 0.9f, 0, 3);
    CHECK(fake->compilations == 2);  // a constant is in the text
    CHECK(fake->launches == 4);
    CHECK(fake->target == "sm_90");
    device.for_each(0, support::control_kernel<device_world>{});
    CHECK(fake->launches == 4);
}

TEST_CASE("draws have the processor's bits") {
    card const fake;
    ls::cuda device(fake.config());
    auto x = device.allocate<ls::vector<row, 3>>(4);
    device.for_each(4, support::random_kernel<device_world>{0x123456789abcdef0, x.data()});
    std::vector<row> numbers;
    for (auto const& numbers_of_row : ls::to_host(device, x)) {
        numbers.insert(numbers.end(), numbers_of_row.begin(), numbers_of_row.end());
    }
    std::vector<ls::vector<host_row, 3>> host(4 * 32 / ls::native_width);
    std::vector<host_row> host_numbers;
    for (std::size_t i = 0; i < host.size(); ++i) {
        support::random_kernel<host_world>{0x123456789abcdef0, host.data()}(i);
        host_numbers.insert(host_numbers.end(), host[i].begin(), host[i].end());
    }
    CHECK(different(numbers, host_numbers, 3) == 0);
}

TEST_CASE_TEMPLATE("lanes share scratch, in shared memory or where that is too small in global memory", size,
                   std::integral_constant<std::size_t, 256>, std::integral_constant<std::size_t, 15008>,
                   std::integral_constant<std::size_t, 80000>) {
    card const fake;
    ls::cuda device(fake.config());
    std::size_t const rows = 5;
    auto const x = some_rows(rows);
    auto in = device.allocate<row>(rows), turned = device.allocate<row>(rows);
    auto sums = device.allocate<float>(rows);
    device.copy(x, in);
    device.for_each(rows, support::scratch_kernel<device_world, size::value>{32, in.data(), sums.data(), turned.data()});
    auto const got = ls::to_host(device, turned);
    auto const got_sums = ls::to_host(device, sums);
    for (std::size_t i = 0; i < rows; ++i) {
        float sum = 0;
        for (std::size_t l = 0; l < 32; ++l) {
            CHECK(got[i][l] == x[i][31 - l]);
            sum += x[i][l];
        }
        CHECK(got_sums[i] == sum);
    }
    std::size_t const bytes = 4 * size::value;
    CHECK(fake->shared_bytes == (bytes > fake->shared_memory ? 0 : bytes));
}

TEST_CASE("scratch lies in global memory where the configuration says so") {
    card const fake;
    auto config = fake.config();
    config.shared_scratch = 1000;
    ls::cuda device(config);
    auto in = device.allocate<row>(2), turned = device.allocate<row>(2);
    auto sums = device.allocate<float>(2);
    device.for_each(1, support::scratch_kernel<device_world>{32, in.data(), sums.data(), turned.data()});
    device.for_each(2, support::scratch_kernel<device_world>{32, in.data(), sums.data(), turned.data()});
    CHECK(ls::to_host(device, sums) == std::vector<float>{0, 0});
    CHECK(fake->shared_bytes == 0);
}

TEST_CASE_TEMPLATE("environments have the processor's bits", Env, ls::envs::pendulum, ls::envs::inverted_pendulum) {
    card const fake;
    ls::cuda device(fake.config());
    ls::cpu processor({.threads = 1});
    ls::environments_config const config{.count = 100, .seed = 3};
    ls::environments<Env, ls::cuda> on_card(device, config);
    ls::environments<Env, ls::cpu> on_processor(processor, config);
    on_card.reset();
    on_processor.reset();
    auto card_actions = device.allocate<float>(on_card.size(Env::action_size));
    auto processor_actions = processor.allocate<float>(on_processor.size(Env::action_size));
    std::size_t ended = 0;
    for (std::size_t step = 0; step < 250; ++step) {
        std::vector<float> of_card(card_actions.size()), of_processor(processor_actions.size());
        for (std::size_t i = 0; i < config.count; ++i) {
            float const action = static_cast<float>((i * 2654435761u + step * 40503u) / 128 % 2001) / 1000 - 1;
            of_card[on_card.index(i)] = of_processor[on_processor.index(i)] = action;
        }
        device.copy(of_card, card_actions);
        processor.copy(of_processor, processor_actions);
        on_card.step(card_actions);
        on_processor.step(processor_actions);
        if (step % 10 != 0) {
            continue;
        }
        auto const compare = [&](auto const& a, auto const& b, std::size_t size) {
            auto const x = ls::to_host(device, a);
            std::vector<float> first, second;
            for (std::size_t i = 0; i < config.count; ++i) {
                for (std::size_t k = 0; k < size; ++k) {
                    first.push_back(x[on_card.index(i, k, size)]);
                    second.push_back(b.data()[on_processor.index(i, k, size)]);
                }
            }
            CHECK(support::different_bits(first, second) == 0);
            return second;
        };
        CAPTURE(step);
        compare(on_card.observations(), on_processor.observations(), Env::observation_size);
        compare(on_card.final_observations(), on_processor.final_observations(), Env::observation_size);
        compare(on_card.rewards(), on_processor.rewards(), 1);
        compare(on_card.episode_returns(), on_processor.episode_returns(), 1);
        compare(on_card.truncated(), on_processor.truncated(), 1);
        for (float const length : compare(on_card.episode_lengths(), on_processor.episode_lengths(), 1)) {
            ended += length < static_cast<float>(step);
        }
    }
    CHECK(ended > 0);
}

TEST_CASE("compiled kernels are kept on the disk, for each card and text") {
    card const fake;
    auto const run = [&] {
        ls::cuda device(fake.config());
        auto x = device.allocate<ls::vector<row, 3>>(2);
        device.for_each(2, support::random_kernel<device_world>{7, x.data()});
        return ls::to_host(device, x)[1][1][5];
    };
    float const drawn = run();
    CHECK(drawn != 0);
    CHECK(run() == drawn);
    CHECK(fake->compilations == 1);
    fake->capability = 80;
    CHECK(run() == drawn);
    CHECK(fake->compilations == 2);
    CHECK(fake->target == "sm_80");
    fake->driver_version = 13010;
    CHECK(run() == drawn);
    CHECK(fake->compilations == 3);
    for (auto const& entry : std::filesystem::directory_iterator(fake.folder / "cache")) {
        std::filesystem::resize_file(entry, std::filesystem::file_size(entry) / 2);
    }
    CHECK(run() == drawn);
    CHECK(fake->compilations == 4);
}

TEST_CASE("a thread that did not make the device may use it") {
    card const fake;
    ls::cuda device(fake.config());
    std::thread([&] {
        auto x = device.allocate<ls::vector<row, 3>>(1);
        device.for_each(1, support::random_kernel<device_world>{7, x.data()});
        CHECK(ls::to_host(device, x)[0][0][0] != 0);
    }).join();
}

TEST_CASE("a device is chosen by its number or a part of its name") {
    card const fake;
    for (std::string const asked : {"", "0", "Fake A", "B", "1"}) {
        CAPTURE(asked);
        CHECK_NOTHROW(ls::cuda({.device = asked}));
    }
    CHECK_THROWS_WITH_AS(ls::cuda({.device = "H100"}), "lockstep::cuda: no device \"H100\": 0 is Fake A, 1 is Fake B",
                         std::runtime_error);
    fake->devices.clear();
    CHECK_THROWS_WITH_AS(ls::cuda(), "lockstep::cuda: NVIDIA's driver sees no device", std::runtime_error);
}

TEST_CASE("a newer card is given text for its driver to compile, and an older one is refused") {
    card const fake;
    fake->capability = 103;
    {
        ls::cuda device(fake.config());
        auto x = device.allocate<ls::vector<row, 3>>(1);
        device.for_each(1, support::random_kernel<device_world>{7, x.data()});
        device.synchronize();
        CHECK(fake->target == "compute_100");
    }
    fake->capability = 61;
    CHECK_THROWS_WITH_AS(ls::cuda(),
                         "lockstep::cuda: Fake A is of compute capability 6.1, and NVRTC 13.0 compiles for 7.5 and newer: set "
                         "LOCKSTEP_NVRTC to the library of an older version",
                         std::runtime_error);
}

TEST_CASE("what is missing is named, with what to install") {
    card const fake;
    auto const nothing = [](int) { return std::vector<std::string>{"libnone.so"}; };
    CHECK(message_of<std::runtime_error>([&] { ls::detail::find_cuda("libnone.so.1", nothing); }) ==
          "lockstep::cuda: libnone.so.1 is missing: install NVIDIA's driver; NVRTC 13 or older is missing: install the CUDA toolkit "
          "13 or its part by pip install nvidia-cuda-nvrtc");
    fake->driver_version = 12040;
    CHECK(message_of<std::runtime_error>([&] { ls::detail::find_cuda("libcuda.so.1", nothing); }) ==
          "lockstep::cuda: NVRTC 12 or older is missing: install the CUDA toolkit 12 or its part by pip install "
          "nvidia-cuda-nvrtc-cu12");
    CHECK(message_of<std::runtime_error>([&] { ls::detail::find_cuda("libdl.so.2", nothing); }) ==
          "lockstep: libdl.so.2 has no function cuInit: it is too old");
}

TEST_CASE("memory that is not there is std::bad_alloc, and the device goes on") {
    card const fake;
    ls::cuda device(fake.config());
    CHECK_THROWS_AS(device.allocate<float>(std::size_t(1) << 40), std::bad_alloc);
    CHECK_THROWS_AS(device.allocate<row>(~std::size_t(0) / 4), std::bad_alloc);
    CHECK(ls::to_host(device, device.allocate<float>(3)) == std::vector<float>(3));
}

TEST_CASE("a text that does not compile is said in the compiler's words") {
    card const fake;
    ls::cuda device(fake.config());
    auto x = device.allocate<row>(1);
    std::string const said =
        message_of<std::runtime_error>([&] { device.for_each(1, broken_kernel<device_world>{x.data()}); });
    CHECK(said.find("lockstep::cuda: the kernel broken_kernel does not compile: NVRTC_ERROR_COMPILATION: ") == 0);
    CHECK(said.find("nonsense") != said.npos);
    CHECK(ls::to_host(device, x)[0][0] == 0);
}

TEST_CASE("a kernel that fails is named") {
    card const fake;
    {
        ls::cuda device(fake.config());
        auto x = device.allocate<row>(1);
        device.for_each(1, stray_kernel<device_world>{x.data()});
        CHECK_THROWS_WITH_AS(device.synchronize(),
                             "lockstep::cuda: cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
                             "encountered); the kernel launched last is stray_kernel",
                             std::runtime_error);
    }
    ls::cuda device(fake.config());
    auto x = device.allocate<row>(1);
    device.for_each(1, torn_kernel<device_world>{x.data()});
    CHECK_THROWS_WITH_AS(ls::to_host(device, x),
                         "lockstep::cuda: cuStreamSynchronize failed: CUDA_ERROR_LAUNCH_FAILED; the kernel launched last is torn_kernel",
                         std::runtime_error);
}

TEST_CASE("a call of the driver that fails is named, and what was taken is given back") {
    card const fake;
    for (std::string const name : {"cuDeviceGetCount", "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent",
                                   "cuStreamCreate", "cuMemsetD8Async", "cuModuleLoadData", "cuModuleGetFunction",
                                   "cuFuncSetAttribute", "cuLaunchKernel", "cuMemcpyDtoHAsync"}) {
        CAPTURE(name);
        fake->failing = name;
        fake->error = 4;
        std::string const said = message_of<std::runtime_error>([&] {
            ls::cuda device(fake.config());
            auto in = device.allocate<row>(1), turned = device.allocate<row>(1);
            auto sums = device.allocate<float>(1);
            device.for_each(1, support::scratch_kernel<device_world, 15008>{32, in.data(), sums.data(), turned.data()});
            ls::to_host(device, sums);
        });
        CHECK(said.find("lockstep::cuda: " + name + " failed: error 4") == 0);
        CHECK(fake->contexts + fake->streams + fake->modules + fake->buffers == 0);
        fake->failing = "";
    }
}
