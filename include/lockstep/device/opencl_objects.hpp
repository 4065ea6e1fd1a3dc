// SPDX-License-Identifier: MIT
// What the OpenCL adapter asks of OpenCL's library: which devices there are, objects that are given back, errors with words.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#    define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/choose_device.hpp>

namespace lockstep::detail {

LOCKSTEP_COLD inline void check_opencl(cl_int error, char const* what) {
    if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_RESOURCES || error == CL_OUT_OF_HOST_MEMORY ||
        error == CL_INVALID_BUFFER_SIZE) {
        throw std::bad_alloc();
    }
    if (error != CL_SUCCESS) {
        throw std::runtime_error("lockstep::opencl: " + std::string(what) + " failed with error " + std::to_string(error));
    }
}

struct opencl_device_name {
    cl_device_id id;
    std::string name;
};

LOCKSTEP_COLD inline std::vector<opencl_device_name> opencl_devices() {
    cl_uint count = 0;
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) {
        count = 0;  // the loader's error for no platform at all
    }
    std::vector<cl_platform_id> platforms(count);
    if (count > 0) {
        check_opencl(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    }
    std::vector<opencl_device_name> result;
    for (cl_platform_id const platform : platforms) {
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) {
            continue;
        }
        std::vector<cl_device_id> ids(count);
        check_opencl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr), "clGetDeviceIDs");
        for (cl_device_id const id : ids) {
            char name[256] = {};
            check_opencl(clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name - 1, name, nullptr), "clGetDeviceInfo");
            result.push_back({id, name});
        }
    }
    return result;
}

/// Throws std::runtime_error that lists what there is.
LOCKSTEP_COLD inline opencl_device_name choose_opencl_device(std::string const& asked) {
    auto const devices = opencl_devices();
    if (devices.empty()) {
        throw std::runtime_error("lockstep::opencl: no device: install a driver, for the processor itself Debian's pocl-opencl-icd");
    }
    std::vector<std::string> names;
    for (auto const& device : devices) {
        names.push_back(device.name);
    }
    return devices[choose_device("lockstep::opencl", asked, names)];
}

template <class T>
T opencl_info(cl_device_id device, cl_device_info what) {
    T value{};
    check_opencl(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
    return value;
}

/// A reference to an object of OpenCL's.
template <class Object, cl_int (*Release)(Object)>
struct release_opencl {
    using pointer = Object;
    void operator()(Object released) const { Release(released); }
};
template <class Object, cl_int (*Release)(Object)>
using opencl_object = std::unique_ptr<std::remove_pointer_t<Object>, release_opencl<Object, Release>>;
using opencl_event = opencl_object<cl_event, clReleaseEvent>;

}  // namespace lockstep::detail
