// SPDX-License-Identifier: MIT
// error: lockstep: a device that compiles text needs kernels that are functors over a world
#include <cstddef>

#include <lockstep/kernel/launched_kernel.hpp>

void launch(lockstep::launched_kernels<int>& kernels, float* numbers) {
    kernels.find([numbers](std::size_t pack) { numbers[pack] = 1; }, [](lockstep::kernel_text const&) { return 1; });
}
