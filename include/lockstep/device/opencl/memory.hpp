// SPDX-License-Identifier: MIT
// The memory of a device of OpenCL, and its queue.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/choose_device.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/device/launch_watch.hpp>
#include <lockstep/device/opencl/error.hpp>
#include <lockstep/device/opencl/objects.hpp>

namespace lockstep::detail {

/// The context of a device, its buffers, and its queue. A discrete buffer has an invented address, which only serves to find the
/// buffer. A unified buffer is the host's memory. While nothing is queued, unified buffers are mapped, so by OpenCL's rules they
/// belong to the host. A launch unmaps the buffers that it uses.
template <memory_kind Kind>
class opencl_memory {
public:
    static constexpr memory_kind memory = Kind;
    static constexpr bool is_unified = Kind == memory_kind::unified;
    static constexpr char const* name = is_unified ? "lockstep::unified_opencl" : "lockstep::opencl";

    /// Throws std::runtime_error if OpenCL gives no context or no queue, or if Kind is unified and the device does not share the
    /// host's memory.
    LOCKSTEP_COLD opencl_memory(opencl_device_name const& chosen, double time_limit)
        : device(chosen.id), watch_(name, time_limit) {
        if (is_unified) {
            check_shares_memory(opencl_info<cl_bool>(name, device, CL_DEVICE_HOST_UNIFIED_MEMORY) != 0, name, chosen.name,
                                "lockstep::opencl");
        }
        cl_int error = 0;
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
        check(error, "clCreateContext");
        queue = clCreateCommandQueue(context, device, 0, &error);
        if (error != CL_SUCCESS) {
            clReleaseContext(context);
            check(error, "clCreateCommandQueue");
        }
    }
    ~opencl_memory() {
        if (has_ended_after([this] { wait(); })) {
            clReleaseCommandQueue(queue);
            clReleaseContext(context);
        }
    }
    opencl_memory(opencl_memory const&) = delete;
    opencl_memory& operator=(opencl_memory const&) = delete;

    /// Allocates zeros and returns their address. Throws std::bad_alloc if there is not enough memory.
    std::uintptr_t take(std::size_t bytes) {
        std::size_t const size = std::max(bytes + line - 1, line) / line * line;
        if (size < bytes || size > opencl_info<cl_ulong>(name, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) {
            throw std::bad_alloc();
        }
        buffer made{.memory = nullptr, .size = std::max<std::size_t>(bytes, 1)};
        cl_int error = 0;
        std::uintptr_t at = next_;
        if constexpr (is_unified) {
            host_memory own(::operator new(size, std::align_val_t(page)));
            std::memset(own.get(), 0, size);
            made.memory.reset(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size, own.get(), &error));
            check_memory(error, "clCreateBuffer");
            check(clSetMemObjectDestructorCallback(made.memory.get(), &free_host_memory, own.get()),
                  "clSetMemObjectDestructorCallback");
            made.on_host = own.release();
            at = reinterpret_cast<std::uintptr_t>(made.on_host);
            wait();
            map(made, CL_TRUE);
        } else {
            made.memory.reset(clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &error));
            check_memory(error, "clCreateBuffer");
            cl_uint const zero = 0;
            check_memory(clEnqueueFillBuffer(queue, made.memory.get(), &zero, sizeof zero, 0, size, 0, nullptr, nullptr),
                         "clEnqueueFillBuffer");
            next_ += (size / page + 2) * page;
        }
        buffers_.insert_or_assign(at, std::move(made));
        return at;
    }
    /// Frees the buffer at `at`. OpenCL keeps its memory until the kernels that use it have ended.
    void give(std::uintptr_t at) {
        auto const found = buffers_.find(at);
        unmap(found->second);
        buffers_.erase(found);
    }

    void write(std::uintptr_t to, void const* from, std::size_t bytes) {
        wait();
        auto const at = find(to);
        check(clEnqueueWriteBuffer(queue, at.of->memory.get(), CL_TRUE, at.begin, bytes, from, 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
    }
    void read(void* to, std::uintptr_t from, std::size_t bytes) {
        wait();
        auto const at = find(from);
        check(clEnqueueReadBuffer(queue, at.of->memory.get(), CL_TRUE, at.begin, bytes, to, 0, nullptr, nullptr),
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
        check(clFinish(queue), "clFinish");
    }

protected:
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
    /// Returns the buffer that contains an address or ends there, and the offset of the address in it. For a null pointer it
    /// returns a null pointer as the buffer. Throws std::invalid_argument if there is no such buffer.
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
    /// Unmaps a buffer, so that it belongs to the next launch and no longer to the host.
    void unmap(buffer& b) {
        if (b.is_mapped) {
            clEnqueueUnmapMemObject(queue, b.memory.get(), b.on_host, 0, nullptr, nullptr);
            b.is_mapped = false;
        }
    }

    /// Notes that a launch of this kernel has been queued.
    void launched(std::string const& kernel, opencl_event event) {
        constexpr std::size_t launches_a_flush = 16;  // so that the device begins before the host waits
        constexpr std::size_t most_launches = 512;    // a driver whose queue is full waits without a limit
        last_kernel_ = kernel;
        watch_.launched(kernel);
        watch_.mark(std::move(event));
        if (++unflushed_ == launches_a_flush) {
            flush();
        }
        watch_.wait(event_has_ended, most_launches);
    }
    /// Throws std::runtime_error unless `error` is CL_SUCCESS. If a kernel has failed, the message names the kernel, and not the
    /// call `what` that reports the error.
    void check(cl_int error, char const* what) {
        if (error != CL_SUCCESS) {
            check_kernels();
            check_opencl(name, error, what, last_kernel_.empty() ? "" : "; the kernel launched last is " + last_kernel_);
        }
    }
    /// Throws std::runtime_error if a kernel has failed. The message names the kernel.
    void check_kernels() { watch_.forget(event_has_ended, 0); }

    cl_device_id const device;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

private:
    static constexpr std::size_t page = 4096, line = 64;  // drivers use whole lines from a page on without a copy

    struct free_memory {
        void operator()(void* freed) const { ::operator delete(freed, std::align_val_t(page)); }
    };
    using host_memory = std::unique_ptr<void, free_memory>;
    static void CL_CALLBACK free_host_memory(cl_mem, void* own) { free_memory()(own); }

    void check_memory(cl_int error, char const* what) {
        if (is_opencl_memory(error)) {
            check_kernels();
            throw std::bad_alloc();
        }
        check(error, what);
    }
    /// Makes the device begin with what is queued.
    void flush() {
        unflushed_ = 0;
        check(clFlush(queue), "clFlush");
    }
    void map(buffer& b, cl_bool is_blocking) {
        if (!b.is_mapped) {
            cl_int error = 0;
            clEnqueueMapBuffer(queue, b.memory.get(), is_blocking, CL_MAP_READ | CL_MAP_WRITE, 0, b.size, 0, nullptr, nullptr,
                               &error);
            if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE) {
                throw std::bad_alloc();
            }
            check(error, "clEnqueueMapBuffer");
            b.is_mapped = true;
        }
    }
    static bool event_has_ended(opencl_event const& event, std::set<std::string> const& kernels) {
        cl_int status = 0;
        check_opencl(name, clGetEventInfo(event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
                     "clGetEventInfo");
        if (status < 0) {
            throw std::runtime_error(std::string(name) + ": the kernel " + *kernels.begin() + " failed with " +
                                     opencl_error(status));
        }
        return status == CL_COMPLETE;
    }

    std::map<std::uintptr_t, buffer> buffers_;
    std::uintptr_t next_ = page;
    std::string last_kernel_;
    std::size_t unflushed_ = 0;  // launches
    launch_watch<opencl_event> watch_;
};

}  // namespace lockstep::detail
