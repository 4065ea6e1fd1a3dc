// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>
#include <lockstep/envs/reachers.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <lockstep/io/animation.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/rl/policy/policy.hpp>
#include <tests/support/temporary_folder.hpp>

namespace ls = lockstep;
using ls::envs::inverted_pendulum;

namespace {

ls::animation pendulum() { return {inverted_pendulum::robot, inverted_pendulum::model, inverted_pendulum::dt}; }

template <int Gravity>
struct planet {
    using enum ls::physics::parameter;
    static constexpr ls::physics::variation ranges[] = {{gravity, "", Gravity, Gravity}};
};
template <int Gravity>
using pendulum_on_planet = ls::randomized<inverted_pendulum, planet<Gravity>>;

std::size_t count(std::string const& text, char wanted) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), wanted));
}

}  // namespace

TEST_CASE("a file says what the shapes are, then where they are in each frame") {
    auto film = pendulum();
    film.append(std::vector{0.25, 0.0});
    film.append(std::vector{-0.5, 1.5707963267948966});
    CHECK(film.size() == 2);
    CHECK(film.to_json() ==
          R"({"format": "lockstep.animation.1", "name": "inverted_pendulum", "seconds_per_frame": 0.04, "ground": null,
 "shapes": [
  {"name": "cart", "body": "cart", "type": "capsule", "size": [0.1,0.1], "color": [0.5,0.5,0.5,1]},
  {"name": "pole", "body": "pole", "type": "capsule", "size": [0.049,0.3], "color": [0.5,0.5,0.5,1]}],
 "frames": [
  [0.25,0,0,0.70711,0,0.70711,0,0.2505,0,0.3,-0.00083,0,1,0],
  [-0.5,0,0,0.70711,0,0.70711,0,-0.2,0,-0.0005,0.7077,0,-0.70652,0]]}
)");
}

TEST_CASE("an animation without frames is a file too") {
    CHECK(pendulum().to_json().find("\"frames\": []}\n") != std::string::npos);
}

TEST_CASE("the name of an animation's file may not be that of another format") {
    CHECK_THROWS_WITH_AS(pendulum().save("episode.html"), doctest::Contains("the file would hold JSON (.json)"),
                         std::invalid_argument);
}

TEST_CASE("frames that no viewer could show are refused, with their number") {
    auto film = pendulum();
    film.append(std::vector{0.0, 0.0});
    CHECK_THROWS_WITH_AS(film.append(std::vector{0.0}), "lockstep::animation: frame 1 has 1 positions, not the robot's 2",
                         std::invalid_argument);
    double const infinity = std::numeric_limits<double>::infinity();
    CHECK_THROWS_WITH_AS(film.append(std::vector{0.0, infinity}),
                         "lockstep::animation: frame 1 has a position that is not finite", std::invalid_argument);
    CHECK(film.size() == 1);
    ls::animation flying(ls::envs::ant::robot, ls::envs::ant::model, 0.05);
    CHECK_THROWS_WITH_AS(flying.append(std::vector<double>(15)), "lockstep::animation: frame 0 has a pose that is not finite",
                         std::invalid_argument);
    CHECK(flying.size() == 0);
}

TEST_CASE("an episode is shown from its start to its end") {
    auto const still = [](ls::vector<float, 4> const&) { return ls::vector<float, 1>{0.0f}; };
    auto const fallen = ls::animate(inverted_pendulum{}, still, 7);
    CHECK(fallen.size() > 10);
    CHECK(fallen.size() < 200);
    CHECK(fallen.to_json() == ls::animate(inverted_pendulum{}, still, 7).to_json());
    CHECK(fallen.to_json() != ls::animate(inverted_pendulum{}, still, 8).to_json());

    auto const lazy = [](ls::vector<float, 17> const&) { return ls::vector<float, 6>{}; };
    auto const cheetah = ls::animate(ls::envs::half_cheetah{}, lazy);
    CHECK(cheetah.size() == 1001);

    lockstep_test::temporary_folder const folder;
    std::string const path = folder / "cheetah.json";
    cheetah.save(path);
    CHECK(ls::read_file(path) == cheetah.to_json());
    CHECK(count(cheetah.to_json(), '[') == 1003 + 2 * 8);
    CHECK(count(cheetah.to_json(), ',') > 1001 * (7 * 8 - 1));
}

TEST_CASE("a target that is no body of the robot is a ball of the world") {
    auto const lazy = [](ls::vector<float, 21> const&) { return ls::vector<float, 6>{}; };
    ls::envs::ur5e const env;
    auto const film = ls::animate(env, lazy, 5);
    std::string const text = film.to_json();
    CHECK(text.find(R"({"name": "target", "body": "world", "type": "sphere", "size": [0.02], "color": [0.9,0.2,0.2,0.5]}],)") !=
          std::string::npos);
    ls::random<double> draws(5, 0, 0);
    auto const place = env.target(env.reset(draws).draw);
    std::size_t const line = text.find('\n', text.find("frames")) + 1;
    std::string const frame = text.substr(line, text.find(']', line) - line), pose = frame.substr(frame.size() - 60);
    double const z = std::nearbyint(place.z * 1e5) / 1e5;
    CHECK(pose.find("," + std::to_string(z).substr(0, 6)) != std::string::npos);
    CHECK(pose.substr(pose.size() - 8) == ",1,0,0,0");
    auto late = pendulum();
    late.append(std::vector{0.0, 0.0});
    CHECK_THROWS_WITH_AS(late.add_target(1), "lockstep::animation: add_target comes after the first frame; call it before",
                         std::logic_error);
}

TEST_CASE("two agents are shown together, each by the policy's action for what it sees") {
    using ls::envs::reachers;
    ls::ppo_policy<reachers> policy;
    using actor = decltype(policy)::actor;
    policy.parameters[actor::bias(actor::hidden_layers, 1)] = 0.25f;
    auto const film = ls::animate(policy, 3);
    CHECK(film.size() == 51);
    CHECK(film.has_target());
    REQUIRE(film.action_size() == 4);
    CHECK(film.actions()[1] == 0.25f);
    CHECK(film.actions()[3] == 0.25f);
    auto const push = [](ls::vector<float, 26> const&) { return ls::vector<float, 4>{0.0f, 0.25f, 0.0f, 0.25f}; };
    CHECK(film.to_json() == ls::animate(reachers{}, push, 3).to_json());
}

TEST_CASE("a policy is shown by its mean actions, stretched to the environment's bounds") {
    ls::ppo_policy<inverted_pendulum> policy;
    using actor = decltype(policy)::actor;
    policy.parameters[actor::bias(actor::hidden_layers, 0)] = 0.5f;
    auto const push = [](ls::vector<float, 4> const&) { return ls::vector<float, 1>{1.5f}; };
    CHECK(ls::animate(policy, 3).to_json() == ls::animate(inverted_pendulum{}, push, 3).to_json());
}

TEST_CASE("a robot that varies is shown as the one that its episode drew") {
    auto const fall = [](auto const& env) {
        return ls::animate(env, [](ls::vector<float, 4> const&) { return ls::vector<float, 1>{0.0f}; }, 3);
    };
    auto const same = fall(pendulum_on_planet<1>{});
    CHECK(same.size() == fall(inverted_pendulum{}).size());
    CHECK(fall(pendulum_on_planet<2>{}).size() < same.size());
    CHECK(ls::animate(ls::ppo_policy<pendulum_on_planet<2>>{}, 3).size() > 1);
}
