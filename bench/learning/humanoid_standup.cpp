// SPDX-License-Identifier: MIT
#include <lockstep/envs/humanoid_standup.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::humanoid_standup>(argc, argv, "humanoid_standup");
}
