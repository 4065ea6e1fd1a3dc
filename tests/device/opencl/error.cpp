// SPDX-License-Identifier: MIT
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/device/opencl/error.hpp>

namespace ls = lockstep;

TEST_CASE("an error has the name of opencl.h, if it is known") {
    CHECK(ls::detail::opencl_error(CL_OUT_OF_RESOURCES) == "error -5 (CL_OUT_OF_RESOURCES)");
    CHECK(ls::detail::opencl_error(CL_INVALID_BUFFER_SIZE) == "error -61 (CL_INVALID_BUFFER_SIZE)");
    CHECK(ls::detail::opencl_error(-1001) == "error -1001 (CL_PLATFORM_NOT_FOUND_KHR)");
    CHECK(ls::detail::opencl_error(-12345) == "error -12345");
}

TEST_CASE("an error says what failed, and some mean that memory is missing") {
    CHECK_NOTHROW(ls::detail::check_opencl("lockstep::unified_opencl", CL_SUCCESS, "clFinish"));
    CHECK_THROWS_WITH_AS(ls::detail::check_opencl("lockstep::unified_opencl", CL_INVALID_VALUE, "clFinish", "; so it is"),
                         "lockstep::unified_opencl: clFinish failed with error -30 (CL_INVALID_VALUE); so it is",
                         std::runtime_error);
    for (cl_int const error :
         {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY, CL_INVALID_BUFFER_SIZE}) {
        CHECK(ls::detail::is_opencl_memory(error));
        CHECK_THROWS_AS(ls::detail::check_opencl("lockstep::unified_opencl", error, "clFinish"), std::runtime_error);
    }
    CHECK(!ls::detail::is_opencl_memory(CL_INVALID_VALUE));
}
