// SPDX-License-Identifier: MIT
#include <lockstep/device/opencl.hpp>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/device/host_view.hpp>
#include <lockstep/device/to_host.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/pretended_opencl.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

static_assert(ls::check_device<ls::opencl>() && ls::check_device<ls::unified_opencl>());
static_assert(!ls::host_visible<ls::opencl::buffer<float>> && ls::host_visible<ls::unified_opencl::buffer<float>>);

namespace {

/// Adds `amount` to one number a pack, from an address on, unless that is null.
template <class W>
struct add {
    template <class World>
    using in = add<World>;
    typename W::template pointer<typename W::scalar> numbers;
    typename W::template pointer<typename W::scalar> never_read;
    typename W::scalar amount;
    void operator()(typename W::index const& pack) const {
        using S = typename W::scalar;
        numbers[pack] = numbers[pack] + amount;
        ls::when(S(1e9f) < amount, [&] { numbers[pack] = S(never_read[pack]); });
    }
};

/// A kernel with the name of a function of OpenCL C.
template <class W>
struct normalize : add<W> {
    template <class World>
    using in = normalize<World>;
};

/// A kernel whose text is not C.
template <class W>
struct nonsense {
    template <class World>
    using in = nonsense<World>;
    typename W::index n;
    void operator()(typename W::index const&) const {
        if constexpr (!W::is_native) {
            ls::kernel_writer::current().line("this is not C;");
        }
    }
};

/// More scratch than is local: each pack's numbers turned round.
template <class W>
struct large_scratch {
    template <class World>
    using in = large_scratch<World>;
    static constexpr std::size_t many = std::size_t(1) << 18;
    typename W::template pointer<typename W::scalar> numbers;
    void operator()(typename W::index const& pack) const {
        typename W::template array<many> scratch;
        (scratch + (many - 1 - pack))[0] = numbers[pack];
        W::barrier();
        numbers[pack] = (scratch + (many - 1 - pack))[0] * typename W::scalar(2);
    }
};

/// Whole numbers added up over the lanes of a pack, again and again, in two branches.
template <class W>
struct totals {
    template <class World>
    using in = totals<World>;
    static constexpr bool has_team = true;
    static constexpr std::size_t turns = 500;
    using R = typename W::number;
    typename W::template pointer<typename W::scalar> numbers;
    typename W::index parity;
    void operator()(typename W::index const& pack) const {
        auto const add = [&](float times) {
            ls::ordered_sum<R> sum;
            sum.add(0, R(numbers[pack]) * R(times));
            numbers[pack] = sum.total();
        };
        for ([[maybe_unused]] auto const t : W::range(turns)) {
            ls::when((pack + t) % 2 == parity, [&] { add(1.0f / 8); });
            ls::when((pack + t) % 2 != parity, [&] { add(1.0f / 32); });
        }
    }
};

template <template <class> class Kernel>
using launched = Kernel<ls::opencl::world>;

std::vector<float> counted(std::size_t n) {
    std::vector<float> result(n);
    std::iota(result.begin(), result.end(), 0.0f);
    return result;
}

}  // namespace

TEST_CASE_TEMPLATE("a kernel begins where its pointer stands, and never reads a null one that it does not use", Device,
                   ls::opencl, ls::unified_opencl) {
    if (!support::has_opencl_device()) {
        return;
    }
    for (auto const lanes : {ls::opencl_lanes::automatic, ls::opencl_lanes::vectors, ls::opencl_lanes::work_items}) {
        Device device({.lanes = lanes});
        auto buffer = device.template allocate<float>(6);
        device.copy(counted(6), buffer);
        device.for_each(3, launched<add>{buffer.data() + 2, nullptr, 10});
        device.for_each(0, launched<add>{buffer.data(), nullptr, 10});
        device.for_each(1, launched<add>{buffer.data(), buffer.data() + 6, 1});
        device.synchronize();
        CHECK(ls::to_host(device, buffer) == std::vector<float>{1, 1, 12, 13, 14, 5});
    }
}

TEST_CASE("a kernel may have the name of a function of OpenCL C") {
    if (!support::has_opencl_device()) {
        return;
    }
    for (auto const lanes : {ls::opencl_lanes::vectors, ls::opencl_lanes::work_items}) {
        ls::opencl device({.lanes = lanes});
        auto buffer = device.allocate<float>(2);
        device.for_each(2, launched<normalize>{{buffer.data(), nullptr, 3}});
        CHECK(ls::to_host(device, buffer) == std::vector<float>{3, 3});
    }
}

TEST_CASE("a text that does not compile is an error with the compiler's words") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::opencl device;
    std::string said;
    try {
        device.for_each(1, launched<nonsense>{1});
    } catch (std::runtime_error const& error) {
        said = error.what();
    }
    CHECK(said.find("lockstep::opencl: the kernel nonsense does not compile: ") == 0);
    CHECK(said.find("error: ") != std::string::npos);
}

TEST_CASE("a kernel that cannot be launched is named, and is no lack of memory") {
    if (!support::has_opencl_device()) {
        return;
    }
    support::pretence const driver;
    ls::opencl vectors({.lanes = ls::opencl_lanes::vectors}), items({.lanes = ls::opencl_lanes::work_items, .team = 4});
    auto one = vectors.allocate<float>(16), other = items.allocate<float>(16);
    driver->launch = CL_OUT_OF_RESOURCES;
    CHECK_THROWS_WITH_AS(vectors.for_each(1, launched<add>{one.data(), nullptr, 1}),
                         "lockstep::opencl: the launch of the kernel add failed with error -5 (CL_OUT_OF_RESOURCES)",
                         std::runtime_error);
    char const* const expected = "lockstep::opencl: the launch of the kernel totals failed with error -5 (CL_OUT_OF_RESOURCES); "
                                 "a work-group has 64 work-items: give a team of fewer than 4 in the device's configuration";
    CHECK_THROWS_WITH_AS(items.for_each(1, launched<totals>{other.data(), 0}), expected, std::runtime_error);
    driver->launch = CL_SUCCESS;
    vectors.for_each(1, launched<add>{one.data(), nullptr, 1});
    CHECK(ls::to_host(vectors, one)[0] == 1);
}

TEST_CASE("a kernel that the driver does not make is named, and not the one that was launched last") {
    if (!support::has_opencl_device()) {
        return;
    }
    support::pretence const driver;
    ls::opencl device;
    auto buffer = device.allocate<float>(16);
    device.for_each(1, launched<add>{buffer.data(), nullptr, 1});
    driver->kernel = CL_OUT_OF_RESOURCES;
    CHECK_THROWS_WITH_AS(device.for_each(1, launched<normalize>{{buffer.data(), nullptr, 1}}),
                         "lockstep::opencl: clCreateKernel of the kernel normalize failed with error -5 (CL_OUT_OF_RESOURCES)",
                         std::runtime_error);
}

TEST_CASE("a kernel with more bytes of arguments than the device takes is named") {
    if (!support::has_opencl_device()) {
        return;
    }
    support::pretence const driver;
    ls::opencl device({.lanes = ls::opencl_lanes::vectors});
    auto buffer = device.allocate<float>(16);
    driver->parameter_bytes = 35;  // two pointers with their places, and a number, are 36
    CHECK_THROWS_WITH_AS(device.for_each(1, launched<add>{buffer.data(), nullptr, 1}),
                         "lockstep::opencl: the kernel add has arguments of 36 bytes, and this device takes 35: put some into a "
                         "buffer",
                         std::runtime_error);
    driver->parameter_bytes = 36;
    device.for_each(1, launched<add>{buffer.data(), nullptr, 1});
    CHECK(ls::to_host(device, buffer)[0] == 1);
}

TEST_CASE("what the lanes of a pack exchange is seen by no other pack that runs at the same time") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::opencl device({.lanes = ls::opencl_lanes::work_items, .team = 8});
    auto buffer = device.allocate<float>(300);
    device.copy(counted(300), buffer);
    device.for_each(300, launched<totals>{buffer.data(), 0});
    CHECK(ls::to_host(device, buffer) == counted(300));  // a half as often as doubled
}

TEST_CASE_TEMPLATE("scratch that is too large for local memory lies in the device's", Device, ls::opencl, ls::unified_opencl) {
    if (!support::has_opencl_device()) {
        return;
    }
    for (auto const lanes : {ls::opencl_lanes::vectors, ls::opencl_lanes::work_items}) {
        Device device({.lanes = lanes});
        auto buffer = device.template allocate<float>(4);
        device.copy(counted(4), buffer);
        device.for_each(2, launched<large_scratch>{buffer.data()});
        device.for_each(4, launched<large_scratch>{buffer.data()});
        CHECK(ls::to_host(device, buffer) == std::vector<float>{0, 4, 4, 6});
    }
}

TEST_CASE("a device is found by its number and its name, and an unknown one is an error that lists what there is") {
    if (!support::has_opencl_device()) {
        return;
    }
    std::string const name = ls::detail::opencl_devices("lockstep::opencl")[0].name;
    CHECK_NOTHROW(ls::opencl({.device = "0"}));
    CHECK_NOTHROW(ls::opencl({.device = name.substr(0, 5)}));
    auto const said = [](auto make) -> std::string {
        try {
            make();
        } catch (std::runtime_error const& error) {
            return error.what();
        }
        return {};
    };
    CHECK(said([] { ls::opencl({.device = "abacus"}); }).find("lockstep::opencl: no device \"abacus\": 0 is " + name) == 0);
    CHECK(said([] { ls::unified_opencl({.device = "abacus"}); }).find("lockstep::unified_opencl: no device \"abacus\": 0 is ") ==
          0);
}

// The loader reads its environment once, so the test is the whole of a program of its own: this one, run again.
TEST_CASE("without a driver the error says what to install" * doctest::skip(std::getenv("LOCKSTEP_TEST_NO_DRIVER") == nullptr)) {
    CHECK_THROWS_WITH_AS(ls::opencl(),
                         "lockstep::opencl: there is no OpenCL device: install a driver; Debian's pocl-opencl-icd is one for the "
                         "processor, if it can write to $POCL_CACHE_DIR or to its folder in $HOME",
                         std::runtime_error);
    CHECK_THROWS_WITH_AS(ls::unified_opencl(),
                         "lockstep::unified_opencl: there is no OpenCL device: install a driver; Debian's pocl-opencl-icd is one "
                         "for the processor, if it can write to $POCL_CACHE_DIR or to its folder in $HOME",
                         std::runtime_error);
}
TEST_CASE("a machine without a driver") {
    lockstep_test::temporary_folder const empty;
    std::string const program = std::filesystem::read_symlink("/proc/self/exe").string();
    std::string const command = "OCL_ICD_VENDORS='" + empty.path().string() + "' LOCKSTEP_TEST_NO_DRIVER=1 '" + program +
                                "' --test-case='without a driver*' > /dev/null";
    CHECK(std::system(command.c_str()) == 0);
}
