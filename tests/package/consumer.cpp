// SPDX-License-Identifier: MIT
// A stranger's first program: an environment of their own, and one of a robot of their own from a file, recorded in their
// own build and stepped on a device.
#include <cstdio>
#include <cstdlib>

#include <lockstep/lockstep.hpp>
#include <lockstep_recorded/cart.hpp>
#include <lockstep_recorded/lift.hpp>

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

/// Whether the recorded text of an environment is that environment.
template <class Environment, class Recorded>
bool agree(char const* name) {
    float const plain = first_reward<Environment>(), recorded = first_reward<Recorded>();
    std::printf("%s: the first reward is %f, recorded %f\n", name, static_cast<double>(plain), static_cast<double>(recorded));
    return plain < 0 && plain - recorded < 1e-6f && recorded - plain < 1e-6f;
}

int main() {
    std::printf("lockstep %d.%d.%d\n", LOCKSTEP_VERSION_MAJOR, LOCKSTEP_VERSION_MINOR, LOCKSTEP_VERSION_PATCH);
    bool const cart_agrees = agree<cart, lockstep_recorded::cart>("cart"),
               lift_agrees = agree<lift, lockstep_recorded::lift>("lift");
    return cart_agrees && lift_agrees ? EXIT_SUCCESS : EXIT_FAILURE;
}
