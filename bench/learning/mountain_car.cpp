// SPDX-License-Identifier: MIT
#include <lockstep/envs/mountain_car.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::mountain_car>(argc, argv, "mountain_car");
}
