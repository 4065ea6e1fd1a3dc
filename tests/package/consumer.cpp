// SPDX-License-Identifier: MIT
// A stranger's first program: an environment of their own, recorded in their own build and stepped on a device.
#include <cstdio>
#include <cstdlib>

#include <lockstep/lockstep.hpp>
#include <lockstep_recorded/cart.hpp>

namespace ls = lockstep;

template <class Environment>
float first_reward() {
    ls::cpu device({.threads = 1});
    ls::environments<Environment, ls::cpu> environments(device, {.count = 100, .seed = 1});
    auto const actions = device.allocate<float>(environments.size());
    environments.reset();
    environments.step(actions);
    return ls::to_host(device, environments.rewards())[0];
}

int main() {
    float const plain = first_reward<cart>(), recorded = first_reward<lockstep_recorded::cart>();
    std::printf("lockstep %d.%d.%d: the first reward is %f, recorded %f\n", LOCKSTEP_VERSION_MAJOR, LOCKSTEP_VERSION_MINOR,
                LOCKSTEP_VERSION_PATCH, static_cast<double>(plain), static_cast<double>(recorded));
    return plain < 0 && plain - recorded < 1e-6f && recorded - plain < 1e-6f ? EXIT_SUCCESS : EXIT_FAILURE;
}
