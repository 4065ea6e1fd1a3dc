// SPDX-License-Identifier: MIT
// Sampling by priorities (Schaul et al. 2016, "Prioritized experience replay", appendix B.2.1): a tree whose nodes hold the sums
// of their children, in the device's memory.
#pragma once

#include <bit>
#include <cstddef>

#include <lockstep/core/native_world.hpp>
#include <lockstep/device/device.hpp>

namespace lockstep {

/// The tree as kernels of a world W use it. A node is always the sum of its two children. The sums above many leaves are computed
/// level by level, so their bits depend only on the leaves, not on the threads.
template <class W>
struct basic_priority_tree {
    using scalar = typename W::scalar;
    using index = typename W::index;
    /// [2 * leaves]. Node n has the children 2 n and 2 n + 1. The leaves are the last half.
    typename W::template pointer<scalar> sums;
    typename W::template pointer<scalar> largest;  ///< [1], the highest priority ever set
    index leaves;                                  ///< a power of two
    index levels;                                  ///< levels of nodes above the leaves

    static std::size_t leaves_for(std::size_t things) { return std::bit_ceil(things); }

    scalar total() const { return sums[1]; }
    scalar priority(index const& leaf) const { return sums[leaves + leaf]; }

    void set(index const& leaf, scalar const& priority) const {
        *largest = larger(*largest, priority);
        sums[leaves + leaf] = priority;
        for (auto const level : W::range(levels)) {
            add_up((leaves + leaf) >> (level + 1));
        }
    }

    /// Updates the sums above the leaves leaf(0) to leaf(count - 1). Call it after their priorities have been written. The lanes
    /// share the work.
    template <class Leaf>
    void add_up_above(index const& count, Leaf leaf) const {
        for (auto const level : W::range(levels)) {
            W::barrier();
            for (auto const pack : W::range((count + (W::width - 1)) / W::width)) {
                for (auto const l : W::lanes()) {
                    index const i = pack * W::width + l;
                    when(i < count, [&] { add_up((leaves + leaf(i)) >> (level + 1)); });
                }
            }
        }
        W::barrier();
    }

    /// Returns the leaf whose range contains `mass`, a number from 0 to total(). The ranges of the leaves follow each other from
    /// 0 on, and each is as long as the leaf's priority. The returned leaf has priority 0 only if all priorities are 0.
    index find(scalar const& mass) const {
        scalar rest = mass;
        index node(1);
        for ([[maybe_unused]] auto const level : W::range(levels)) {
            scalar const left = sums[2 * node];
            auto const goes_left = rest < left || sums[2 * node + 1] == scalar(0);
            rest -= choose(goes_left, scalar(0), left);
            node = 2 * node + choose(goes_left, index(0), index(1));
        }
        return node - leaves;
    }

    static scalar larger(scalar const& a, scalar const& b) { return choose(a < b, b, a); }

private:
    void add_up(index const& node) const { sums[node] = sums[2 * node] + sums[2 * node + 1]; }
};
using priority_tree = basic_priority_tree<native_world>;

/// The memory of a tree, for learners with priorities.
template <class Device>
class priority_buffer {
public:
    /// Makes a tree for `things` priorities, which begin as 0. Allocates nothing if `things` is 0.
    priority_buffer(Device& device, std::size_t things)
        : leaves_(things == 0 ? 0 : priority_tree::leaves_for(things)), sums_(allocate<float>(device, 2 * leaves_)),
          largest_(allocate<float>(device, leaves_ == 0 ? 0 : 1)) {}

    basic_priority_tree<world_of<Device>> view() {
        return {sums_.data(), largest_.data(), leaves_, leaves_ == 0 ? 0 : static_cast<std::size_t>(std::countr_zero(leaves_))};
    }

    /// Calls visit(name, buffer) for the buffers of the tree that a checkpoint holds.
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        visit("priorities", sums_);
        visit("largest_priority", largest_);
    }

private:
    std::size_t leaves_;
    typename Device::template buffer<float> sums_, largest_;
};

}  // namespace lockstep
