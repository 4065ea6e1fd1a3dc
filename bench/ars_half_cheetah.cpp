// SPDX-License-Identifier: MIT
// Augmented random search of a linear policy on HalfCheetah to a return of 4800, which the zoo of Stable-Baselines3 reports after
// 12 M steps: the median of five seeds.
#include <cstdio>

#include <lockstep/envs/half_cheetah.hpp>

#include "evolution.hpp"

int main() {
    std::printf("ARS on HalfCheetah to 4800, processor seconds divided by the number of threads\n");
    double const median = bench::median_search_time<lockstep::envs::half_cheetah>("HalfCheetah", 4800, 60'000'000);
    std::printf("ars_half_cheetah: %.2f s\n", median);
}
