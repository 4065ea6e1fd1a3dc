// SPDX-License-Identifier: MIT
#include <lockstep/envs/reacher.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::reacher>(argc, argv, "reacher");
}
