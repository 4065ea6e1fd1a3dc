// SPDX-License-Identifier: MIT
// The name of the card and of its driver, in one line; an error if there is none, or if it runs no kernel.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/device/to_host.hpp>

#include "device.hpp"

namespace {

template <class W>
struct square {
    template <class World>
    using in = square<World>;
    typename W::template pointer<typename W::number> numbers;
    void operator()(typename W::index const& pack) const { numbers[pack] = numbers[pack] * numbers[pack]; }
};

void run_a_kernel(bench::gpu& device) {
    using world = lockstep::world_of<bench::gpu>;
    auto numbers = device.allocate<float>(bench::gpu::width);
    device.copy(std::vector<float>(bench::gpu::width, 3), numbers);
    device.for_each(1, square<world>{reinterpret_cast<world::number*>(numbers.data())});
    if (lockstep::to_host(device, numbers) != std::vector<float>(bench::gpu::width, 9)) {
        throw std::runtime_error("a kernel squares 3, and the result is not 9");
    }
}

std::string card() {
    bench::gpu device;
    run_a_kernel(device);  // so the compiler works, too
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
