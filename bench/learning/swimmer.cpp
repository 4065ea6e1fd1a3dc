// SPDX-License-Identifier: MIT
#include <lockstep/envs/swimmer.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::swimmer>(argc, argv, "swimmer");
}
