// SPDX-License-Identifier: MIT
// All bundled robots at rest, side by side in one page, robots.html: docs/pictures/robots.png is a picture of it.

#include <cstdio>
#include <exception>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/fetch.hpp>
#include <lockstep/envs/grasp.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/humanoid_standup.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/pusher.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <lockstep/envs/walker2d.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/rl/policy/deterministic_actions.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace ls = lockstep;
namespace envs = ls::envs;

template <class Env>
ls::animation episode(char const* name) {
    auto shown = ls::animate(ls::ppo_policy<Env, ls::linear_layers, ls::deterministic_actions<Env>>{});
    shown.label = name;
    return shown;
}

int main() try {
    ls::write_viewer(
        "robots.html",
        {episode<envs::half_cheetah>("HalfCheetah"), episode<envs::walker2d>("Walker2d"), episode<envs::hopper>("Hopper"),
         episode<envs::ant>("Ant"), episode<envs::humanoid>("Humanoid"), episode<envs::humanoid_standup>("HumanoidStandup"),
         episode<envs::swimmer>("Swimmer"), episode<envs::reacher>("Reacher"), episode<envs::pusher>("Pusher"),
         episode<envs::inverted_pendulum>("InvertedPendulum"), episode<envs::inverted_double_pendulum>("InvertedDoublePendulum"),
         episode<envs::fetch>("Fetch"), episode<envs::grasp>("Grasp"), episode<envs::ur5e>("Ur5e")},
        {.title = "The bundled robots"});
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
