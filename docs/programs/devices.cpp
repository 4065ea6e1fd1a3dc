// SPDX-License-Identifier: MIT
// Memory, a kernel, and a copy back: the same on every device.
// prints: 0 1 4 9 16 25 36 49

#include <cstdio>
#include <span>
#include <vector>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

/// Squares one pack of numbers. W is the world in which the kernel runs.
template <class W>
struct square {
    template <class World>
    using in = square<World>;  // the same kernel in another world

    typename W::template pointer<typename W::number> numbers;  // [packs]

    void operator()(typename W::index const& pack) const { numbers[pack] = numbers[pack] * numbers[pack]; }
};

template <class Device>
std::vector<float> squares(Device& device, std::vector<float> const& numbers) {
    using world = ls::world_of<Device>;
    using pack = typename world::number;
    std::size_t const packs = (numbers.size() + Device::width - 1) / Device::width;

    auto buffer = device.template allocate<float>(packs * Device::width);
    device.copy(std::span<float const>(numbers), buffer);
    device.for_each(packs, square<world>{reinterpret_cast<pack*>(buffer.data())});
    return ls::to_host(device, buffer);
}

int main() {
    ls::cpu device;  // or ls::opencl, ls::cuda, ls::metal, with their headers
    std::vector<float> const result = squares(device, {0, 1, 2, 3, 4, 5, 6, 7});
    for (std::size_t i = 0; i < 8; ++i) {
        std::printf("%.0f ", static_cast<double>(result[i]));
    }
    std::printf("\n");
}
