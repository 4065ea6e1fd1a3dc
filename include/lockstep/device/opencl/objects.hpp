// SPDX-License-Identifier: MIT
// Devices, objects and programs of OpenCL's library, for device/opencl.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/choose_device.hpp>
#include <lockstep/device/kernel_cache.hpp>
#include <lockstep/device/opencl/error.hpp>

namespace lockstep::detail {

// `whose` is the name of the device's class. It begins the message of an error.

struct opencl_device_name {
    cl_device_id id;
    std::string name;
};

LOCKSTEP_COLD inline std::vector<opencl_device_name> opencl_devices(char const* whose) {
    cl_uint count = 0;
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) {
        count = 0;  // the loader fails if there is no platform at all
    }
    std::vector<cl_platform_id> platforms(count);
    if (count > 0) {
        check_opencl(whose, clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    }
    std::vector<opencl_device_name> result;
    for (cl_platform_id const platform : platforms) {
        count = 0;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS || count == 0) {
            continue;  // some drivers report success if they have no device
        }
        std::vector<cl_device_id> ids(count);
        check_opencl(whose, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr), "clGetDeviceIDs");
        for (cl_device_id const id : ids) {
            char name[256] = {};
            check_opencl(whose, clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name - 1, name, nullptr), "clGetDeviceInfo");
            result.push_back({id, name});
        }
    }
    return result;
}

/// Returns the device that `asked` means (choose_device). Throws std::runtime_error if there is no such device. The message lists
/// the devices.
LOCKSTEP_COLD inline opencl_device_name choose_opencl_device(char const* whose, std::string const& asked) {
    auto const devices = opencl_devices(whose);
    if (devices.empty()) {
        throw std::runtime_error(std::string(whose) +
                                 ": there is no OpenCL device: install a driver; Debian's pocl-opencl-icd is one for the "
                                 "processor, if it can write to $POCL_CACHE_DIR or to its folder in $HOME");
    }
    std::vector<std::string> names;
    for (auto const& device : devices) {
        names.push_back(device.name);
    }
    return devices[choose_device(whose, asked, names)];
}

template <class T>
T opencl_info(char const* whose, cl_device_id device, cl_device_info what) {
    T value{};
    check_opencl(whose, clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
    return value;
}

/// Releases a reference to an object of OpenCL. An opencl_object owns one reference.
template <class Object, cl_int (*Release)(Object)>
struct release_opencl {
    using pointer = Object;
    void operator()(Object released) const { Release(released); }
};
template <class Object, cl_int (*Release)(Object)>
using opencl_object = std::unique_ptr<std::remove_pointer_t<Object>, release_opencl<Object, Release>>;
using opencl_event = opencl_object<cl_event, clReleaseEvent>;

LOCKSTEP_COLD inline std::string opencl_text_info(char const* whose, cl_device_id device, cl_device_info what) {
    std::size_t size = 0;
    check_opencl(whose, clGetDeviceInfo(device, what, 0, nullptr, &size), "clGetDeviceInfo");
    std::string text(size, '\0');
    check_opencl(whose, clGetDeviceInfo(device, what, size, text.data(), nullptr), "clGetDeviceInfo");
    return text.substr(0, text.find('\0'));
}

struct opencl_program {
    opencl_object<cl_program, clReleaseProgram> object;
    bool was_kept = false;  ///< true if it comes from the cache
};

/// Returns true for PoCL. PoCL has a cache of its own, with an entry for each shape of a launch. When PoCL is asked for a binary,
/// it compiles for one more shape: HalfCheetah's kernels took 7.8 s instead of 4.3 s, and 3.5 s with the binary alone.
LOCKSTEP_COLD inline bool keeps_kernels(char const* whose, cl_device_id device) {
    return opencl_text_info(whose, device, CL_DEVICE_VERSION).find("PoCL") != std::string::npos;
}

/// Returns the compiler's options. If the device can do so, division and roots are rounded correctly, as on the processor. If it
/// cannot, OpenCL allows errors of 2.5 units in the last place for division, and of 3 for roots. The option for denormals is a
/// hint: a device may keep denormals.
LOCKSTEP_COLD inline std::string opencl_options(char const* whose, cl_device_id device) {
    auto const can = opencl_info<cl_device_fp_config>(whose, device, CL_DEVICE_SINGLE_FP_CONFIG);
    bool const rounds = (can & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
    return std::string("-cl-std=CL1.2") + (rounds ? " -cl-fp32-correctly-rounded-divide-sqrt" : "") + " -cl-denorms-are-zero";
}

/// Returns a program of this source. The program comes from the cache, or it is compiled and kept there; a null `cache` keeps
/// nothing. Throws std::runtime_error if the source does not compile. The message has the compiler's words, or the error if there
/// are none. `name` is the kernel's name in the error.
LOCKSTEP_COLD inline opencl_program build_opencl(char const* whose, cl_context context, cl_device_id device,
                                                 std::string const& name, std::string const& source, kernel_cache* cache) {
    std::string const options = opencl_options(whose, device);
    std::string key = "OpenCL";
    for (cl_device_info const what : {CL_DEVICE_VENDOR, CL_DEVICE_NAME, CL_DEVICE_VERSION, CL_DRIVER_VERSION}) {
        key += ", " + opencl_text_info(whose, device, what);
    }
    key += " " + options + "\n" + source;
    cl_int error = 0;
    auto const builds = [&](opencl_program const& made) {
        if (error == CL_SUCCESS) {
            error = clBuildProgram(made.object.get(), 1, &device, options.c_str(), nullptr, nullptr);
        }
        return error == CL_SUCCESS;
    };
    opencl_program result;
    if (auto const binary = cache == nullptr ? std::nullopt : cache->find(key)) {
        std::size_t const size = binary->size();
        auto const* begin = reinterpret_cast<unsigned char const*>(binary->data());
        result.object.reset(clCreateProgramWithBinary(context, 1, &device, &size, &begin, nullptr, &error));
        if (builds(result)) {
            result.was_kept = true;
            return result;
        }
    }
    char const* text = source.c_str();
    result.object.reset(clCreateProgramWithSource(context, 1, &text, nullptr, &error));
    check_opencl(whose, error, "clCreateProgramWithSource");
    cl_program const made = result.object.get();
    if (!builds(result)) {
        std::size_t size = 0;
        clGetProgramBuildInfo(made, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string log(size, '\0');
        clGetProgramBuildInfo(made, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
        log = log.substr(0, std::min<std::size_t>(log.find('\0'), 4000));
        throw std::runtime_error(std::string(whose) + ": the kernel " + name + " does not compile: " +
                                 (log.empty() ? "clBuildProgram failed with " + opencl_error(error) : log));
    }
    std::size_t size = 0;
    if (cache != nullptr && clGetProgramInfo(made, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) == CL_SUCCESS &&
        size > 0) {
        std::string binary(size, '\0');
        char* begin = binary.data();
        if (clGetProgramInfo(made, CL_PROGRAM_BINARIES, sizeof begin, &begin, nullptr) == CL_SUCCESS) {
            cache->keep(key, binary);
        }
    }
    return result;
}

}  // namespace lockstep::detail
