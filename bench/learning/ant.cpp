// SPDX-License-Identifier: MIT
#include <lockstep/envs/ant.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::ant>(argc, argv, "ant");
}
