// SPDX-License-Identifier: MIT
// Trainings with fewer environments than a group has lanes (sample_group). All lanes of the group step, but only the first ones
// have environments of the training. The other lanes are idle: their results are left out of all sums, and nothing is learnt
// from them.
//
// A step takes as much time as with a whole group. So use it only to compare with libraries that step one environment.
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>

namespace lockstep {

/// Returns true if a training can have this many environments: whole groups, or a divisor of sample_group.
constexpr bool are_groups_or_part(std::size_t environments) {
    return environments != 0 && (environments % sample_group == 0 || sample_group % environments == 0);
}
/// Returns the end of an error message. It follows a number for which are_groups_or_part() is false.
LOCKSTEP_COLD inline std::string not_groups_or_part() {
    return formatted(", not a positive multiple of %zu, nor 1, 2, 4 or 8", sample_group);
}

constexpr bool has_idle_lanes(std::size_t environments) { return environments < sample_group; }

/// Returns how many environments step if a training has this many.
constexpr std::size_t stepped_environments(std::size_t environments) {
    return has_idle_lanes(environments) ? sample_group : environments;
}

/// Writes 0 to the idle lanes of a pack. Each pack has `count` numbers in each lane. kernel(pack).
template <class W>
struct clear_idle_lanes {
    template <class World>
    using in = clear_idle_lanes<World>;
    using index = typename W::index;

    index environments;  ///< of the training
    index count;
    typename W::template pointer<typename W::scalar> numbers;  ///< [packs][count][W::width]

    void operator()(index const& pack) const {
        for (auto const i : W::range(count)) {
            for (auto const l : W::lanes()) {
                when(environments <= pack * W::width + l,
                     [&] { numbers[(pack * count + i) * W::width + l] = typename W::scalar(0); });
            }
        }
    }
};

/// Writes 0 to the idle lanes of buffers. Each element of a buffer belongs to a pack of environments, and consists of packs of
/// lanes. Elements after those of the first group stay as they are. Launches nothing if a training has no idle lanes.
template <class W, class Device, class... Buffer>
void clear_idle(Device& device, std::size_t environments, Buffer&... buffers) {
    if (has_idle_lanes(environments)) {
        (device.for_each(sample_group / W::width,
                         clear_idle_lanes<W>{environments, sizeof(*buffers.data()) / sizeof(typename W::number),
                                             reinterpret_cast<float*>(buffers.data())}),
         ...);
    }
}

/// Moves the samples of a rollout together, in place. Sample i = step * environments + environment goes to lane i % sample_group
/// of group i / sample_group. So the idle lanes come after all samples. No sample is overwritten before it is moved, since
/// samples only move to lower places and packs are filled in their order. The lanes of a pack may run at the same time, since a
/// sample that comes from the pack being filled is in its place already. kernel(k) moves number k of each sample.
template <class W>
struct pack_samples {
    template <class World>
    using in = pack_samples<World>;
    using index = typename W::index;
    static constexpr std::size_t packs = sample_group / W::width;  ///< of a group

    index environments;                                        ///< of the training
    index groups;                                              ///< of samples
    index count;                                               ///< how many numbers a sample has
    typename W::template pointer<typename W::scalar> numbers;  ///< [steps][packs][count][W::width]

    void operator()(index const& k) const {
        for (auto const pack : W::range(groups * packs)) {
            for (auto const l : W::lanes()) {
                index const sample = pack * W::width + l, step = sample / environments, environment = sample % environments;
                numbers[(pack * count + k) * W::width + l] =
                    numbers[((step * packs + environment / W::width) * count + k) * W::width + environment % W::width];
            }
            W::barrier();  // the next pack overwrites what this one has read
        }
    }
};

}  // namespace lockstep
