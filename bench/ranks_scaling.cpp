// SPDX-License-Identifier: MIT
// How far PPO and SAC on HalfCheetah scale with ranks of one core: a model of a training, from what ranks compute by the
// processor's clock and from messages that were timed here, for this machine and for two networks. The model is fitted to one
// rank and two, and checked with more. On fewer cores ranks take turns, so what is checked is what a rank computes. Starts mpirun
// by itself.
//
// A training computes `shared` seconds that ranks divide, and `own` seconds that each of them computes for itself. A message
// takes `latency` seconds and its bytes divided by `bandwidth`. A sum of an update goes round twice, in pieces that are on their
// way at the same time; the steps of environments are gathered in a ring.
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

template <class Training>
double seconds_of_update(network const& n, double ranks) {
    double all = 0;
    for (std::size_t const count : Training::sums()) {
        double const bytes = 4.0 * static_cast<double>(count);
        double const pieces = std::ceil(bytes / (4.0 * bench::update_piece));
        all += 2 * (ranks - 1 + pieces - 1) * (n.latency + bytes / pieces / n.bandwidth);
    }
    return all;
}

/// What a rank computes.
double seconds_of_rank(work const& w, double ranks) { return w.shared / ranks + w.own; }

template <class Training>
double seconds_of_training(work const& w, network const& n, double ranks) {
    double const gather = (ranks - 1) * (n.latency + static_cast<double>(Training::gathered_bytes) / ranks / n.bandwidth);
    double const updates = static_cast<double>(Training::updates), gathers = static_cast<double>(Training::gathers);
    return seconds_of_rank(w, ranks) + (ranks > 1 ? updates * seconds_of_update<Training>(n, ranks) + gathers * gather : 0);
}

/// Prints what is predicted and measured of a learner. Returns how many times as fast the best number of ranks is on 100 Gbit/s.
template <class Training>
double scale(char const* program) {
    bench::seconds const one = bench::train_with_ranks<Training>(program, 1), two = bench::train_with_ranks<Training>(program, 2);
    work const w{.shared = 2 * (one.computing - two.computing), .own = std::max(2 * two.computing - one.computing, 0.0)};
    // Round with two ranks is two messages, one there and one back.
    double const latency = two.small / 2, bandwidth = 4.0 * bench::large_count / (two.large / 2 - latency);
    std::array<network, 3> const networks = {
        {{"this machine", latency, bandwidth}, {"100 Gbit/s, 2 us", 2e-6, 12.5e9}, {"1 Gbit/s, 25 us", 25e-6, 0.125e9}}};
    std::printf("%s: ranks share %.2f s, and each computes %.2f s more for itself.\n"
                "A message takes %.2f us and a second for %.1f GB. An update's exchange by 2 ranks takes %.0f us; the model says "
                "%.0f.\n",
                Training::title, w.shared, w.own, 1e6 * latency, 1e-9 * bandwidth, 1e6 * two.update,
                1e6 * seconds_of_update<Training>(networks[0], 2));
    std::printf("Predicted: times as fast as one rank (exchange of an update, us)\n%18s", "");
    for (network const& n : networks) {
        std::printf("%24s", n.name);
    }
    std::array<double, 3> best = {1, 1, 1};
    std::array<std::size_t, 3> best_ranks = {1, 1, 1};
    for (std::size_t ranks = 1; ranks <= Training::most_ranks; ranks *= 2) {
        std::printf("\n%12zu ranks", ranks);
        for (std::size_t i = 0; i < networks.size(); ++i) {
            double const count = static_cast<double>(ranks);
            double const times = (w.shared + w.own) / seconds_of_training<Training>(w, networks[i], count);
            std::printf("%14.2f (%5.0f us)", times, ranks > 1 ? 1e6 * seconds_of_update<Training>(networks[i], count) : 0.0);
            if (times > best[i]) {
                best[i] = times;
                best_ranks[i] = ranks;
            }
        }
    }
    std::printf("\n%18s", "the most that pay");
    for (std::size_t const ranks : best_ranks) {
        std::printf("%18zu ranks", ranks);
    }
    std::printf("\nMeasured on %u cores:\n%18s%24s%24s%24s\n", std::thread::hardware_concurrency(), "", "training, s on the wall",
                "a rank computes, s", "the model says, s");
    for (std::size_t ranks = 1; ranks <= std::min<std::size_t>(Training::most_ranks, 8); ranks *= 2) {
        bench::seconds const found = ranks == 1 ? one : ranks == 2 ? two : bench::train_with_ranks<Training>(program, ranks);
        std::printf("%12zu ranks%24.2f%24.2f%24.2f\n", ranks, found.training, found.computing,
                    seconds_of_rank(w, static_cast<double>(ranks)));
    }
    std::fflush(stdout);
    return best[1];
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) {
        return bench::train_as_rank(argv[1]);
    }
    double const ppo = scale<bench::ppo_training>(argv[0]), sac = scale<bench::sac_training>(argv[0]);
    std::printf("ranks_scaling: PPO %.2f times, SAC %.2f times\n", ppo, sac);
}
