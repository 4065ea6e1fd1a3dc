// SPDX-License-Identifier: MIT
// Augmented random search of a linear policy on Swimmer to 350, Hopper to 3300 and Walker2d to 3000, with the same defaults for
// all: the medians of five seeds.
#include <cstdio>

#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/walker2d.hpp>

#include "evolution.hpp"

int main() {
    namespace envs = lockstep::envs;
    std::printf("ARS with its defaults, processor seconds divided by the number of threads\n");
    double const swimmer = bench::median_search_time<envs::swimmer>("Swimmer", 350, 60'000'000);
    double const hopper = bench::median_search_time<envs::hopper>("Hopper", 3300, 60'000'000);
    double const walker2d = bench::median_search_time<envs::walker2d>("Walker2d", 3000, 60'000'000);
    std::printf("ars_robots: Swimmer %.2f s, Hopper %.2f s, Walker2d %.2f s\n", swimmer, hopper, walker2d);
}
