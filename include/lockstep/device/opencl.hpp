// SPDX-License-Identifier: MIT
// A device of OpenCL: a graphics processor, or with PoCL the processor itself. Needs the headers of OpenCL and its loader
// (-lOpenCL; in Debian ocl-icd-opencl-dev), version 1.2.
#pragma once

#ifndef CL_TARGET_OPENCL_VERSION
#    define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/device/device.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>
#include <lockstep/kernel/opencl_text.hpp>

namespace lockstep {

/// What the lanes of a row are in a kernel's text.
enum class opencl_lanes {
    automatic,   ///< a vector on processors, work-items elsewhere
    vectors,     ///< a vector of 16 numbers in one work-item
    work_items,  ///< the work-items of a work-group
};

struct opencl_config {
    std::string device = {};  ///< its number, from 0 over all platforms, or a part of its name; empty: the first
    opencl_lanes lanes = opencl_lanes::automatic;
};

namespace detail {

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
LOCKSTEP_COLD inline cl_device_id choose_opencl_device(std::string const& asked) {
    auto const devices = opencl_devices();
    if (devices.empty()) {
        throw std::runtime_error("lockstep::opencl: no device: install a driver, for the processor itself Debian's pocl-opencl-icd");
    }
    std::string list;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (asked.empty() || asked == std::to_string(i) || devices[i].name.find(asked) != std::string::npos) {
            return devices[i].id;
        }
        list += (list.empty() ? "" : ", ") + std::to_string(i) + " is " + devices[i].name;
    }
    throw std::runtime_error("lockstep::opencl: no device \"" + asked + "\": " + list);
}

template <class T>
T opencl_info(cl_device_id device, cl_device_info what) {
    T value{};
    check_opencl(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
    return value;
}

/// A context, its queue and the buffers in it, which are found by addresses of their own making.
class opencl_memory {
public:
    explicit opencl_memory(cl_device_id chosen) : device(chosen) {
        cl_int error = 0;
        context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
        check_opencl(error, "clCreateContext");
        queue = clCreateCommandQueue(context, device, 0, &error);
        if (error != CL_SUCCESS) {
            clReleaseContext(context);
            check_opencl(error, "clCreateCommandQueue");
        }
    }
    ~opencl_memory() {
        clReleaseCommandQueue(queue);
        clReleaseContext(context);
    }
    opencl_memory(opencl_memory const&) = delete;
    opencl_memory& operator=(opencl_memory const&) = delete;

    /// Zeros. Throws std::bad_alloc.
    std::uintptr_t take(std::size_t bytes) {
        std::size_t const size = std::max<std::size_t>((bytes + 3) / 4 * 4, 4);
        if (size < bytes || size > opencl_info<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE)) {
            throw std::bad_alloc();
        }
        cl_int error = 0;
        cl_mem const memory = clCreateBuffer(context, CL_MEM_READ_WRITE, size, nullptr, &error);
        check_opencl(error, "clCreateBuffer");
        cl_uint const zero = 0;
        error = clEnqueueFillBuffer(queue, memory, &zero, sizeof zero, 0, size, 0, nullptr, nullptr);
        if (error != CL_SUCCESS) {
            clReleaseMemObject(memory);
            check_opencl(error, "clEnqueueFillBuffer");
        }
        std::uintptr_t const at = next_;
        next_ += (size / alignment + 2) * alignment;
        buffers_[at] = {memory, size};
        return at;
    }
    void give(std::uintptr_t at) {
        auto const found = buffers_.find(at);
        clReleaseMemObject(found->second.memory);
        buffers_.erase(found);
    }

    struct place {
        cl_mem memory;
        cl_ulong begin;  ///< bytes
    };
    /// The buffer in which an address lies, or at whose end; none for a null pointer. Throws std::invalid_argument.
    place find(std::uintptr_t at) const {
        if (at == 0) {
            return {nullptr, 0};
        }
        auto const after = buffers_.upper_bound(at);
        if (after == buffers_.begin() || std::prev(after)->first + std::prev(after)->second.size < at) {
            throw std::invalid_argument("lockstep::opencl: a kernel points at memory that is in no buffer of this device");
        }
        auto const found = std::prev(after);
        return {found->second.memory, at - found->first};
    }

    cl_device_id device;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;

private:
    static constexpr std::size_t alignment = 4096;
    struct buffer {
        cl_mem memory;
        std::size_t size;  // bytes
    };
    std::map<std::uintptr_t, buffer> buffers_;
    std::uintptr_t next_ = alignment;
};

}  // namespace detail

/// n values of T in the memory of an OpenCL device. data() is an address for kernels only.
template <class T>
class opencl_buffer {
    static_assert(std::is_trivially_copyable_v<T>, "lockstep::opencl_buffer: T must be trivially copyable");

public:
    static constexpr memory_kind memory = memory_kind::discrete;

    opencl_buffer() = default;
    opencl_buffer(std::shared_ptr<detail::opencl_memory> owner, std::size_t size) : owner_(std::move(owner)), size_(size) {
        if (size > ~std::size_t(0) / sizeof(T)) {
            throw std::bad_array_new_length();
        }
        at_ = owner_->take(size * sizeof(T));
    }
    opencl_buffer(opencl_buffer&& other) noexcept { *this = std::move(other); }
    opencl_buffer& operator=(opencl_buffer&& other) noexcept {
        std::swap(owner_, other.owner_);
        std::swap(at_, other.at_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~opencl_buffer() {
        if (at_ != 0) {
            owner_->give(at_);
        }
    }

    T* data() { return reinterpret_cast<T*>(at_); }
    T const* data() const { return reinterpret_cast<T const*>(at_); }
    std::size_t size() const { return size_; }

private:
    std::shared_ptr<detail::opencl_memory> owner_;
    std::uintptr_t at_ = 0;
    std::size_t size_ = 0;
};

/// A device of OpenCL. A kernel is written, compiled and kept when it is first launched. Everything is queued, in order.
///
///     ls::opencl device;                       // the first there is
///     ls::opencl device({.device = "GeForce"});
class opencl {
public:
    static constexpr memory_kind memory = memory_kind::discrete;
    using world = hosted_world;
    static constexpr std::size_t width = world::width;
    template <class T>
    using buffer = opencl_buffer<T>;

    /// Throws std::runtime_error when there is no such device.
    LOCKSTEP_COLD explicit opencl(opencl_config const& config = {})
        : memory_(std::make_shared<detail::opencl_memory>(detail::choose_opencl_device(config.device))),
          has_vectors_(config.lanes == opencl_lanes::vectors || (config.lanes == opencl_lanes::automatic && is_processor())) {}

    /// n zeros. Throws std::bad_alloc.
    template <class T>
    buffer<T> allocate(std::size_t n) {
        return buffer<T>(memory_, n);
    }

    /// Queues kernel(row) for every row in [0, n). Throws std::runtime_error with the compiler's words for a text that does not
    /// compile, and std::logic_error for a kernel that has no text.
    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        compiled& c = kernels_.find(kernel, [this](kernel_text const& text) { return compile(text); });
        launch(c, n, reinterpret_cast<std::byte const*>(&kernel));
    }

    /// Throws std::invalid_argument if the buffer is too small.
    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) {
        check_copy("lockstep::opencl", offset, from.size(), to.size());
        auto const at = memory_->find(reinterpret_cast<std::uintptr_t>(to.data()));
        if (!from.empty()) {
            detail::check_opencl(clEnqueueWriteBuffer(memory_->queue, at.memory, CL_TRUE, offset * sizeof(T), from.size_bytes(),
                                                      from.data(), 0, nullptr, nullptr), "clEnqueueWriteBuffer");
        }
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) {
        check_copy("lockstep::opencl", offset, to.size(), from.size());
        auto const at = memory_->find(reinterpret_cast<std::uintptr_t>(from.data()));
        if (!to.empty()) {
            detail::check_opencl(clEnqueueReadBuffer(memory_->queue, at.memory, CL_TRUE, offset * sizeof(T), to.size_bytes(),
                                                     to.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
        }
    }

    void synchronize() { detail::check_opencl(clFinish(memory_->queue), "clFinish"); }

private:
    bool is_processor() const {
        return (detail::opencl_info<cl_device_type>(memory_->device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
    }

    struct compiled {
        struct release {
            void operator()(cl_kernel released) const { clReleaseKernel(released); }
        };
        std::unique_ptr<std::remove_pointer_t<cl_kernel>, release> kernel;
        std::vector<kernel_argument> arguments;
        std::size_t global_scratch;  ///< floats a row
        buffer<float> scratch;       ///< of all rows, where it lies in global memory
    };

    LOCKSTEP_COLD compiled compile(kernel_text const& text) {
        auto const local = detail::opencl_info<cl_ulong>(memory_->device, CL_DEVICE_LOCAL_MEM_SIZE);
        bool const is_global = text.scratch * sizeof(float) > local / 2;
        std::string const source = opencl_text(text, {.vectors = has_vectors_, .global_scratch = is_global});
        char const* begin = source.c_str();
        cl_int error = 0;
        cl_program const program = clCreateProgramWithSource(memory_->context, 1, &begin, nullptr, &error);
        detail::check_opencl(error, "clCreateProgramWithSource");
        // As kernels of the processor: denormals are zeros, division and roots are exact.
        char const* const options = "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -cl-denorms-are-zero";
        cl_kernel kernel = nullptr;
        if (clBuildProgram(program, 1, &memory_->device, options, nullptr, nullptr) == CL_SUCCESS) {
            kernel = clCreateKernel(program, text.name.c_str(), &error);
        }
        std::string const log = kernel == nullptr ? build_log(program) : "";
        clReleaseProgram(program);  // a kernel keeps its own
        if (kernel == nullptr) {
            throw std::runtime_error("lockstep::opencl: the kernel " + text.name + " does not compile: " + log);
        }
        return {decltype(compiled::kernel)(kernel), text.arguments, is_global ? text.scratch : 0, {}};
    }

    std::string build_log(cl_program program) const {
        std::size_t size = 0;
        clGetProgramBuildInfo(program, memory_->device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
        std::string log(size, '\0');
        clGetProgramBuildInfo(program, memory_->device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
        return log.substr(0, 4000);
    }

    void launch(compiled& c, std::size_t n, std::byte const* functor) {
        if (n == 0) {
            return;
        }
        cl_uint number = 0;
        auto const set = [&](std::size_t size, void const* value) {
            detail::check_opencl(clSetKernelArg(c.kernel.get(), number++, size, value), "clSetKernelArg");
        };
        for (kernel_argument const& a : c.arguments) {
            if (a.is_pointer) {
                std::uintptr_t at = 0;
                std::memcpy(&at, functor + a.offset, sizeof at);
                auto const place = memory_->find(at);
                set(sizeof place.memory, &place.memory);
                set(sizeof place.begin, &place.begin);
            } else {
                set(a.type == "size_t" ? 8 : 4, functor + a.offset);
            }
        }
        if (c.global_scratch > 0) {
            if (c.scratch.size() < n * c.global_scratch) {
                c.scratch = allocate<float>(n * c.global_scratch);
            }
            auto const place = memory_->find(reinterpret_cast<std::uintptr_t>(c.scratch.data()));
            set(sizeof place.memory, &place.memory);
        }
        std::size_t const local = has_vectors_ ? 1 : width, global = n * local;
        detail::check_opencl(clEnqueueNDRangeKernel(memory_->queue, c.kernel.get(), 1, nullptr, &global, &local, 0, nullptr, nullptr),
                             "clEnqueueNDRangeKernel");
    }

    std::shared_ptr<detail::opencl_memory> memory_;
    bool has_vectors_;
    launched_kernels<compiled> kernels_;
};

}  // namespace lockstep
