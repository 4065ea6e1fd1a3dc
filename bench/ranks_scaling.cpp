// SPDX-License-Identifier: MIT
// How far PPO on HalfCheetah scales with ranks of one core: a model of an iteration, from what ranks compute by the processor's
// clock and from messages that were timed here, for this machine and for two networks. The model is fitted to one rank and two,
// and checked with 4 and 8. On fewer cores ranks take turns, so what is checked is what a rank computes. Starts mpirun by itself.
//
// A training computes `shared` seconds that ranks divide, and `own` seconds that each of them computes for itself. A message
// takes `latency` seconds and its bytes divided by `bandwidth`. An update's sum goes round twice, in pieces that are on their
// way at the same time; a rollout is gathered in a ring.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <thread>

#include <lockstep/dist/mpi.hpp>

#include "ranks.hpp"

namespace {

struct network {
    char const* name;
    double latency;    ///< s
    double bandwidth;  ///< bytes/s
};

struct work {
    double shared, own;  ///< s of a training
};

double seconds_of_update(network const& n, double ranks) {
    double const bytes = 4.0 * bench::parallel::networks::parameter_count;
    double const pieces = std::ceil(bytes / (4.0 * bench::update_piece));
    return 2 * (ranks - 1 + pieces - 1) * (n.latency + bytes / pieces / n.bandwidth);
}

/// What a rank computes.
double seconds_of_rank(work const& w, double ranks) { return w.shared / ranks + w.own; }

double seconds_of_training(work const& w, network const& n, double ranks) {
    double const samples = static_cast<double>(bench::config.environments * bench::config.horizon);
    double const bytes = samples * sizeof(lockstep::sample<float, 17, 6>);
    double const iterations = static_cast<double>(bench::config.steps) / samples;
    double const gather = (ranks - 1) * (n.latency + bytes / ranks / n.bandwidth);
    double const updates = static_cast<double>(bench::updates());
    return seconds_of_rank(w, ranks) + (ranks > 1 ? updates * seconds_of_update(n, ranks) + iterations * gather : 0);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        return bench::train_as_rank();
    }
    bench::seconds const one = bench::train_with_ranks(argv[0], 1), two = bench::train_with_ranks(argv[0], 2);
    work const w{.shared = 2 * (one.computing - two.computing), .own = std::max(2 * two.computing - one.computing, 0.0)};
    // Round with two ranks is two messages, one there and one back.
    double const latency = two.small / 2, bandwidth = 4.0 * bench::large_count / (two.large / 2 - latency);
    std::array<network, 3> const networks = {
        {{"this machine", latency, bandwidth}, {"100 Gbit/s, 2 us", 2e-6, 12.5e9}, {"1 Gbit/s, 25 us", 25e-6, 0.125e9}}};
    std::printf("PPO on HalfCheetah, 1 M steps: ranks share %.2f s, and each computes %.2f s more for itself.\n"
                "A message takes %.2f us and a second for %.1f GB. An update's exchange by 2 ranks takes %.0f us; the model says "
                "%.0f.\n",
                w.shared, w.own, 1e6 * latency, 1e-9 * bandwidth, 1e6 * two.update, 1e6 * seconds_of_update(networks[0], 2));
    std::printf("Predicted: times as fast as one rank (exchange of an update, us)\n%18s", "");
    for (network const& n : networks) {
        std::printf("%24s", n.name);
    }
    double best = 1;
    for (std::size_t ranks = 1; ranks <= 16; ranks *= 2) {  // a minibatch has no more slices
        std::printf("\n%12zu ranks", ranks);
        for (network const& n : networks) {
            double const count = static_cast<double>(ranks);
            double const times = (w.shared + w.own) / seconds_of_training(w, n, count);
            std::printf("%14.2f (%5.0f us)", times, ranks > 1 ? 1e6 * seconds_of_update(n, count) : 0.0);
            best = &n == &networks[1] ? std::max(best, times) : best;
        }
    }
    std::printf("\nMeasured on %u cores:\n%18s%24s%24s%24s\n", std::thread::hardware_concurrency(), "", "training, s on the wall",
                "a rank computes, s", "the model says, s");
    for (std::size_t ranks = 1; ranks <= 8; ranks *= 2) {
        bench::seconds const found = ranks == 1 ? one : ranks == 2 ? two : bench::train_with_ranks(argv[0], ranks);
        std::printf("%12zu ranks%24.2f%24.2f%24.2f\n", ranks, found.training, found.computing,
                    seconds_of_rank(w, static_cast<double>(ranks)));
    }
    std::printf("ranks_scaling: %.2f times\n", best);
}
