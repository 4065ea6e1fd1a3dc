// SPDX-License-Identifier: MIT
// Writes one episode of a policy that train_half_cheetah saved as an animation, for a viewer.

#include <cstdio>
#include <exception>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/io/policy.hpp>

namespace ls = lockstep;

int main(int argc, char** argv) try {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s POLICY ANIMATION\n", argv[0]);
        return 2;
    }
    auto const policy = ls::load<ls::policy<ls::envs::half_cheetah>>(argv[1]);
    auto const episode = ls::animate(policy);
    episode.save(argv[2]);
    std::printf("%zu frames in %s\n", episode.size(), argv[2]);
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
