// SPDX-License-Identifier: MIT
#include <lockstep/envs/humanoid.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::humanoid>(argc, argv, "humanoid");
}
