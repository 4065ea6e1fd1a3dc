// SPDX-License-Identifier: MIT
// Fewer environments than a group has lanes (sample_group): all lanes of the group step, but only the first have environments of
// the training. The others are idle: what they do is left out of all sums, and no one learns from it.
//
// It costs as much time for a step as a whole group. So it is for comparison with libraries that step one environment.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>

namespace lockstep {

/// How many environments step when a training has this many.
constexpr std::size_t stepped_environments(std::size_t environments) {
    return environments < sample_group ? sample_group : environments;
}

/// Writes 0 to the idle lanes of a row. Each row has `count` numbers. kernel(row).
template <class W>
struct clear_idle_lanes {
    template <class World>
    using in = clear_idle_lanes<World>;
    using index = typename W::index;

    index environments;  ///< of the training
    index count;
    typename W::template pointer<typename W::scalar> numbers;  ///< [rows][count][W::width]

    void operator()(index const& row) const {
        for (auto const i : W::range(count)) {
            for (auto const l : W::lanes()) {
                when(environments <= row * W::width + l,
                     [&] { numbers[(row * count + i) * W::width + l] = typename W::scalar(0); });
            }
        }
    }
};

/// Clears the idle lanes of the first `rows` elements of a buffer, which are made of numbers of a row. Nothing is launched if a
/// training has no idle lanes.
template <class W, class Device, class Buffer>
void clear_idle(Device& device, Buffer& buffer, std::size_t rows, std::size_t environments) {
    constexpr std::size_t count = sizeof(*buffer.data()) / sizeof(typename W::number);
    if (environments < sample_group) {
        device.for_each(rows, clear_idle_lanes<W>{environments, count, reinterpret_cast<float*>(buffer.data())});
    }
}

/// Moves the samples of a rollout together, in place: sample number i, counted over all steps of the first environment and its
/// neighbours, goes to lane i % sample_group of group i / sample_group. So the idle lanes lie behind all samples. Each sample has
/// numbers of a row. No sample is overwritten before it has moved, since none moves up. kernel(k): number k of all samples.
template <class W>
struct close_ranks_of_samples {
    template <class World>
    using in = close_ranks_of_samples<World>;
    using index = typename W::index;
    static constexpr std::size_t rows = sample_group / W::width;  ///< of a group

    index environments;  ///< of the training
    index groups;        ///< of samples
    index count;         ///< of the numbers of a sample
    typename W::template pointer<typename W::scalar> numbers;  ///< [steps][rows][count][W::width]

    void operator()(index const& k) const {
        for (auto const row : W::range(groups * rows)) {
            for (auto const l : W::lanes()) {
                index const sample = row * W::width + l, step = sample / environments, environment = sample % environments;
                numbers[(row * count + k) * W::width + l] =
                    numbers[((step * rows + environment / W::width) * count + k) * W::width + environment % W::width];
            }
            W::barrier();  // the next row overwrites what this one has read
        }
    }
};

}  // namespace lockstep
