// SPDX-License-Identifier: MIT
// The checkpoint of soft actor-critic on Humanoid after ten thousand steps, with a replay buffer that has room for a million: its
// size, the seconds that saving and loading take, and the most memory before and after.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/resource.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/rl/sac.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr double mega = 1e-6;

double peak_megabytes() {
    ::rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024 * mega;
}

}  // namespace

int main() try {
    using learner_type = ls::sac<ls::envs::humanoid, ls::cpu>;
    ls::cpu device;
    learner_type learner(device, {.steps = 10'000, .capacity = 1'000'000, .updates_per_step = 0.05f});
    while (!learner.done()) {
        learner.iterate();
    }
    double const training = peak_megabytes();
    std::string const path = (std::filesystem::temp_directory_path() / "lockstep_bench.checkpoint").string();
    std::vector<double> save, load;
    for (int i = 0; i < 5; ++i) {
        save.push_back(bench::best(1, bench::wall_seconds, [&] { ls::save_checkpoint(path, learner); }));
        load.push_back(bench::best(1, bench::wall_seconds, [&] { ls::load_checkpoint(path, learner); }));
    }
    double const size = static_cast<double>(std::filesystem::file_size(path)) * mega;
    std::filesystem::remove(path);
    std::printf("SAC on Humanoid after %zu steps, medians of %zu\n", learner.total_steps(), save.size());
    std::printf("  saved in       %8.3f s\n", bench::median(save));
    std::printf("  loaded in      %8.3f s\n", bench::median(load));
    std::printf("  peak memory    %8.1f MB in training, %.3f times that after it was saved and loaded\n", training,
                peak_megabytes() / training);
    std::printf("checkpoint: %.1f MB\n", size);
    return EXIT_SUCCESS;
} catch (std::exception const& error) {
    std::fprintf(stderr, "checkpoint: %s\n", error.what());
    return EXIT_FAILURE;
}
