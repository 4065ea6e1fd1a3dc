// SPDX-License-Identifier: MIT
// A part of a loop: a kernel whose indices do not begin at 0.
#pragma once

#include <cstddef>

#include <lockstep/device/stack.hpp>

namespace lockstep {

/// A kernel that calls kernel(first + i) for index i. W is the world of `kernel`.
template <class Kernel, class W>
struct offset_kernel {
    template <class World>
    using in = offset_kernel<typename Kernel::template in<World>, World>;
    static constexpr std::size_t stack_size = stack_size_of<Kernel>;
    static constexpr bool has_team = requires { requires Kernel::has_team; };

    Kernel kernel;
    typename W::index first;

    void operator()(typename W::index const& i) const { kernel(first + i); }
};

/// Queues kernel(i) on a device for every i in [begin, end). W is the world of `kernel`. Does nothing if the range is empty.
template <class W, class Device, class Kernel>
void for_each_between(Device& device, std::size_t begin, std::size_t end, Kernel const& kernel) {
    if (begin < end) {
        device.for_each(end - begin, offset_kernel<Kernel, W>{kernel, begin});
    }
}

}  // namespace lockstep
