// SPDX-License-Identifier: MIT
// Texts of kernels for compilers: of scratch, and of environments.
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/envs/environments.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/launched_kernel.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace support {

/// Scratch that lanes write for each other, and numbers that are the same in all lanes.
template <class W, std::size_t Size = 256>
struct scratch_kernel {
    template <class World>
    using in = scratch_kernel<World, Size>;
    using R = typename W::number;

    typename W::index width;
    typename W::template pointer<R const> x;                ///< [packs]
    typename W::template pointer<typename W::scalar> sums;  ///< [packs]
    typename W::template pointer<R> turned;                 ///< [packs], the lanes in the reverse order

    void operator()(typename W::index const& pack) const {
        typename W::template array<Size> numbers;
        store_pack(x[pack], numbers + width);
        W::barrier();
        R reversed(0);
        for (auto const l : W::lanes()) {
            set_lane(reversed, l, (numbers + width + (width - l - 1))[0]);
        }
        turned[pack] = reversed;
        typename W::scalar sum(0);
        for (auto const l : W::range(width)) {
            sum = sum + (numbers + width + l)[0];
        }
        sums[pack] = sum;
    }
};

template <class Kernel>
lockstep::kernel_text text_of(Kernel const& kernel) {
    return lockstep::write_kernel(kernel, lockstep::kernel_name<Kernel>());
}

struct named_text {
    std::string name;
    lockstep::kernel_text text;
};

/// A step of an environment, as environments<Env> launches it.
template <class Env>
named_text step_text(std::string const& name, Env const& env = {}) {
    lockstep::environments_step<Env, lockstep::hosted_world> kernel{};
    kernel.env = env;
    return {name, text_of(kernel)};
}
template <class Env>
named_text reset_text(std::string const& name, Env const& env = {}) {
    lockstep::environments_reset<Env, lockstep::hosted_world> kernel{};
    kernel.env = env;
    return {name, text_of(kernel)};
}

}  // namespace support
