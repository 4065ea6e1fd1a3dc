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
    cl_device_fp_config lacks = 0;      ///< bits of CL_DEVICE_SINGLE_FP_CONFIG
    std::string options = {};           ///< of the last program that was built

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

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, std::size_t size, void* value, std::size_t* needed) {
    static auto* const real = support::pretended_opencl::real(&clGetDeviceInfo, "clGetDeviceInfo");
    cl_int const error = real(device, what, size, value, needed);
    auto const& state = support::pretended_opencl::get();
    if (error == CL_SUCCESS && value != nullptr && what == CL_DEVICE_SINGLE_FP_CONFIG) {
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
    state.options = options;
    bool const is_wrong = (state.lacks & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0 &&
                          state.options.find("-cl-fp32-correctly-rounded-divide-sqrt") != std::string::npos;
    return is_wrong ? CL_INVALID_BUILD_OPTIONS : real(program, count, devices, options, done, with);
}

}  // extern "C"
