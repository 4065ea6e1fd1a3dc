// SPDX-License-Identifier: MIT
#include <new>
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/device/opencl_objects.hpp>
#include <tests/support/opencl_device.hpp>

namespace ls = lockstep;

TEST_CASE("an error says what failed, and one of memory is std::bad_alloc") {
    CHECK_NOTHROW(ls::detail::check_opencl(CL_SUCCESS, "clFinish"));
    CHECK_THROWS_WITH_AS(ls::detail::check_opencl(CL_INVALID_VALUE, "clFinish"), "lockstep::opencl: clFinish failed with error -30",
                         std::runtime_error);
    for (cl_int const error : {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE}) {
        CHECK_THROWS_AS(ls::detail::check_opencl(error, "clCreateBuffer"), std::bad_alloc);
    }
}

TEST_CASE("a device is what it says, and an object is given back") {
    if (!support::has_opencl_device()) {
        return;
    }
    auto const chosen = ls::detail::choose_opencl_device("0");
    CHECK(chosen.name == ls::detail::opencl_devices()[0].name);
    CHECK(ls::detail::opencl_info<cl_uint>(chosen.id, CL_DEVICE_MAX_COMPUTE_UNITS) > 0);
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
