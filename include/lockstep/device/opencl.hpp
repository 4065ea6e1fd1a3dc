// SPDX-License-Identifier: MIT
// A device of OpenCL: a graphics processor, or with PoCL the processor itself. Needs the headers of OpenCL and its loader
// (-lOpenCL; in Debian ocl-icd-opencl-dev), version 1.2.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/compiling_device.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/kernel_cache.hpp>
#include <lockstep/device/opencl/memory.hpp>
#include <lockstep/device/opencl/objects.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/opencl_text.hpp>

namespace lockstep {

/// How a kernel's text represents the lanes of a pack.
enum class opencl_lanes {
    automatic,   ///< a vector on processors, work-items elsewhere
    vectors,     ///< a vector of 16 numbers in one work-item
    work_items,  ///< the work-items of a work-group
};

struct opencl_config {
    std::string device = {};  ///< its number, from 0 over all platforms, or a part of its name; empty: the first one
    opencl_lanes lanes = opencl_lanes::automatic;
    /// The number of members in a pack's team, if lanes are work-items. Each member is 16 work-items. The members share the
    /// products of the pack. 0 means 8, and on a processor 1. The number is reduced to what the device's largest work-group has
    /// room for.
    std::size_t team = 0;
    std::string cache = {};    ///< the folder of compiled kernels; empty: device/kernel_cache.hpp says which
    double time_limit = 1800;  ///< seconds that a launch may take, the first with the driver's compilation; 0: no limit
};

namespace detail {

/// A device, its memory and its compiler.
template <memory_kind Kind>
class opencl_backend : public opencl_memory<Kind> {
public:
    using opencl_memory<Kind>::name;

    LOCKSTEP_COLD explicit opencl_backend(opencl_config const& config)
        : opencl_backend(choose_opencl_device(name, config.device), config) {}

    struct kernel {
        std::string name;
        opencl_object<cl_kernel, clReleaseKernel> object;
        std::vector<kernel_argument> arguments;
        std::size_t global_scratch;  ///< floats a pack
        std::size_t local_scratch;   ///< floats a pack; a work-group has one pack
        std::size_t exchange_bytes;  ///< of local memory, in which the work-items of a pack exchange numbers
        std::size_t work_items;      ///< of a pack
    };

    LOCKSTEP_COLD kernel compile(kernel_text const& text) {
        auto const local = opencl_info<cl_ulong>(name, this->device, CL_DEVICE_LOCAL_MEM_SIZE);
        // PoCL 3.1 crashes if a function is given a local array, so on a processor scratch lies in global memory, which is as
        // fast there.
        bool const is_global = text.scratch * sizeof(float) > local / 2 || (!has_vectors_ && is_processor(this->device));
        check_arguments(text, is_global);
        std::string const source = opencl_text(text, {.vectors = has_vectors_, .members = team_, .global_scratch = is_global});
        // The kernel's object keeps the program alive.
        auto const program = build_opencl(name, this->context, this->device, text.name, source,
                                          keeps_kernels(name, this->device) ? nullptr : &cache_);
        cl_int error = 0;
        kernel result{text.name, nullptr, text.arguments, is_global ? text.scratch : 0,
                      is_global || has_vectors_ ? 0 : text.scratch,
                      has_vectors_ ? 0 : opencl_exchange_bytes,
                      has_vectors_ ? 1 : hosted_world::width * (text.has_team ? team_ : 1)};
        result.object.reset(clCreateKernel(program.object.get(), opencl_function_name(text).c_str(), &error));
        check_opencl(name, error, "clCreateKernel of the kernel " + text.name);
        return result;
    }

    void launch(kernel const& k, std::size_t n, std::byte const* functor, std::uintptr_t scratch) {
        cl_uint number = 0;
        auto const set = [&](std::size_t size, void const* value) {
            this->check(clSetKernelArg(k.object.get(), number++, size, value), "clSetKernelArg");
        };
        auto const set_memory = [&](place const& at) {
            cl_mem const given = at.of == nullptr ? nullptr : at.of->memory.get();
            set(sizeof given, &given);
            if (at.of != nullptr) {
                this->unmap(*at.of);
            }
        };
        for (kernel_argument const& a : k.arguments) {
            if (a.is_pointer) {
                std::uintptr_t at = 0;
                std::memcpy(&at, functor + a.offset, sizeof at);
                place const found = this->find(at);
                set_memory(found);
                set(sizeof found.begin, &found.begin);
            } else {
                set(a.type == "size_t" ? 8 : 4, functor + a.offset);
            }
        }
        if (k.exchange_bytes > 0) {
            set(k.exchange_bytes, nullptr);
        }
        if (k.global_scratch > 0) {
            set_memory(this->find(scratch));
        } else if (k.local_scratch > 0) {
            set(k.local_scratch * sizeof(float), nullptr);
        }
        std::size_t const local = k.work_items, global = n * local;
        cl_event event = nullptr;
        cl_int const error = clEnqueueNDRangeKernel(this->queue, k.object.get(), 1, nullptr, &global, &local, 0, nullptr, &event);
        if (error != CL_SUCCESS) {
            refuse_launch(k, error);
        }
        this->launched(k.name, opencl_event(event));
    }

private:
    using place = typename opencl_memory<Kind>::place;

    LOCKSTEP_COLD void refuse_launch(kernel const& k, cl_int error) {
        this->check_kernels();
        bool const is_large = k.work_items > hosted_world::width &&
                              (error == CL_OUT_OF_RESOURCES || error == CL_INVALID_WORK_GROUP_SIZE);
        std::string const of_size = "; a work-group has " + std::to_string(k.work_items) + " work-items: give a team of fewer " +
                                    "than " + std::to_string(team_) + " in the device's configuration";
        std::string const of_memory = error == CL_MEM_OBJECT_ALLOCATION_FAILURE ? "; the device has too little memory" : "";
        check_opencl(name, error, "the launch of the kernel " + k.name, is_large ? of_size : of_memory);
    }
    /// Throws std::runtime_error if the arguments have more bytes than the device takes. Every device takes at least 1024.
    LOCKSTEP_COLD void check_arguments(kernel_text const& text, bool is_global) const {
        std::size_t bytes = (has_vectors_ ? 0 : sizeof(cl_mem)) +
                            (text.scratch > 0 && (is_global || !has_vectors_) ? sizeof(cl_mem) : 0);
        for (kernel_argument const& a : text.arguments) {
            bytes += a.is_pointer ? sizeof(cl_mem) + sizeof(cl_ulong) : a.type == "size_t" ? 8 : 4;
        }
        auto const most = opencl_info<std::size_t>(name, this->device, CL_DEVICE_MAX_PARAMETER_SIZE);
        if (bytes > most) {
            throw std::runtime_error(std::string(name) + ": the kernel " + text.name + " has arguments of " +
                                     std::to_string(bytes) + " bytes, and this device takes " + std::to_string(most) +
                                     ": put some into a buffer");
        }
    }
    static bool is_processor(cl_device_id device) {
        return (opencl_info<cl_device_type>(name, device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
    }
    static std::size_t largest_team(cl_device_id device) {
        auto const work_items = opencl_info<std::size_t>(name, device, CL_DEVICE_MAX_WORK_GROUP_SIZE);
        return std::max<std::size_t>(1, work_items / hosted_world::width);
    }

    LOCKSTEP_COLD opencl_backend(opencl_device_name const& chosen, opencl_config const& config)
        : opencl_memory<Kind>(chosen, config.time_limit),
          has_vectors_(config.lanes == opencl_lanes::vectors ||
                       (config.lanes == opencl_lanes::automatic && is_processor(chosen.id))),
          team_(std::clamp<std::size_t>(config.team != 0 ? config.team : is_processor(chosen.id) ? 1 : 8, 1,
                                        largest_team(chosen.id))),
          cache_(config.cache) {}

    bool has_vectors_;
    std::size_t team_;
    kernel_cache cache_;
};

}  // namespace detail

/// A device of OpenCL, with memory of its own. The first launch of a kernel writes its text and compiles it. The result is kept
/// in memory and on the disk. If the driver is PoCL, PoCL itself keeps it on the disk. All work is queued, in order. Kernels give
/// the processor's bits if the device rounds division and roots correctly (CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) and flushes
/// denormals to zero. Other devices train with bits of their own. Without CL_FP_FMA the bits are the same, but multiply-adds are
/// computed in software, which is slow.
///
///     ls::opencl device;                       // the first device
///     ls::opencl device({.device = "GeForce"});
class opencl : public compiling_device<detail::opencl_backend<memory_kind::discrete>> {
public:
    /// Throws std::runtime_error if there is no such device, or if OpenCL gives no context or no queue for it.
    LOCKSTEP_COLD explicit opencl(opencl_config const& config = {})
        : compiling_device(std::make_shared<detail::opencl_backend<memory_kind::discrete>>(config)) {}
};
static_assert(device<opencl>);

/// A device of OpenCL that computes in the host's own memory, as processors and the graphics in them do. After synchronize(),
/// host_view(buffer) shows the memory of the kernels itself.
class unified_opencl : public compiling_device<detail::opencl_backend<memory_kind::unified>> {
public:
    /// Throws std::runtime_error if there is no such device, or if the device has memory of its own.
    LOCKSTEP_COLD explicit unified_opencl(opencl_config const& config = {})
        : compiling_device(std::make_shared<detail::opencl_backend<memory_kind::unified>>(config)) {}
};
static_assert(device<unified_opencl>);

}  // namespace lockstep
