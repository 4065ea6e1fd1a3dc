// SPDX-License-Identifier: MIT
// The CUDA adapter as it is, on a driver and a compiler without a card (tests/support/fake_cuda): kernels have the bits of the
// processor, failures have words, and nothing is left behind.
#include <filesystem>
#include <fstream>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cuda.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>

#include <tests/support/fake_cuda/card.hpp>
#include <tests/support/kernel_texts.hpp>
#include <tests/support/on_device.hpp>

namespace ls = lockstep;
using support::card;

namespace {

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

using pack = ls::cuda::world::number;

/// Scratch of a pack that has a block of its own.
template <class W>
struct scratch_of_team : support::scratch_kernel<W, 12288> {
    template <class World>
    using in = scratch_of_team<World>;
    static constexpr bool has_team = true;
};

/// Twice a number in all lanes.
template <class W>
struct twice_kernel {
    template <class World>
    using in = twice_kernel<World>;
    typename W::scalar number;
    typename W::template pointer<typename W::number> x;
    void operator()(typename W::index const& i) const { x[i] = typename W::number(number + number); }
};

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
            ls::kernel_writer::current().line("if (threadIdx.x < 8) { LS_BARRIER(); }");
        }
    }
};

/// Each lane reads what the next one wrote, after a barrier if it `waits`. If it `strays`, the last one reads what the next pack
/// writes.
template <class W>
struct passing_kernel {
    template <class World>
    using in = passing_kernel<World>;
    typename W::template pointer<typename W::scalar> x;
    typename W::template constant<bool> waits, strays;
    void operator()(typename W::index const& i) const {
        typename W::template array<16> numbers;
        auto const own = x + i * 16;
        ls::store_pack(ls::load_pack<typename W::number>(own), numbers + 0);
        if (waits) {
            W::barrier();
        }
        for (auto const lane : W::lanes()) {
            (own + lane)[0] = (numbers + (lane + 1) % 16)[0];
        }
        if (strays) {
            W::barrier();
            ls::store_pack(ls::load_pack<typename W::number>(own + 1), numbers + 0);
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

TEST_CASE("kernels have the processor's bits") {
    card const fake;
    ls::cuda device(fake.config());
    support::on_device(device).check_kernels();
    CHECK(fake->launches == 1);
    CHECK(fake->target == "sm_90");
}

TEST_CASE("numbers are arguments of a launch, and constants are compiled") {
    card const fake;
    ls::cuda device(fake.config());
    auto from = device.allocate<ls::vector<pack, 8>>(1), to = device.allocate<ls::vector<pack, 8>>(1);
    auto const launch = [&](int count, float factor) {
        lockstep_test::constants<ls::cuda::world> kernel{};
        kernel.from = from.data();
        kernel.to = to.data();
        kernel.factor = factor;
        kernel.count = count;
        device.for_each(1, kernel);
        device.synchronize();
        return fake->compilations;
    };
    CHECK(launch(1, 2) == 1);
    CHECK(launch(1, 3) == 1);
    CHECK(launch(2, 3) == 2);
    CHECK(launch(1, 4) == 2);
    CHECK(fake->launches == 4);
    device.for_each(0, lockstep_test::constants<ls::cuda::world>{});
    CHECK(fake->launches == 4);
}

TEST_CASE_TEMPLATE("lanes share scratch, in shared memory or where that is too small in global memory", size,
                   std::integral_constant<std::size_t, 256>, std::integral_constant<std::size_t, 8000>,
                   std::integral_constant<std::size_t, 40000>) {
    card const fake;
    ls::cuda device(fake.config());
    support::on_device(device).template check_scratch<size::value>();
    std::size_t const bytes = 2 * 4 * size::value;  // of two packs
    CHECK(fake->shared_bytes == (bytes > fake->shared_memory ? 0 : bytes));
}

TEST_CASE("a kernel asks for more than 48 KiB of shared memory, its own bytes counted") {
    card const fake;
    ls::cuda device(fake.config());
    auto in = device.allocate<pack>(1), turned = device.allocate<pack>(1);
    auto sums = device.allocate<float>(1);
    device.for_each(1, twice_kernel<ls::cuda::world>{3.5f, in.data()});
    device.for_each(1, scratch_of_team<ls::cuda::world>{{16, in.data(), sums.data(), turned.data()}});
    CHECK(ls::to_host(device, sums)[0] == 112);
    CHECK(ls::to_host(device, turned)[0][15] == 7);
    CHECK(fake->shared_bytes == 48 * 1024);
}

TEST_CASE("scratch lies in global memory where the configuration says so") {
    card const fake;
    auto config = fake.config();
    config.shared_scratch = 1000;
    ls::cuda device(config);
    support::on_device(device).check_scratch<256>();
    CHECK(fake->shared_bytes == 0);
}

TEST_CASE_TEMPLATE("environments have the processor's bits", Env, ls::envs::pendulum, ls::envs::inverted_pendulum) {
    card const fake;
    ls::cuda device(fake.config());
    support::on_device(device).template check_environment<Env>();
}

TEST_CASE("compiled kernels are kept on the disk, for each card and text") {
    card const fake;
    auto const run = [&] {
        ls::cuda device(fake.config());
        auto x = device.allocate<pack>(2);
        device.for_each(2, twice_kernel<ls::cuda::world>{7, x.data()});
        return ls::to_host(device, x)[1][5];
    };
    CHECK(run() == 14);
    CHECK(run() == 14);
    CHECK(fake->compilations == 1);
    fake->capability = 80;
    CHECK(run() == 14);
    CHECK(fake->compilations == 2);
    CHECK(fake->target == "sm_80");
    fake->driver_version = 13010;
    CHECK(run() == 14);
    CHECK(fake->compilations == 3);
    for (auto const& entry : std::filesystem::directory_iterator(fake.folder / "cache")) {
        std::filesystem::resize_file(entry, std::filesystem::file_size(entry) / 2);
    }
    CHECK(run() == 14);
    CHECK(fake->compilations == 4);
}

TEST_CASE("kernels run where nothing can be kept, and are compiled each time") {
    card const fake;
    std::ofstream(fake.folder / "cache") << "a file in the folder's place";
    for (int time = 1; time <= 2; ++time) {
        ls::cuda device(fake.config());
        auto x = device.allocate<pack>(1);
        device.for_each(1, twice_kernel<ls::cuda::world>{7, x.data()});
        CHECK(ls::to_host(device, x)[0][3] == 14);
        CHECK(fake->compilations == time);
    }
}

TEST_CASE("a thread that did not make the device may use it") {
    card const fake;
    ls::cuda device(fake.config());
    std::thread([&] {
        auto x = device.allocate<pack>(1);
        device.for_each(1, twice_kernel<ls::cuda::world>{7, x.data()});
        CHECK(ls::to_host(device, x)[0][0] == 14);
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
    CHECK_THROWS_WITH_AS(ls::unified_cuda({.device = "H100"}), "lockstep::unified_cuda: no device \"H100\": 0 is Fake A, 1 is Fake B",
                         std::runtime_error);
    fake->devices.clear();
    CHECK_THROWS_WITH_AS(ls::cuda(),
                         "lockstep::cuda: NVIDIA's driver sees no device: CUDA_VISIBLE_DEVICES may hide the cards, and a "
                         "container must be given them (docker run --gpus all)",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::unified_cuda(), doctest::Contains("lockstep::unified_cuda: NVIDIA's driver sees no device: "),
                         std::runtime_error);
}

TEST_CASE("a newer card is given text for its driver to compile, and an older one is refused") {
    card const fake;
    fake->capability = 103;
    {
        ls::cuda device(fake.config());
        auto x = device.allocate<pack>(1);
        device.for_each(1, twice_kernel<ls::cuda::world>{7, x.data()});
        device.synchronize();
        CHECK(fake->target == "compute_100");
    }
    fake->capability = 61;
    CHECK_THROWS_WITH_AS(ls::cuda(),
                         "lockstep::cuda: Fake A is of compute capability 6.1, and NVRTC 13.0 compiles for 7.5 and newer: set "
                         "LOCKSTEP_NVRTC to the library of an older version",
                         std::runtime_error);
    CHECK(message_of<std::runtime_error>([] { ls::unified_cuda(); }).starts_with("lockstep::unified_cuda: Fake A is of"));
}

TEST_CASE("what is missing is named, with what to install") {
    card const fake;
    ::unsetenv("LOCKSTEP_NVRTC");
    auto const nothing = [](int) { return std::vector<std::string>{"libnone.so"}; };
    CHECK(message_of<std::runtime_error>([&] { ls::detail::find_cuda("libnone.so.1", nothing); }) ==
          "lockstep::cuda: libnone.so.1 is missing: install NVIDIA's driver; NVRTC 13 or older is missing: install the CUDA toolkit "
          "13 or its part by pip install nvidia-cuda-nvrtc, or set LOCKSTEP_NVRTC to the path of libnvrtc.so");
    fake->driver_version = 12040;
    CHECK(message_of<std::runtime_error>([&] { ls::detail::find_cuda("libcuda.so.1", nothing); }) ==
          "lockstep::cuda: NVRTC 12 or older is missing: install the CUDA toolkit 12 or its part by pip install "
          "nvidia-cuda-nvrtc-cu12, or set LOCKSTEP_NVRTC to the path of libnvrtc.so");
    CHECK(message_of<std::runtime_error>([&] { ls::detail::find_cuda("libdl.so.2", nothing); }) ==
          "lockstep: libdl.so.2 has no function cuInit: it is too old, or another library");
    CHECK(message_of<std::runtime_error>([&] {
              ls::detail::find_cuda(fake.folder / "libcuda.so.1", nothing);
          }).find("libcuda.so.1 is missing: install NVIDIA's driver; NVRTC") != std::string::npos);
    std::string const damaged = fake.folder / "libcuda.so.1";
    std::ofstream(damaged) << "no library";
    CHECK(message_of<std::runtime_error>([&] {
              ls::detail::find_cuda(damaged, nothing);
          }).starts_with("lockstep::cuda: " + damaged + " cannot be loaded (file too short): install NVIDIA's driver; NVRTC 13"));
    ::setenv("LOCKSTEP_NVRTC", "/mine/libnvrtc.so.12", 1);
    CHECK(message_of<std::runtime_error>([] { ls::cuda(); }) ==
          "lockstep::cuda: LOCKSTEP_NVRTC cannot be used, since /mine/libnvrtc.so.12 is missing: set it to the path of "
          "libnvrtc.so, or unset it");
    CHECK(
        message_of<std::runtime_error>([] { ls::unified_cuda(); }).starts_with("lockstep::unified_cuda: LOCKSTEP_NVRTC cannot"));
    fake->driver_version = 10020;
    CHECK(message_of<std::runtime_error>([] { ls::cuda(); }) ==
          "lockstep::cuda: NVIDIA's driver runs CUDA 10.2, and 11 or newer is needed: install a newer driver");
}

TEST_CASE("memory that is not there is std::bad_alloc, and the device goes on") {
    card const fake;
    ls::cuda device(fake.config());
    CHECK_THROWS_AS(device.allocate<float>(std::size_t(1) << 40), std::bad_alloc);
    CHECK_THROWS_AS(device.allocate<pack>(~std::size_t(0) / 4), std::bad_alloc);
    CHECK(ls::to_host(device, device.allocate<float>(3)) == std::vector<float>(3));
}

TEST_CASE("a text that does not compile is said in the compiler's words") {
    card const fake;
    ls::cuda device(fake.config());
    auto x = device.allocate<pack>(1);
    std::string const said =
        message_of<std::runtime_error>([&] { device.for_each(1, broken_kernel<ls::cuda::world>{x.data()}); });
    CHECK(said.find("lockstep::cuda: the kernel broken_kernel does not compile: NVRTC_ERROR_COMPILATION: ") == 0);
    CHECK(said.find("nonsense") != said.npos);
    CHECK(ls::to_host(device, x)[0][0] == 0);
}

TEST_CASE("a kernel that fails is named") {
    card const fake;
    {
        ls::cuda device(fake.config());
        auto x = device.allocate<pack>(1);
        device.for_each(1, stray_kernel<ls::cuda::world>{x.data()});
        CHECK_THROWS_WITH_AS(device.synchronize(),
                             "lockstep::cuda: cuEventQuery failed: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was "
                             "encountered); the kernel launched last is stray_kernel, and with CUDA_LAUNCH_BLOCKING=1 it is the "
                             "one that failed",
                             std::runtime_error);
    }
    ls::cuda device(fake.config());
    auto x = device.allocate<pack>(1);
    device.for_each(1, torn_kernel<ls::cuda::world>{x.data()});
    CHECK_THROWS_WITH_AS(ls::to_host(device, x),
                         "lockstep::cuda: cuEventQuery failed: CUDA_ERROR_LAUNCH_FAILED; the kernel launched last is "
                         "torn_kernel, and with CUDA_LAUNCH_BLOCKING=1 it is the one that failed",
                         std::runtime_error);
}

TEST_CASE("threads that race are found, whatever their order") {
    card fake;
    fake->finds_races = true;
    ls::cuda device(fake.config());
    auto x = device.allocate<float>(65);
    auto const race = [&](bool waits, bool strays) {
        fake->race.clear();
        device.for_each(4, passing_kernel<ls::cuda::world>{x.data(), waits, strays});
        ls::to_host(device, x);
        return fake->race;
    };
    CHECK(race(true, false) == "");
    CHECK(race(false, false).find("kernel_passing_kernel: thread ") == 0);
    CHECK(race(false, false).find(" shared memory ") != std::string::npos);
    CHECK(race(true, true).find(" global memory ") != std::string::npos);
}

TEST_CASE("a call of the driver that fails is named, and what was taken is given back") {
    card const fake;
    for (std::string const name : {"cuDeviceGetCount", "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent",
                                   "cuStreamCreate", "cuMemsetD8Async", "cuEventCreate", "cuEventRecord", "cuEventQuery", "cuModuleLoadData", "cuModuleGetFunction",
                                   "cuFuncSetAttribute", "cuLaunchKernel", "cuMemcpyDtoHAsync"}) {
        CAPTURE(name);
        fake->failing = name;
        fake->error = 4;
        std::string const said = message_of<std::runtime_error>([&] {
            ls::cuda device(fake.config());
            auto in = device.allocate<pack>(1), turned = device.allocate<pack>(1);
            auto sums = device.allocate<float>(1);
            device.for_each(1, support::scratch_kernel<ls::cuda::world, 8000>{16, in.data(), sums.data(), turned.data()});
            ls::to_host(device, sums);
        });
        CHECK(said.find("lockstep::cuda: " + name + " failed: error 4") == 0);
        CHECK(fake.living() == fake->pinned);  // which the fake takes even if it fails
        fake->failing = "";
    }
}
