// SPDX-License-Identifier: MIT
#include <lockstep/envs/cartpole.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::cartpole>(argc, argv, "cartpole");
}
