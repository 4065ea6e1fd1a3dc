// SPDX-License-Identifier: MIT
#include <lockstep/envs/pendulum.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::pendulum>(argc, argv, "pendulum");
}
