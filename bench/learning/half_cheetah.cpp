// SPDX-License-Identifier: MIT
#include <lockstep/envs/half_cheetah.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::half_cheetah>(argc, argv, "half_cheetah");
}
