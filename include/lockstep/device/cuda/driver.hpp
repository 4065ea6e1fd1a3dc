// SPDX-License-Identifier: MIT
// The functions of NVIDIA's driver that the CUDA adapter calls, found while the program runs. So a program is built without
// CUDA's headers, and starts without the driver's library.
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/choose_device.hpp>
#include <lockstep/device/shared_library.hpp>

namespace lockstep {

/// The driver's functions by their names in cuda.h, without a version such as _v2. Handles are addresses. An address in the
/// device's memory is a number.
class cuda_driver {
public:
    using address = unsigned long long;

    /// Messages of errors begin with `owner`. Throws std::runtime_error if the library lacks a function.
    explicit cuda_driver(shared_library found, char const* owner = "lockstep::cuda") : library(std::move(found)), whose(owner) {}

    shared_library library;
    char const* whose;

    // clang-format off
    int (*cuInit)(unsigned) = library["cuInit"];
    int (*cuDriverGetVersion)(int* version) = library["cuDriverGetVersion"];
    int (*cuGetErrorName)(int error, char const** name) = library["cuGetErrorName"];
    int (*cuGetErrorString)(int error, char const** text) = library["cuGetErrorString"];
    int (*cuDeviceGetCount)(int* count) = library["cuDeviceGetCount"];
    int (*cuDeviceGet)(int* device, int number) = library["cuDeviceGet"];
    int (*cuDeviceGetName)(char* name, int size, int device) = library["cuDeviceGetName"];
    int (*cuDeviceGetAttribute)(int* value, int attribute, int device) = library["cuDeviceGetAttribute"];
    int (*cuDevicePrimaryCtxRetain)(void** context, int device) = library["cuDevicePrimaryCtxRetain"];
    int (*cuDevicePrimaryCtxRelease)(int device) = library["cuDevicePrimaryCtxRelease_v2"];
    int (*cuCtxSetCurrent)(void* context) = library["cuCtxSetCurrent"];
    int (*cuStreamCreate)(void** stream, unsigned flags) = library["cuStreamCreate"];
    int (*cuStreamDestroy)(void* stream) = library["cuStreamDestroy_v2"];
    int (*cuStreamSynchronize)(void* stream) = library["cuStreamSynchronize"];
    int (*cuEventCreate)(void** event, unsigned flags) = library["cuEventCreate"];
    int (*cuEventDestroy)(void* event) = library["cuEventDestroy_v2"];
    int (*cuEventRecord)(void* event, void* stream) = library["cuEventRecord"];
    int (*cuEventQuery)(void* event) = library["cuEventQuery"];
    int (*cuModuleLoadData)(void** module, void const* image) = library["cuModuleLoadData"];
    int (*cuModuleUnload)(void* module) = library["cuModuleUnload"];
    int (*cuModuleGetFunction)(void** function, void* module, char const* name) = library["cuModuleGetFunction"];
    int (*cuFuncSetAttribute)(void* function, int attribute, int value) = library["cuFuncSetAttribute"];
    int (*cuLaunchKernel)(void* function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                          unsigned block_z, unsigned shared_bytes, void* stream, void** arguments, void** extra) = library["cuLaunchKernel"];
    int (*cuMemAlloc)(address* at, std::size_t bytes) = library["cuMemAlloc_v2"];
    int (*cuMemAllocManaged)(address* at, std::size_t bytes, unsigned flags) = library["cuMemAllocManaged"];
    int (*cuMemGetInfo)(std::size_t* free, std::size_t* total) = library["cuMemGetInfo_v2"];
    int (*cuMemFree)(address at) = library["cuMemFree_v2"];
    int (*cuMemHostAlloc)(void** at, std::size_t bytes, unsigned flags) = library["cuMemHostAlloc"];
    int (*cuMemFreeHost)(void* at) = library["cuMemFreeHost"];
    int (*cuMemsetD8Async)(address to, unsigned char value, std::size_t count, void* stream) = library["cuMemsetD8Async"];
    int (*cuMemcpyHtoDAsync)(address to, void const* from, std::size_t bytes, void* stream) = library["cuMemcpyHtoDAsync_v2"];
    int (*cuMemcpyDtoHAsync)(void* to, address from, std::size_t bytes, void* stream) = library["cuMemcpyDtoHAsync_v2"];
    // clang-format on

    // Numbers of cuda.h.
    static constexpr int out_of_memory = 2, no_device = 100, not_ready = 600;
    static constexpr int capability_major = 75, capability_minor = 76, most_shared_memory = 97;  ///< attributes of a device
    static constexpr int managed_memory = 83, concurrent_managed = 89, uses_host_page_tables = 100;  ///< likewise
    static constexpr int dynamic_shared_memory = 8;                                              ///< an attribute of a function
    static constexpr unsigned non_blocking_stream = 1, event_without_time = 2, attached_globally = 1;

    /// Throws if `error` is not 0. It throws std::bad_alloc if `what` is cuMemAlloc or cuMemAllocManaged and there is not enough
    /// memory, else std::runtime_error. The message says that `what` failed and how, and ends with `hint`.
    void check(int error, char const* what, std::string const& hint = "") const {
        if (error != 0) {
            fail(error, what, hint);
        }
    }

    int attribute(int device, int which) const {
        int value = 0;
        check(cuDeviceGetAttribute(&value, which, device), "cuDeviceGetAttribute");
        return value;
    }
    /// Returns the newest version of CUDA that the driver runs: 124 is version 12.4.
    int version() const {
        int value = 0;
        check(cuDriverGetVersion(&value), "cuDriverGetVersion");
        return value / 1000 * 10 + value % 1000 / 10;
    }

    /// Initialises the driver and returns the number of devices. Throws std::runtime_error if there is none.
    LOCKSTEP_COLD int count() const {
        int const error = cuInit(0);
        int count = 0;
        if (error != no_device) {
            check(error, "cuInit");
            check(cuDeviceGetCount(&count), "cuDeviceGetCount");
        }
        if (count == 0) {
            throw std::runtime_error(std::string(whose) +
                                     ": NVIDIA's driver sees no device: CUDA_VISIBLE_DEVICES may hide the cards, and a container "
                                     "must be given them (docker run --gpus all)");
        }
        return count;
    }
    /// Returns the driver's handle of the device with this number in [0, count()). Call count() or choose() before, because they
    /// initialise the driver.
    LOCKSTEP_COLD int numbered(int number) const {
        int device = 0;
        check(cuDeviceGet(&device, number), "cuDeviceGet");
        return device;
    }
    /// Initialises the driver and returns the number of the device that `asked` means: its number, or a part of its name; empty
    /// means 0. Throws std::runtime_error if there is no such device. The message lists the devices.
    LOCKSTEP_COLD int choose(std::string const& asked) const {
        std::vector<std::string> names;
        int const all = count();
        for (int number = 0; number < all; ++number) {
            names.push_back(name(numbered(number)));
        }
        return static_cast<int>(choose_device(whose, asked, names));
    }
    LOCKSTEP_COLD std::string name(int device) const {
        char text[256] = {};
        check(cuDeviceGetName(text, sizeof text - 1, device), "cuDeviceGetName");
        return text;
    }

private:
    [[noreturn]] LOCKSTEP_COLD void fail(int error, char const* what, std::string const& hint) const {
        if (error == out_of_memory && std::string_view(what).starts_with("cuMemAlloc")) {
            throw std::bad_alloc();
        }
        char const *name = nullptr, *text = nullptr;
        cuGetErrorName(error, &name);
        cuGetErrorString(error, &text);
        throw std::runtime_error(std::string(whose) + ": " + what + " failed: " +
                                 (name == nullptr ? "error " + std::to_string(error) : name) +
                                 (text == nullptr ? "" : " (" + std::string(text) + ")") + hint);
    }
};

}  // namespace lockstep
