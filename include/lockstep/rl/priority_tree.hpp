// SPDX-License-Identifier: MIT
// Which of many things to draw, by their priorities (Schaul et al. 2016, "Prioritized experience replay", appendix B.2.1):
// a tree whose nodes hold the sums of their children, in the device's memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

#include <lockstep/device/device.hpp>

namespace lockstep {

/// As kernels use it. A node is always the sum of its two children, so what was set last decides every bit.
struct priority_tree {
    float* sums = nullptr;      ///< [2 * leaves]: node n has the children 2 n and 2 n + 1, the leaves are the last half
    float* largest = nullptr;   ///< [1], the highest priority ever set
    std::size_t leaves = 0;     ///< a power of two

    static std::size_t leaves_for(std::size_t things) { return std::bit_ceil(things); }

    float total() const { return sums[1]; }
    float priority(std::size_t leaf) const { return sums[leaves + leaf]; }

    void set(std::size_t leaf, float priority) const {
        *largest = std::max(*largest, priority);
        std::size_t node = leaves + leaf;
        sums[node] = priority;
        for (node /= 2; node > 0; node /= 2) {
            sums[node] = sums[2 * node] + sums[2 * node + 1];
        }
    }

    /// The leaf in whose stretch `mass`, from 0 to the total, lies; never one of priority 0 unless all are.
    std::size_t find(float mass) const {
        std::size_t node = 1;
        while (node < leaves) {
            float const left = sums[2 * node];
            bool const go_left = mass < left || sums[2 * node + 1] == 0.0f;
            mass -= go_left ? 0.0f : left;
            node = 2 * node + (go_left ? 0 : 1);
        }
        return node - leaves;
    }
};

/// Its memory, where a learner has priorities.
template <class Device>
class priority_buffer {
public:
    /// For so many things, all of priority 0; none where there are none.
    priority_buffer(Device& device, std::size_t things)
        : leaves_(things == 0 ? 0 : priority_tree::leaves_for(things)), sums_(allocate<float>(device, 2 * leaves_)),
          largest_(allocate<float>(device, leaves_ == 0 ? 0 : 1)) {}

    priority_tree view() { return {sums_.data(), largest_.data(), leaves_}; }

    /// Calls visit(name, buffer) for what a checkpoint holds of it.
    template <class Visit>
    void for_each_part(Visit&& visit) {
        visit("priorities", sums_);
        visit("largest_priority", largest_);
    }

private:
    std::size_t leaves_;
    typename Device::template buffer<float> sums_, largest_;
};

}  // namespace lockstep
