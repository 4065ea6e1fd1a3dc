// SPDX-License-Identifier: MIT
// What the pictures of the bundled environments show: a page of the viewer for each robot, and a drawing of each classic task.
// Each shows a state that the environment comes to after some steps. docs/pictures.py makes the pictures of docs/pictures.
// prints: 19 pictures

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/ant.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/environment.hpp>
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
#include <lockstep/io/animation.hpp>
#include <lockstep/io/file.hpp>
#include <lockstep/io/text/svg.hpp>
#include <lockstep/io/viewer.hpp>

namespace ls = lockstep;
namespace envs = ls::envs;

namespace {

int pictures = 0;

template <class Env>
using state_of = ls::state_t<Env, double>;

/// Returns the state after so many steps of an episode. act(state) returns the action.
template <class Env, class Act>
state_of<Env> state_after(std::size_t steps, Act act, std::uint64_t seed = 1) {
    Env const env;
    ls::random<double> draws(seed, 0, 0);
    auto state = env.reset(draws);
    for (std::size_t step = 0; step < steps; ++step) {
        state = env.step(state, act(state)).state;
    }
    return state;
}

/// As above, with the same action in each step. Numbers that are not given are 0.
template <class Env>
state_of<Env> state_after(std::size_t steps, std::initializer_list<double> action = {}, std::uint64_t seed = 1) {
    ls::vector<double, Env::action_size> same{};
    std::copy(action.begin(), action.end(), same.begin());
    return state_after<Env>(
        steps, [&](auto const&) { return same; }, seed);
}

/// Writes a page of the viewer, NAME.html, that shows this state.
template <class Env>
void show(char const* name, state_of<Env> const& state) {
    ls::animation film(Env::robot, Env::model, Env::dt);
    if constexpr (ls::has_target<Env>) {
        Env const env;
        film.add_target(env.target_radius);
        film.append(state.qpos, env.target(state.draw));
    } else {
        film.append(state.qpos);
    }
    ls::write_viewer(std::string(name) + ".html", {film});
    ++pictures;
}

/// A drawing of 480 x 320 pixels in coordinates of its own, in which y is up.
class drawing {
public:
    drawing(double pixels_per_unit, double x, double y) : scale_(pixels_per_unit), x_(x), y_(y) {}

    void line(std::vector<ls::page_point> points, std::string_view colour, double thickness, std::string_view dashes = "") {
        place(points);
        page_.line(points, colour, thickness, dashes);
    }
    void fill(std::vector<ls::page_point> points, std::string_view colour) {
        place(points);
        page_.fill(points, colour, 1);
    }
    void write(ls::page_point at, std::string_view words) {
        std::vector<ls::page_point> points{at};
        place(points);
        page_.write(points[0], words, {});
    }
    /// Writes NAME.svg.
    void save(char const* name) const {
        ls::write_file(std::string(name) + ".svg", page_.text());
        ++pictures;
    }

private:
    void place(std::vector<ls::page_point>& points) const {
        for (ls::page_point& p : points) {
            p = {x_ + scale_ * p.x, y_ - scale_ * p.y};
        }
    }

    double scale_, x_, y_;  // where (0, 0) is, in pixels from the upper left corner
    ls::svg_page page_{480, 320};
};

constexpr std::string_view warm = "#c88f58", dark = "#404850", light = "#9aa4ae", red = "#c03030";

void draw_pendulum() {
    auto const [angle, speed] = state_after<envs::pendulum>(12, {2});
    ls::page_point const tip{-std::sin(angle), std::cos(angle)};
    std::vector<ls::page_point> circle, turn;
    for (int i = 0; i <= 72; ++i) {
        double const around = i * std::numbers::pi / 36, part = angle * i / 72;
        circle.push_back({std::sin(around), std::cos(around)});
        turn.push_back({-0.4 * std::sin(part), 0.4 * std::cos(part)});
    }
    drawing picture(130, 240, 160);
    picture.line(circle, light, 1, "3 5");
    picture.line({{0, 0}, {0, 1.1}}, light, 1, "8 4");
    picture.line(turn, red, 1.5);
    picture.line({{0, 0}, tip}, warm, 22);
    picture.line({{0, 0}}, dark, 4);
    picture.write({-0.2, 0.5}, "angle");
    picture.save("pendulum");
}

void draw_mountain_car() {
    auto const along_speed = [](auto const& s) { return ls::vector<double, 1>{s.speed < 0 ? -1.0 : 1.0}; };
    auto const [position, speed] = state_after<envs::mountain_car>(75, along_speed);
    auto const height = [](double x) { return 0.4 * std::sin(3 * x); };
    std::vector<ls::page_point> valley;
    for (int i = 0; i <= 90; ++i) {
        double const x = -1.2 + 0.02 * i;
        valley.push_back({x, height(x)});
    }
    double const slope = std::atan(1.2 * std::cos(3 * position)), c = std::cos(slope), s = std::sin(slope);
    auto const on_car = [&, at = position](double ahead, double above) {
        return ls::page_point{at + c * ahead - s * above, height(at) + s * ahead + c * above};
    };
    drawing picture(220, 306, 170);
    picture.line(valley, dark, 2);
    picture.fill({on_car(-0.09, 0.03), on_car(0.09, 0.03), on_car(0.09, 0.09), on_car(-0.09, 0.09)}, warm);
    picture.line({on_car(-0.05, 0.03)}, dark, 4);
    picture.line({on_car(0.05, 0.03)}, dark, 4);
    picture.line({{0.45, height(0.45)}, {0.45, height(0.45) + 0.2}}, dark, 2);
    picture.fill({{0.45, height(0.45) + 0.2}, {0.45, height(0.45) + 0.12}, {0.55, height(0.45) + 0.16}}, red);
    for (auto const& [x, words] : {std::pair{-1.2, "-1.2"}, {-0.5, "-0.5"}, {0.45, "0.45"}}) {
        picture.write({x, -0.6}, words);
    }
    picture.save("mountain_car");
}

void draw_cartpole() {
    auto const [x, speed, angle, spin] = state_after<envs::cartpole>(7, {1});
    drawing picture(88, 240, 230);
    picture.line({{-2.6, 0}, {2.6, 0}}, dark, 2);
    for (auto const& [limit, words] : {std::pair{-2.4, "-2.4 m"}, {2.4, "2.4 m"}}) {
        picture.line({{limit, -0.15}, {limit, 0.15}}, red, 2);
        picture.write({limit, -0.4}, words);
    }
    for (double const side : {-1, 1}) {
        double const tilt = envs::cartpole{}.angle_limit * side;
        picture.line({{x, 0.15}, {x + 1.6 * std::sin(tilt), 0.15 + 1.6 * std::cos(tilt)}}, light, 1, "8 4");
    }
    picture.fill({{x - 0.3, -0.15}, {x + 0.3, -0.15}, {x + 0.3, 0.15}, {x - 0.3, 0.15}}, dark);
    picture.line({{x, 0.15}, {x + std::sin(angle), 0.15 + std::cos(angle)}}, warm, 10);
    picture.line({{x, 0.15}}, light, 3);
    picture.save("cartpole");
}

void draw_acrobot() {
    auto const along_speed = [](auto const& s) { return ls::vector<double, 1>{s.speed[1] < 0 ? 0.0 : 2.0}; };
    auto const state = state_after<envs::acrobot>(58, along_speed);
    double const first = state.angle[0], second = first + state.angle[1];
    ls::page_point const elbow{std::sin(first), -std::cos(first)};
    ls::page_point const tip{elbow.x + std::sin(second), elbow.y - std::cos(second)};
    drawing picture(66, 240, 150);
    picture.line({{-2.2, 1}, {2.2, 1}}, red, 1.5, "8 4");
    picture.line({{0, 0}, {0, -2}}, light, 1, "3 5");
    picture.line({{0, 0}, elbow, tip}, warm, 12);
    picture.line({{0, 0}}, dark, 4);
    picture.line({elbow}, dark, 4);
    picture.write({1.25, 1.12}, "1 m above the hook");
    picture.save("acrobot");
}

}  // namespace

int main() try {
    show<envs::half_cheetah>("half_cheetah", state_after<envs::half_cheetah>(20));
    show<envs::walker2d>("walker2d", state_after<envs::walker2d>(10, {-0.7, 0.2, 0, 0.4, -0.8, -0.3}));
    show<envs::hopper>("hopper", state_after<envs::hopper>(10, {-0.2, -0.6, 0.4}));
    show<envs::ant>("ant", state_after<envs::ant>(20));
    show<envs::humanoid>("humanoid", state_after<envs::humanoid>(0));
    show<envs::humanoid_standup>("humanoid_standup", state_after<envs::humanoid_standup>(20));
    show<envs::swimmer>("swimmer", state_after<envs::swimmer>(25, {0.6, -0.6}));
    show<envs::reacher>("reacher", state_after<envs::reacher>(10, {0.3, 0.2}, 2));
    show<envs::pusher>("pusher", state_after<envs::pusher>(6, {0.2, 0.6, 0, -0.8}, 3));
    show<envs::inverted_pendulum>("inverted_pendulum", state_after<envs::inverted_pendulum>(3, {0.5}));
    show<envs::inverted_double_pendulum>("inverted_double_pendulum", state_after<envs::inverted_double_pendulum>(3, {0.3}));
    // Targets that do not hide the robot.
    auto fetch = state_after<envs::fetch>(20);
    fetch.draw = {0.22, 0.28};
    show<envs::fetch>("fetch", fetch);
    auto grasp = state_after<envs::grasp>(10);
    grasp.draw = {0.99, 0.05, 0.3};
    show<envs::grasp>("grasp", grasp);
    auto ur5e = state_after<envs::ur5e>(0);
    ur5e.draw = {0.9, 0.3, 0.97};
    show<envs::ur5e>("ur5e", ur5e);
    show<envs::reachers>("reachers", state_after<envs::reachers>(10, {-0.3, -0.3, -0.3, -0.3}));
    draw_pendulum();
    draw_mountain_car();
    draw_cartpole();
    draw_acrobot();
    std::printf("%d pictures\n", pictures);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
