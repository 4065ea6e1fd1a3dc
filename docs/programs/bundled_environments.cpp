// SPDX-License-Identifier: MIT
// What the pages of the bundled environments must say of each: the pieces of their tables and sentences, one a line.
// prints: HalfCheetah default: 0.1

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/envs/fetch.hpp>
#include <lockstep/envs/grasp.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/hopper.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <lockstep/envs/humanoid_standup.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/pusher.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/envs/reachers.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <lockstep/envs/walker2d.hpp>
#include <lockstep/io/members.hpp>

namespace ls = lockstep;
namespace envs = ls::envs;

std::string shown(bool value) { return value ? "true" : "false"; }
std::string shown(double value) {
    std::string text = std::isinf(value) ? (value < 0 ? "-infinity" : "infinity") : ls::formatted("%.5g", value);
    std::size_t const zero = text.find("e-0");
    return zero == std::string::npos ? text : text.erase(zero + 2, 1);
}
std::string shown(envs::acrobot_equations value) {
    return value == envs::acrobot_equations::book ? "`acrobot_equations::book`" : "`acrobot_equations::paper`";
}
template <std::size_t N>
std::string shown(ls::vector<double, N> const& values) {
    std::string text;
    for (double const value : values) {
        text += (text.empty() ? "{" : ", ") + shown(value);
    }
    return text + "}";
}

/// `name` is the title of the environment's section.
template <class Env>
void show(char const* name) {
    std::printf("%s last action: %zu\n", name, ls::agent_action_size<Env> - 1);
    std::printf("%s last observation: %zu\n", name, ls::agent_observation_size<Env> - 1);
    std::printf("%s says: %zu steps\n", name, Env::episode_limit);
    if constexpr (requires { Env::model; }) {
        std::printf("%s says: steps of %g s\n", name, Env::dt);
    }
    if constexpr (requires { Env::action_low; }) {
        std::printf("%s bounds: | %g to %g |\n", name, Env::action_low, Env::action_high);
    }
    if constexpr (requires { Env::action_low; } && ls::agent_count<Env> == 1) {
        std::printf("%s overview: | %zu | %zu in [%g, %g] | %zu |\n", name, Env::observation_size, Env::action_size,
                    Env::action_low, Env::action_high, Env::episode_limit);
    }
    ls::visit_members(Env{}, [&](auto const& value) { std::printf("%s default: %s\n", name, shown(value).c_str()); });
}

/// The same for a robot of Gymnasium, whose frame_skip is an option.
template <class Env>
void show_robot(char const* name) {
    show<Env>(name);
    std::printf("%s says: | `FrameSkip` | %zu | substeps of %g s in a step |\n", name, Env::frame_skip, Env::model.timestep);
}

int main() {
    show_robot<envs::half_cheetah>("HalfCheetah");
    show_robot<envs::walker2d>("Walker2d");
    show_robot<envs::hopper>("Hopper");
    show_robot<envs::ant>("Ant");
    show_robot<envs::humanoid>("Humanoid");
    show<envs::humanoid_standup>("HumanoidStandup");
    show_robot<envs::swimmer>("Swimmer");
    show<envs::fetch>("Fetch");
    show_robot<envs::reacher>("Reacher");
    show_robot<envs::pusher>("Pusher");
    show<envs::grasp>("Grasp");
    show<envs::ur5e>("Ur5e");
    show<envs::reachers>("Reachers");
    show<envs::pendulum>("Pendulum");
    show<envs::mountain_car>("MountainCarContinuous");
    show<envs::cartpole>("CartPole");
    show<envs::acrobot>("Acrobot");
    show_robot<envs::inverted_pendulum>("InvertedPendulum");
    show_robot<envs::inverted_double_pendulum>("InvertedDoublePendulum");
}
