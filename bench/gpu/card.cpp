// SPDX-License-Identifier: MIT
// The name of the card and of its driver, in one line; an error if there is none.
#include <cstdio>
#include <exception>
#include <string>

#include "device.hpp"

namespace {

std::string card() {
    bench::gpu const device;  // compiler and all
#if LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 1
    auto const driver = lockstep::detail::find_cuda().first;
    return driver.name(driver.numbered(0)) + ", CUDA " + std::to_string(driver.version() / 10) + "." +
           std::to_string(driver.version() % 10);
#elif LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 2
    char const* const whose = "lockstep::opencl";
    auto const chosen = lockstep::detail::choose_opencl_device(whose, "");
    return chosen.name + ", driver " + lockstep::detail::opencl_text_info(whose, chosen.id, CL_DRIVER_VERSION);
#else
    auto const chosen = lockstep::detail::choose_metal_device("");
    lockstep::detail::objc_pool const pool;
    return lockstep::detail::text_of(lockstep::detail::send<void*>(chosen.get(), "name"));
#endif
}

}  // namespace

int main() try { std::printf("%s\n", card().c_str()); } catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
