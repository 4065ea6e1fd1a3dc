// SPDX-License-Identifier: MIT
// What needs the components eigen and xtensor of the package.
#include <cstdlib>

#include <lockstep/core/eigen.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/host_view.hpp>

int main() {
    lockstep::cpu device({.threads = 1});
    auto buffer = device.allocate<float>(6);
    lockstep::host_view(buffer, 2, 3)(1, 2) = 7;
    lockstep::vector<float, 3> const from{1, 2, 3};
    return buffer.data()[5] == 7 && lockstep::as_eigen(from)(2) == 3 ? EXIT_SUCCESS : EXIT_FAILURE;
}
