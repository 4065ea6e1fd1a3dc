// SPDX-License-Identifier: MIT
// What a step of an environment costs with a thousand environments and with a quarter of a million, and how many times faster two
// threads are: random actions, observations, rewards, episodes that end and begin again. A kernel makes four steps of a pack, as
// that of a rollout does. For every number of environments the packs are copies of the same packs, which have run for a while.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <limits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/device/cpu.hpp>

#include "family.hpp"
#include "packs_of_environments.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t sizes[] = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18};
constexpr std::size_t shared = 1 << 16;  // by two threads: of fewer, the second one's waking takes a part that shows

}  // namespace

int main() {
    ls::cpu one({.threads = 1}), two({.threads = 2});
    std::printf("%d lanes; nanoseconds a step of one environment on one thread (its CPU time), the most over the least of them,\n"
                "and how many times as many steps two threads make of %zu environments (wall time)\n",
                ls::native_width, shared);
    std::printf("%-22s", "environments");
    for (std::size_t const count : sizes) {
        std::printf(" %8zu", count);
    }
    std::printf(" %8s %9s\n", "ratio", "2 threads");
    double worst = 0, least = std::numeric_limits<double>::infinity();
    bench::for_each_environment([&]<class Env>(char const* name, double) {
        bench::packs_of_environments<Env> packs(one, sizes[0]);
        double low = std::numeric_limits<double>::infinity(), high = 0;
        std::printf("%-22s", name);
        for (std::size_t const count : sizes) {
            double const seconds = packs.seconds(one, count, sizes[std::size(sizes) - 1] / count, 3, bench::thread_cpu_seconds);
            low = std::min(low, seconds);
            high = std::max(high, seconds);
            std::printf(" %8.1f", 1e9 * seconds);
        }
        auto const wall = [&](ls::cpu& device) { return packs.seconds(device, shared, 1, 10, bench::wall_seconds); };
        double const scaling = wall(one) / wall(two);
        std::printf(" %8.2f %9.2f\n", high / low, scaling);
        std::fflush(stdout);
        worst = std::max(worst, high / low);
        least = std::min(least, scaling);
    });
    std::printf("family_scale: %.2f times the least cost (most), %.2f times the steps on two threads (least)\n", worst, least);
}
