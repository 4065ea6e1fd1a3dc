// SPDX-License-Identifier: MIT
// Errors of OpenCL's library.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#    define CL_TARGET_OPENCL_VERSION 120
#endif
#if !__has_include(<CL/cl.h>)
#    error "lockstep/device/opencl.hpp needs CL/cl.h: in Debian, install opencl-headers; with CMake, link lockstep::opencl"
#endif
#include <CL/cl.h>

#include <stdexcept>
#include <string>
#include <utility>

#include <lockstep/core/macros.hpp>

namespace lockstep::detail {

/// Returns the number and the name of an error: "error -5 (CL_OUT_OF_RESOURCES)". Rare errors have a number only.
LOCKSTEP_COLD inline std::string opencl_error(cl_int error) {
    constexpr std::pair<cl_int, char const*> names[] = {
        {CL_DEVICE_NOT_FOUND, "DEVICE_NOT_FOUND"},
        {CL_DEVICE_NOT_AVAILABLE, "DEVICE_NOT_AVAILABLE"},
        {CL_COMPILER_NOT_AVAILABLE, "COMPILER_NOT_AVAILABLE"},
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, "MEM_OBJECT_ALLOCATION_FAILURE"},
        {CL_OUT_OF_RESOURCES, "OUT_OF_RESOURCES"},
        {CL_OUT_OF_HOST_MEMORY, "OUT_OF_HOST_MEMORY"},
        {CL_BUILD_PROGRAM_FAILURE, "BUILD_PROGRAM_FAILURE"},
        {CL_MAP_FAILURE, "MAP_FAILURE"},
        {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
        {CL_INVALID_VALUE, "INVALID_VALUE"},
        {CL_INVALID_DEVICE, "INVALID_DEVICE"},
        {CL_INVALID_CONTEXT, "INVALID_CONTEXT"},
        {CL_INVALID_COMMAND_QUEUE, "INVALID_COMMAND_QUEUE"},
        {CL_INVALID_MEM_OBJECT, "INVALID_MEM_OBJECT"},
        {CL_INVALID_BINARY, "INVALID_BINARY"},
        {CL_INVALID_BUILD_OPTIONS, "INVALID_BUILD_OPTIONS"},
        {CL_INVALID_PROGRAM, "INVALID_PROGRAM"},
        {CL_INVALID_KERNEL_NAME, "INVALID_KERNEL_NAME"},
        {CL_INVALID_KERNEL, "INVALID_KERNEL"},
        {CL_INVALID_ARG_SIZE, "INVALID_ARG_SIZE"},
        {CL_INVALID_WORK_GROUP_SIZE, "INVALID_WORK_GROUP_SIZE"},
        {CL_INVALID_OPERATION, "INVALID_OPERATION"},
        {CL_INVALID_BUFFER_SIZE, "INVALID_BUFFER_SIZE"},
        {-1001, "PLATFORM_NOT_FOUND_KHR"},  // of the loader, in cl_ext.h
    };
    for (auto const& [number, name] : names) {
        if (number == error) {
            return "error " + std::to_string(error) + " (CL_" + name + ")";
        }
    }
    return "error " + std::to_string(error);
}

/// Throws std::runtime_error unless `error` is CL_SUCCESS. The message begins with `whose`, the name of the device's class, says
/// what failed, and ends with `hint`.
LOCKSTEP_COLD inline void check_opencl(char const* whose, cl_int error, std::string const& what, std::string const& hint = "") {
    if (error != CL_SUCCESS) {
        throw std::runtime_error(std::string(whose) + ": " + what + " failed with " + opencl_error(error) + hint);
    }
}
/// Returns true if `error` means that there is not enough memory. It must be the error of a call that allocates memory, because
/// after a launch CL_OUT_OF_RESOURCES means that there are not enough registers.
inline bool is_opencl_memory(cl_int error) {
    return error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY ||
           error == CL_INVALID_BUFFER_SIZE;
}

}  // namespace lockstep::detail
