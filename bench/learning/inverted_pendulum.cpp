// SPDX-License-Identifier: MIT
#include <lockstep/envs/inverted_pendulum.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::inverted_pendulum>(argc, argv, "inverted_pendulum");
}
