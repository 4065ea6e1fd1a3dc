// SPDX-License-Identifier: MIT
// A device of OpenCL: a graphics processor, or with PoCL the processor itself. Needs the headers of OpenCL and its loader
// (-lOpenCL; in Debian ocl-icd-opencl-dev), version 1.2.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/choose_device.hpp>
#include <lockstep/device/compiling_device.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/kernel_cache.hpp>
#include <lockstep/device/launch_watch.hpp>
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
    std::string device = {};  ///< its number, from 0 over all platforms, or a part of its name; empty: the first
    opencl_lanes lanes = opencl_lanes::automatic;
    /// The number of members in a pack's team, if lanes are work-items. Each member is 16 work-items. They share the products of
    /// the pack. 0: 8, on a processor 1.
    std::size_t team = 0;
    std::string cache = {};    ///< the folder of compiled kernels; empty: device/kernel_cache.hpp says which
    double time_limit = 1800;  ///< seconds that a launch may take, with the driver's compiler at the first one; 0: no limit
};

namespace detail {

/// Buffers of one context, and its queue. Discrete buffers have invented addresses, which only serve to find them. Unified
/// buffers are the host's memory. While nothing is queued they are mapped, so by OpenCL's rules they belong to the host; a launch
/// unmaps those that it uses.
template <memory_kind Kind>
class opencl_backend {
public:
    static constexpr memory_kind memory = Kind;
    static constexpr bool is_unified = Kind == memory_kind::unified;
    static constexpr char const* name = is_unified ? "lockstep::unified_opencl" : "lockstep::opencl";

    LOCKSTEP_COLD explicit opencl_backend(opencl_config const& config)
        : opencl_backend(choose_opencl_device(name, config.device), config) {}
    ~opencl_backend() {
        if (has_ended_after([this] { wait(); })) {
            clReleaseCommandQueue(queue_);
            clReleaseContext(context_);
        }
    }
    opencl_backend(opencl_backend const&) = delete;
    opencl_backend& operator=(opencl_backend const&) = delete;

    /// Allocates zeros and returns their address. Throws std::bad_alloc.
    std::uintptr_t take(std::size_t bytes) {
        std::size_t const size = std::max(bytes + line - 1, line) / line * line;
        if (size < bytes || size > opencl_info<cl_ulong>(name, device_, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) {
            throw std::bad_alloc();
        }
        buffer made{.memory = nullptr, .size = std::max<std::size_t>(bytes, 1)};
        cl_int error = 0;
        std::uintptr_t at = next_;
        if constexpr (is_unified) {
            host_memory own(::operator new(size, std::align_val_t(page)));
            std::memset(own.get(), 0, size);
            made.memory.reset(clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size, own.get(), &error));
            check_memory(error, "clCreateBuffer");
            check(clSetMemObjectDestructorCallback(made.memory.get(), &free_host_memory, own.get()),
                  "clSetMemObjectDestructorCallback");
            made.on_host = own.release();
            at = reinterpret_cast<std::uintptr_t>(made.on_host);
            wait();
            map(made, CL_TRUE);
        } else {
            made.memory.reset(clCreateBuffer(context_, CL_MEM_READ_WRITE, size, nullptr, &error));
            check_memory(error, "clCreateBuffer");
            cl_uint const zero = 0;
            check_memory(clEnqueueFillBuffer(queue_, made.memory.get(), &zero, sizeof zero, 0, size, 0, nullptr, nullptr),
                         "clEnqueueFillBuffer");
            next_ += (size / page + 2) * page;
        }
        buffers_.insert_or_assign(at, std::move(made));
        return at;
    }
    /// OpenCL keeps the memory of a kernel until the kernel has ended.
    void give(std::uintptr_t at) {
        auto const found = buffers_.find(at);
        unmap(found->second);
        buffers_.erase(found);
    }

    void write(std::uintptr_t to, void const* from, std::size_t bytes) {
        wait();
        auto const at = find(to);
        check(clEnqueueWriteBuffer(queue_, at.of->memory.get(), CL_TRUE, at.begin, bytes, from, 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
    }
    void read(void* to, std::uintptr_t from, std::size_t bytes) {
        wait();
        auto const at = find(from);
        check(clEnqueueReadBuffer(queue_, at.of->memory.get(), CL_TRUE, at.begin, bytes, to, 0, nullptr, nullptr),
              "clEnqueueReadBuffer");
    }
    void wait() {
        flush();
        watch_.wait(event_has_ended);
        if constexpr (is_unified) {
            for (auto& [at, mapped] : buffers_) {
                map(mapped, CL_FALSE);
            }
        }
        check(clFinish(queue_), "clFinish");
    }

    struct kernel {
        std::string name;
        opencl_object<cl_kernel, clReleaseKernel> object;
        std::vector<kernel_argument> arguments;
        std::size_t global_scratch;  ///< floats a pack
        std::size_t local_scratch;   ///< floats of the one pack that a group of work-items has
        std::size_t exchange_bytes;  ///< of local memory, for the work-items of a pack
        std::size_t work_items;      ///< of a pack
    };

    LOCKSTEP_COLD kernel compile(kernel_text const& text) {
        auto const local = opencl_info<cl_ulong>(name, device_, CL_DEVICE_LOCAL_MEM_SIZE);
        // PoCL 3.1 crashes if a function is given a local array, so on a processor scratch lies in global memory, which is as
        // fast there.
        bool const is_global = text.scratch * sizeof(float) > local / 2 || (!has_vectors_ && is_processor(device_));
        check_arguments(text, is_global);
        std::string const source = opencl_text(text, {.vectors = has_vectors_, .members = team_, .global_scratch = is_global});
        // A kernel keeps its program.
        auto const program = build_opencl(name, context_, device_, text.name, source,
                                          keeps_kernels(name, device_) ? nullptr : &cache_);
        cl_int error = 0;
        kernel result{text.name, nullptr, text.arguments, is_global ? text.scratch : 0,
                      is_global || has_vectors_ ? 0 : text.scratch,
                      has_vectors_ ? 0 : opencl_exchange_bytes,
                      has_vectors_ ? 1 : hosted_world::width * (text.has_team ? team_ : 1)};
        result.object.reset(clCreateKernel(program.object.get(), text.name.c_str(), &error));
        check(error, "clCreateKernel");
        return result;
    }

    void launch(kernel const& k, std::size_t n, std::byte const* functor, std::uintptr_t scratch) {
        cl_uint number = 0;
        auto const set = [&](std::size_t size, void const* value) {
            check(clSetKernelArg(k.object.get(), number++, size, value), "clSetKernelArg");
        };
        auto const set_memory = [&](place const& at) {
            cl_mem const given = at.of == nullptr ? nullptr : at.of->memory.get();
            set(sizeof given, &given);
            if (at.of != nullptr) {
                unmap(*at.of);
            }
        };
        for (kernel_argument const& a : k.arguments) {
            if (a.is_pointer) {
                std::uintptr_t at = 0;
                std::memcpy(&at, functor + a.offset, sizeof at);
                place const found = find(at);
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
            set_memory(find(scratch));
        } else if (k.local_scratch > 0) {
            set(k.local_scratch * sizeof(float), nullptr);
        }
        std::size_t const local = k.work_items, global = n * local;
        cl_event event = nullptr;
        cl_int const error = clEnqueueNDRangeKernel(queue_, k.object.get(), 1, nullptr, &global, &local, 0, nullptr, &event);
        if (error != CL_SUCCESS) {
            refuse_launch(k, error);
        }
        last_kernel_ = k.name;
        watch_.launched(k.name);
        watch_.mark(opencl_event(event));
        if (++unflushed_ == launches_a_flush) {
            flush();
        }
        watch_.wait(event_has_ended, most_launches);
    }

private:
    static constexpr std::size_t launches_a_flush = 16;  // so that the device begins before the host waits
    static constexpr std::size_t most_launches = 512;    // a driver whose queue is full waits without a limit
    static constexpr std::size_t page = 4096, line = 64;  // drivers use host memory of whole lines at a page without a copy

    struct buffer {
        opencl_object<cl_mem, clReleaseMemObject> memory;
        std::size_t size;         // bytes
        void* on_host = nullptr;  // where it is mapped, if its memory is unified
        bool is_mapped = false;
    };
    struct place {
        buffer* of;
        cl_ulong begin;  // bytes
    };
    /// Throws std::runtime_error. If a kernel has failed, the message names the kernel and not the call that reports the error.
    void check(cl_int error, char const* what) {
        if (error != CL_SUCCESS) {
            watch_.forget(event_has_ended, 0);
            check_opencl(name, error, what, last_kernel_.empty() ? "" : "; the kernel launched last is " + last_kernel_);
        }
    }
    void check_memory(cl_int error, char const* what) {
        if (is_opencl_memory(error)) {
            watch_.forget(event_has_ended, 0);
            throw std::bad_alloc();
        }
        check(error, what);
    }
    LOCKSTEP_COLD void refuse_launch(kernel const& k, cl_int error) {
        watch_.forget(event_has_ended, 0);
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
        auto const most = opencl_info<std::size_t>(name, device_, CL_DEVICE_MAX_PARAMETER_SIZE);
        if (bytes > most) {
            throw std::runtime_error(std::string(name) + ": the kernel " + text.name + " has arguments of " +
                                     std::to_string(bytes) + " bytes, and this device takes " + std::to_string(most) +
                                     ": put some into a buffer");
        }
    }
    /// Makes the device begin with what is queued.
    void flush() {
        unflushed_ = 0;
        check(clFlush(queue_), "clFlush");
    }
    static bool is_processor(cl_device_id device) {
        return (opencl_info<cl_device_type>(name, device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
    }

    struct free_memory {
        void operator()(void* freed) const { ::operator delete(freed, std::align_val_t(page)); }
    };
    using host_memory = std::unique_ptr<void, free_memory>;
    static std::size_t largest_team(cl_device_id device) {
        return std::max<std::size_t>(1, opencl_info<std::size_t>(name, device, CL_DEVICE_MAX_WORK_GROUP_SIZE) / hosted_world::width);
    }
    static void CL_CALLBACK free_host_memory(cl_mem, void* own) { free_memory()(own); }

    LOCKSTEP_COLD opencl_backend(opencl_device_name const& chosen, opencl_config const& config)
        : device_(chosen.id),
          has_vectors_(config.lanes == opencl_lanes::vectors ||
                       (config.lanes == opencl_lanes::automatic && is_processor(device_))),
          team_(std::clamp<std::size_t>(config.team != 0 ? config.team : is_processor(device_) ? 1 : 8, 1, largest_team(device_))),
          cache_(config.cache), watch_(name, config.time_limit) {
        if (is_unified) {
            check_shares_memory(opencl_info<cl_bool>(name, device_, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0, name, chosen.name,
                                "lockstep::opencl");
        }
        cl_int error = 0;
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
        check(error, "clCreateContext");
        queue_ = clCreateCommandQueue(context_, device_, 0, &error);
        if (error != CL_SUCCESS) {
            clReleaseContext(context_);
            check(error, "clCreateCommandQueue");
        }
    }

    /// Returns the buffer that contains an address or ends there; none for a null pointer. Throws std::invalid_argument if no
    /// buffer does.
    place find(std::uintptr_t at) {
        if (at == 0) {
            return {nullptr, 0};
        }
        auto const after = buffers_.upper_bound(at);
        if (after == buffers_.begin() || std::prev(after)->first + std::prev(after)->second.size < at) {
            throw std::invalid_argument(std::string(name) + ": a kernel points at memory that is in no buffer of this device");
        }
        auto const found = std::prev(after);
        return {&found->second, at - found->first};
    }

    void map(buffer& b, cl_bool is_blocking) {
        if (!b.is_mapped) {
            cl_int error = 0;
            clEnqueueMapBuffer(queue_, b.memory.get(), is_blocking, CL_MAP_READ | CL_MAP_WRITE, 0, b.size, 0, nullptr, nullptr,
                               &error);
            if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE) {
                throw std::bad_alloc();
            }
            check(error, "clEnqueueMapBuffer");
            b.is_mapped = true;
        }
    }
    void unmap(buffer& b) {
        if (b.is_mapped) {
            clEnqueueUnmapMemObject(queue_, b.memory.get(), b.on_host, 0, nullptr, nullptr);
            b.is_mapped = false;
        }
    }

    static bool event_has_ended(opencl_event const& event, std::set<std::string> const& kernels) {
        cl_int status = 0;
        check_opencl(name, clGetEventInfo(event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                     "clGetEventInfo");
        if (status < 0) {
            throw std::runtime_error(std::string(name) + ": the kernel " + *kernels.begin() + " failed with error " +
                                     std::to_string(status));
        }
        return status == CL_COMPLETE;
    }
    cl_device_id device_;
    bool has_vectors_;
    std::size_t team_;
    kernel_cache cache_;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    std::map<std::uintptr_t, buffer> buffers_;
    std::uintptr_t next_ = page;
    std::string last_kernel_;
    std::size_t unflushed_ = 0;  // launches
    launch_watch<opencl_event> watch_;
};

}  // namespace detail

/// A device of OpenCL, with memory of its own. A kernel is written and compiled at its first launch, and kept in memory and on
/// the disk, there by PoCL itself if that is the driver. Everything is queued, in order. Kernels have the processor's bits if the
/// device rounds division and roots correctly (CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) and flushes denormals to zero. Other devices
/// train with bits of their own. Without CL_FP_FMA the bits are the same, but multiply-adds are software, and slow.
///
///     ls::opencl device;                       // the first device
///     ls::opencl device({.device = "GeForce"});
class opencl : public compiling_device<detail::opencl_backend<memory_kind::discrete>> {
public:
    /// Throws std::runtime_error when there is no such device.
    LOCKSTEP_COLD explicit opencl(opencl_config const& config = {})
        : compiling_device(std::make_shared<detail::opencl_backend<memory_kind::discrete>>(config)) {}
};
static_assert(device<opencl>);

/// A device of OpenCL that computes in the host's own memory, as processors and the graphics in them do: after synchronize()
/// host_view(buffer) shows the memory of the kernels itself.
class unified_opencl : public compiling_device<detail::opencl_backend<memory_kind::unified>> {
public:
    /// Throws std::runtime_error when there is no such device, or when it has memory of its own.
    LOCKSTEP_COLD explicit unified_opencl(opencl_config const& config = {})
        : compiling_device(std::make_shared<detail::opencl_backend<memory_kind::unified>>(config)) {}
};
static_assert(device<unified_opencl>);

}  // namespace lockstep
