// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/opencl/objects.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/pretended_opencl.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;

namespace {
constexpr char const* whose = "lockstep::unified_opencl";
}

TEST_CASE("a device is what it says, and an object is given back") {
    if (!support::has_opencl_device()) {
        return;
    }
    auto const chosen = ls::detail::choose_opencl_device(whose, "0");
    CHECK(chosen.name == ls::detail::opencl_devices(whose)[0].name);
    CHECK(ls::detail::opencl_info<cl_uint>(whose, chosen.id, CL_DEVICE_MAX_COMPUTE_UNITS) > 0);
    cl_int error = -1;
    cl_context const context = clCreateContext(nullptr, 1, &chosen.id, nullptr, nullptr, &error);
    CHECK(error == CL_SUCCESS);
    auto const references = [&] {
        cl_uint count = 0;
        clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
        return count;
    };
    cl_uint const before = references();
    {
        clRetainContext(context);
        ls::detail::opencl_object<cl_context, clReleaseContext> const object(context);
        CHECK(references() == before + 1);
    }
    CHECK(references() == before);
    clReleaseContext(context);
}

TEST_CASE("platforms without devices are passed over") {
    if (!support::has_opencl_device()) {
        return;
    }
    support::pretence const driver;
    driver->has_devices = false;
    CHECK(ls::detail::opencl_devices(whose).empty());
}

namespace {

std::string source_of(std::string const& number) { return "__kernel void store(__global float* to) { *to = " + number + "; }"; }

/// What the kernel stores that is built by way of this cache.
float built(ls::kernel_cache& cache, std::string const& source, bool& was_kept) {
    using namespace ls::detail;
    cl_device_id const device = choose_opencl_device(whose, "").id;
    opencl_object<cl_context, clReleaseContext> const context(clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr));
    opencl_object<cl_command_queue, clReleaseCommandQueue> const queue(clCreateCommandQueue(context.get(), device, 0, nullptr));
    auto const program = build_opencl(whose, context.get(), device, "store", source, &cache);
    was_kept = program.was_kept;
    opencl_object<cl_kernel, clReleaseKernel> const kernel(clCreateKernel(program.object.get(), "store", nullptr));
    float result = 0;
    opencl_object<cl_mem, clReleaseMemObject> const memory(clCreateBuffer(context.get(), CL_MEM_READ_WRITE, 4, nullptr, nullptr));
    cl_mem const given = memory.get();
    std::size_t const one = 1;
    check_opencl(whose, clSetKernelArg(kernel.get(), 0, sizeof given, &given), "clSetKernelArg");
    check_opencl(whose, clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &one, &one, 0, nullptr, nullptr), "launch");
    check_opencl(whose, clEnqueueReadBuffer(queue.get(), given, CL_TRUE, 0, 4, &result, 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
    return result;
}

}  // namespace

TEST_CASE("a program is compiled once, and anew when its file is damaged or its folder cannot be had") {
    if (!support::has_opencl_device()) {
        return;
    }
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    bool was_kept = true;
    CHECK(built(cache, source_of("1.5f"), was_kept) == 1.5f);
    CHECK(!was_kept);
    CHECK(folder.names().size() == 1);
    CHECK(built(cache, source_of("1.5f"), was_kept) == 1.5f);
    CHECK(was_kept);
    CHECK(built(cache, source_of("2.5f"), was_kept) == 2.5f);
    CHECK(!was_kept);
    CHECK(folder.names().size() == 2);
    for (auto const& entry : std::filesystem::directory_iterator(folder.path())) {
        std::filesystem::resize_file(entry, std::filesystem::file_size(entry) / 2);
    }
    CHECK(built(cache, source_of("1.5f"), was_kept) == 1.5f);
    CHECK(!was_kept);
    CHECK(built(cache, source_of("1.5f"), was_kept) == 1.5f);
    CHECK(was_kept);

    std::ofstream(folder / "file") << "no folder";
    ls::kernel_cache nowhere(folder / "file");
    CHECK(built(nowhere, source_of("1.5f"), was_kept) == 1.5f);
    CHECK(!was_kept);
    CHECK(nowhere.problem().find(folder / "file") == 0);
    std::string said;
    try {
        built(cache, "this is no source", was_kept);
    } catch (std::runtime_error const& error) {
        said = error.what();
    }
    CHECK(said.find("lockstep::unified_opencl: the kernel store does not compile: ") == 0);
}

TEST_CASE("division is rounded correctly where the device can do so, and kernels are built where it cannot") {
    if (!support::has_opencl_device()) {
        return;
    }
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    support::pretence const device;
    std::string const option = "-cl-fp32-correctly-rounded-divide-sqrt";
    bool was_kept = true;
    auto const id = ls::detail::choose_opencl_device(whose, "").id;
    auto const has = ls::detail::opencl_info<cl_device_fp_config>(whose, id, CL_DEVICE_SINGLE_FP_CONFIG);
    if ((has & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0) {
        CHECK(built(cache, source_of("4.5f"), was_kept) == 4.5f);
        CHECK(device->options.find(option) != std::string::npos);
    }
    device->lacks = CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    CHECK(built(cache, source_of("4.5f"), was_kept) == 4.5f);
    CHECK(!was_kept);  // the other binary divides otherwise
    CHECK(device->options.find(option) == std::string::npos);
    CHECK(device->options.find("-cl-denorms-are-zero") != std::string::npos);
}

TEST_CASE("a binary that the driver does not take is compiled anew") {
    if (!support::has_opencl_device()) {
        return;
    }
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    bool was_kept = true;
    CHECK(built(cache, source_of("3.5f"), was_kept) == 3.5f);
    // The file's key is right, and its binary is of nothing.
    std::string const file = folder / folder.names()[0];
    std::ifstream read(file, std::ios::binary);
    std::string const whole{std::istreambuf_iterator<char>(read), {}};
    std::uint64_t key_size = 0;
    std::size_t const sizes = std::string("lockstep kernel 1\n").size() + 8;
    std::memcpy(&key_size, whole.data() + sizes, sizeof key_size);
    std::string const key = whole.substr(sizes + 16, key_size);
    REQUIRE(cache.find(key).has_value());
    cache.keep(key, "nothing");
    CHECK(built(cache, source_of("3.5f"), was_kept) == 3.5f);
    CHECK(!was_kept);
    CHECK(cache.find(key)->size() > 100);
}

TEST_CASE("a program that does not build without a word of the compiler is an error with its number and name") {
    if (!support::has_opencl_device()) {
        return;
    }
    lockstep_test::temporary_folder const folder;
    ls::kernel_cache cache(folder.path().string());
    support::pretence const driver;
    driver->build = CL_COMPILER_NOT_AVAILABLE;
    bool was_kept = false;
    CHECK_THROWS_WITH_AS(built(cache, source_of("5.5f"), was_kept),
                         "lockstep::unified_opencl: the kernel store does not compile: clBuildProgram failed with error -3 "
                         "(CL_COMPILER_NOT_AVAILABLE)",
                         std::runtime_error);
}
