// SPDX-License-Identifier: MIT
#include <lockstep/envs/hopper.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::hopper>(argc, argv, "hopper");
}
