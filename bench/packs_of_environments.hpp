// SPDX-License-Identifier: MIT
// Many environments of one kind that take random actions: observations, rewards, episodes that end and begin again. A kernel
// makes four steps of a pack, as that of a rollout does. For every number of environments the packs are copies of the same packs,
// which have run for a while.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/cpu.hpp>

#include "random_action.hpp"

namespace bench {

template <class Env>
class packs_of_environments {
public:
    using R = lockstep::native_lanes;

    /// Copies of so many environments are those that run.
    packs_of_environments(lockstep::cpu& device, std::size_t seasoned) : seasoned_(seasoned / lockstep::native_width) {
        for (std::size_t pack = 0; pack < seasoned_.size(); ++pack) {
            stagger<Env>(seasoned_[pack], pack);
        }
        device.for_each(seasoned_.size(), [packs = seasoned_.data()](std::size_t pack) { run(packs[pack], pack, warm_up); });
    }

    /// The memory of `count` environments. A pack is whole, though only some of its environments may be asked for.
    static std::size_t bytes(std::size_t count) { return packs_of(count) * sizeof(pack_t); }

    /// Seconds that a step of one of `count` environments takes: the best of `repeats` times `launches` kernels.
    double seconds(lockstep::cpu& device, std::size_t count, std::size_t launches, std::size_t repeats, double (*clock)()) const {
        std::vector<pack_t> packs(packs_of(count));
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
            double sum = 0;
            for (std::size_t launch = 0; launch < launches; ++launch) {
                for (std::size_t pack = 0; pack < packs.size(); ++pack) {
                    packs[pack] = seasoned_[(pack + launch) % seasoned_.size()];
                }
                double const start = clock();
                device.for_each(packs.size(), [to = packs.data()](std::size_t pack) { run(to[pack], pack, steps); });
                sum += clock() - start;
            }
            best = std::min(best, sum / static_cast<double>(launches * count * steps));
        }
        return best;
    }

private:
    using pack_t = lockstep::environment_pack<Env, R>;
    static constexpr std::size_t steps = 4, warm_up = 300;

    static std::size_t packs_of(std::size_t count) { return (count + lockstep::native_width - 1) / lockstep::native_width; }

    static void run(pack_t& running, std::size_t pack, std::size_t count) {
        lockstep::random<R> actions(2, lockstep::environment_index<R>(pack), lockstep::words<R>{});
        for (std::size_t step = 0; step < count; ++step) {
            lockstep::advance(Env{}, running, random_action<Env>(actions), 1, pack);
        }
    }

    std::vector<pack_t> seasoned_;
};

}  // namespace bench
