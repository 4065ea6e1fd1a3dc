// SPDX-License-Identifier: MIT
#include <lockstep/envs/walker2d.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::walker2d>(argc, argv, "walker2d");
}
