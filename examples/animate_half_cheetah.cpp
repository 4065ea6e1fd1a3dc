// SPDX-License-Identifier: MIT
// Shows one episode of a policy that train_half_cheetah saved: as a page for a browser, or as JSON for another program.

#include <cstdio>
#include <exception>
#include <string>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/viewer.hpp>

namespace ls = lockstep;

int main(int argc, char** argv) try {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s POLICY FILE.html|FILE.json\n", argv[0]);
        return 2;
    }
    auto const policy = ls::load<ls::ppo_policy<ls::envs::half_cheetah>>(argv[1]);
    auto const episode = ls::animate(policy);
    std::string const path = argv[2];
    path.ends_with(".json") ? episode.save(path) : ls::write_viewer(path, {episode});
    std::printf("%zu frames in %s\n", episode.size(), argv[2]);
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
