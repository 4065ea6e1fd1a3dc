// SPDX-License-Identifier: MIT
// An OpenCL device with less than the machine's has, and with errors. A program that includes this calls functions which stand
// before the library's and ask it for what a test does not state. One file of a program may include it.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>

#include <dlfcn.h>

#include <lockstep/device/opencl/objects.hpp>

namespace support {

struct pretended_opencl {
    cl_device_fp_config lacks = 0;                      ///< bits of CL_DEVICE_SINGLE_FP_CONFIG
    std::size_t parameter_bytes = 0;                    ///< CL_DEVICE_MAX_PARAMETER_SIZE; 0: the machine's
    cl_int launch = CL_SUCCESS, flush = CL_SUCCESS;     ///< what a launch and clFlush return
    cl_int create = CL_SUCCESS, fill = CL_SUCCESS;      ///< likewise clCreateBuffer and clEnqueueFillBuffer
    cl_int kernel = CL_SUCCESS;                         ///< likewise clCreateKernel
    cl_int event = CL_SUCCESS;                          ///< how kernels end
    cl_int build = CL_SUCCESS;                          ///< what clBuildProgram returns, without a word of the compiler
    bool has_devices = true;                            ///< if not, platforms have none and call that a success
    std::string options = {};                           ///< of the last program that was built
    int flushes = 0;                                    ///< calls of clFlush

    static pretended_opencl& get() {
        static pretended_opencl state;
        return state;
    }
    /// The library's function of this name and type.
    template <class F>
    static F* real(F*, char const* name) {
        return reinterpret_cast<F*>(::dlsym(RTLD_NEXT, name));
    }
};

/// What a test pretends, as long as this lives.
struct pretence {
    pretence() { pretended_opencl::get() = {}; }
    pretence(pretence const&) = delete;
    pretence& operator=(pretence const&) = delete;
    ~pretence() { pretended_opencl::get() = {}; }
    pretended_opencl* operator->() const { return &pretended_opencl::get(); }
};

}  // namespace support

extern "C" {

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* devices,
                                  cl_uint* count) {
    static auto* const real = support::pretended_opencl::real(&clGetDeviceIDs, "clGetDeviceIDs");
    if (support::pretended_opencl::get().has_devices) {
        return real(platform, type, room, devices, count);
    }
    if ((devices == nullptr && count == nullptr) || (devices != nullptr && room == 0)) {
        return CL_INVALID_VALUE;
    }
    if (count != nullptr) {
        *count = 0;
    }
    return CL_SUCCESS;
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t size, void* value, std::size_t* needed) {
    static auto* const real = support::pretended_opencl::real(&clGetDeviceInfo, "clGetDeviceInfo");
    cl_int const error = real(device, what, size, value, needed);
    auto const& state = support::pretended_opencl::get();
    if (error != CL_SUCCESS || value == nullptr) {
        return error;
    }
    if (what == CL_DEVICE_MAX_PARAMETER_SIZE && state.parameter_bytes > 0) {
        std::memcpy(value, &state.parameter_bytes, sizeof state.parameter_bytes);
    }
    if (what == CL_DEVICE_SINGLE_FP_CONFIG) {
        cl_device_fp_config has = 0;
        std::memcpy(&has, value, sizeof has);
        has &= ~state.lacks;
        std::memcpy(value, &has, sizeof has);
    }
    return error;
}

/// A driver refuses an option that its device cannot do.
cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, cl_device_id const* devices, char const* options,
                                  void(CL_CALLBACK* done)(cl_program, void*), void* with) {
    static auto* const real = support::pretended_opencl::real(&clBuildProgram, "clBuildProgram");
    auto& state = support::pretended_opencl::get();
    state.options = options == nullptr ? "" : options;
    bool const is_wrong = (state.lacks & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0 &&
                          state.options.find("-cl-fp32-correctly-rounded-divide-sqrt") != std::string::npos;
    cl_int const error = is_wrong ? CL_INVALID_BUILD_OPTIONS : state.build;
    return error != CL_SUCCESS ? error : real(program, count, devices, options, done, with);
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, char const* name, cl_int* error) {
    static auto* const real = support::pretended_opencl::real(&clCreateKernel, "clCreateKernel");
    cl_int const refusal = support::pretended_opencl::get().kernel;
    if (refusal == CL_SUCCESS) {
        return real(program, name, error);
    }
    if (error != nullptr) {
        *error = refusal;
    }
    return nullptr;
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, std::size_t const* offset,
                                          std::size_t const* global, std::size_t const* local, cl_uint waits,
                                          cl_event const* events, cl_event* made) {
    static auto* const real = support::pretended_opencl::real(&clEnqueueNDRangeKernel, "clEnqueueNDRangeKernel");
    cl_int const error = support::pretended_opencl::get().launch;
    return error != CL_SUCCESS ? error : real(queue, kernel, dimensions, offset, global, local, waits, events, made);
}

cl_int CL_API_CALL clFlush(cl_command_queue queue) {
    static auto* const real = support::pretended_opencl::real(&clFlush, "clFlush");
    ++support::pretended_opencl::get().flushes;
    cl_int const error = support::pretended_opencl::get().flush, found = real(queue);
    return error != CL_SUCCESS ? error : found;
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, std::size_t size, void* of_host, cl_int* error) {
    static auto* const real = support::pretended_opencl::real(&clCreateBuffer, "clCreateBuffer");
    cl_int const refusal = support::pretended_opencl::get().create;
    if (refusal == CL_SUCCESS) {
        return real(context, flags, size, of_host, error);
    }
    if (error != nullptr) {
        *error = refusal;
    }
    return nullptr;
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, void const* pattern, std::size_t pattern_size,
                                       std::size_t offset, std::size_t size, cl_uint waits, cl_event const* events,
                                       cl_event* made) {
    static auto* const real = support::pretended_opencl::real(&clEnqueueFillBuffer, "clEnqueueFillBuffer");
    cl_int const error = support::pretended_opencl::get().fill;
    return error != CL_SUCCESS ? error : real(queue, memory, pattern, pattern_size, offset, size, waits, events, made);
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info what, std::size_t size, void* value, std::size_t* needed) {
    static auto* const real = support::pretended_opencl::real(&clGetEventInfo, "clGetEventInfo");
    cl_int const error = real(event, what, size, value, needed), end = support::pretended_opencl::get().event;
    if (end != CL_SUCCESS && what == CL_EVENT_COMMAND_EXECUTION_STATUS) {
        std::memcpy(value, &end, sizeof end);
    }
    return error;
}

}  // extern "C"
