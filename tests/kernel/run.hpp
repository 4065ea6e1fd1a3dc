// SPDX-License-Identifier: MIT
// Runs a kernel of tests/kernel/kernels.hpp on any device, whose bits are then compared with the processor's.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/kernel/hosted_world.hpp>

namespace lockstep_test {

/// The processor with packs as wide as those of text.
using host_world = lockstep::plain_world<lockstep::lanes<lockstep::hosted_world::width>, float>;

/// n numbers in [-4, 4).
inline std::vector<float> kernel_numbers(std::size_t n, std::uint32_t seed) {
    std::vector<float> result(n);
    for (std::size_t i = 0; i < n; ++i) {
        std::uint32_t const mixed = (static_cast<std::uint32_t>(i) * 2654435761u + seed) * 2246822519u;
        result[i] = static_cast<float>(mixed >> 8) * (8.0f / (1 << 24)) - 4;
    }
    return result;
}

/// What a kernel writes: the numbers of lanes, and those that lanes share.
struct kernel_results {
    std::vector<float> of_lanes, shared;
};

/// What Kernel, whose numbers are packs of Width lanes, writes on five packs.
template <class Kernel, std::size_t Width, class Device>
kernel_results results_of(Device& device) {
    constexpr std::size_t packs = 5;
    using R = typename Kernel::R;
    auto const buffer = [&](std::vector<float> const& from) {
        auto to = device.template allocate<float>(from.size());
        device.copy(std::span<float const>(from), to);
        return to;
    };
    auto const from = buffer(kernel_numbers(packs * 8 * Width, 1)), shared_from = buffer(kernel_numbers(packs * 8, 2));
    auto to = device.template allocate<float>(packs * 8 * Width), shared_to = device.template allocate<float>(packs * 8);
    Kernel kernel;
    kernel.from = reinterpret_cast<lockstep::vector<R, 8> const*>(from.data());
    kernel.to = reinterpret_cast<lockstep::vector<R, 8>*>(to.data());
    kernel.shared_from = reinterpret_cast<lockstep::vector<float, 8> const*>(shared_from.data());
    kernel.shared_to = reinterpret_cast<lockstep::vector<float, 8>*>(shared_to.data());
    kernel.seed = 0x123456789abcdef0u;
    kernel.n = 4;
    kernel.factor = 100;
    kernel.flags = 0xdeadbeefu;
    if constexpr (requires { kernel.own; }) {
        kernel.own = {.weight = 1.25, .is_turned = true};
        kernel.count = 3;
    }
    device.for_each(packs, kernel);
    return {lockstep::to_host(device, to), lockstep::to_host(device, shared_to)};
}

/// The bits that Kernel<World> writes: those of the lanes, then those that lanes share.
template <template <class> class Kernel, class World, class Device>
std::vector<std::uint32_t> run(Device& device) {
    kernel_results const results = results_of<Kernel<World>, World::width>(device);
    std::vector<std::uint32_t> bits;
    for (std::vector<float> const* const numbers : {&results.of_lanes, &results.shared}) {
        for (float const x : *numbers) {
            bits.push_back(std::bit_cast<std::uint32_t>(x));
        }
    }
    return bits;
}

}  // namespace lockstep_test
