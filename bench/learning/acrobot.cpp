// SPDX-License-Identifier: MIT
#include <lockstep/envs/acrobot.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::acrobot>(argc, argv, "acrobot");
}
