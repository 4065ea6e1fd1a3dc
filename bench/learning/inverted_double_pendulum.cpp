// SPDX-License-Identifier: MIT
#include <lockstep/envs/inverted_double_pendulum.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::inverted_double_pendulum>(argc, argv, "inverted_double_pendulum");
}
