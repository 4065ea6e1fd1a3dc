// SPDX-License-Identifier: MIT
// The device that bench/gpu/run.sh measures, by the macro LOCKSTEP_GPU: cuda, unified_cuda, opencl, unified_opencl or metal.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#define LOCKSTEP_GPU_IS_cuda 1
#define LOCKSTEP_GPU_IS_unified_cuda 1
#define LOCKSTEP_GPU_IS_opencl 2
#define LOCKSTEP_GPU_IS_unified_opencl 2
#define LOCKSTEP_GPU_IS_metal 3
#define LOCKSTEP_GPU_PASTE(a, b) a##b
#define LOCKSTEP_GPU_KIND(name) LOCKSTEP_GPU_PASTE(LOCKSTEP_GPU_IS_, name)
#if LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 1
#    include <lockstep/device/cuda.hpp>
#elif LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 2
#    include <lockstep/device/opencl.hpp>
#elif LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 3
#    include <lockstep/device/metal.hpp>
#else
#    error "LOCKSTEP_GPU names no device"
#endif

#include "../timing.hpp"

namespace bench {

/// The device, with a clock round every kernel while `is_profiled`: the host then waits for each of them.
class gpu : public lockstep::LOCKSTEP_GPU {
public:
    struct kernel_time {
        double seconds = 0;
        std::size_t launches = 0;
    };
    using base = lockstep::LOCKSTEP_GPU;
#if LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 1
    explicit gpu(lockstep::cuda_config const& config = {}) : base(limited(config)) {}
#else
    gpu() = default;
#endif

    bool is_profiled = false;
    std::map<std::string, kernel_time> times;

    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        if (!is_profiled) {
            base::for_each(n, kernel);
            return;
        }
        synchronize();
        double const begin = wall_seconds();
        base::for_each(n, kernel);
        synchronize();
        kernel_time& time = times[lockstep::kernel_name<Kernel>()];
        time.seconds += wall_seconds() - begin;
        ++time.launches;
    }

#if LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 1
private:
    /// A kernel that does not end is an error after a minute. It leaves time for what is measured after it.
    static lockstep::cuda_config limited(lockstep::cuda_config config) {
        config.time_limit = 60;
        return config;
    }
#endif
};

}  // namespace bench
