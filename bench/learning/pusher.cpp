// SPDX-License-Identifier: MIT
#include <lockstep/envs/pusher.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::pusher>(argc, argv, "pusher");
}
