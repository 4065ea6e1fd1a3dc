// SPDX-License-Identifier: MIT
// Makes HalfCheetah run without any training: each step is planned again by sampling sequences of actions. Leaves a page that
// shows the robot in a browser.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <lockstep/io/animation.hpp>
#include <lockstep/io/storage/file_suffix.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>
#include <lockstep/rl/cem.hpp>
#include <lockstep/rl/control.hpp>

namespace ls = lockstep;

using cheetah = ls::envs::half_cheetah;
using planner_type = ls::cem<cheetah, ls::cpu>;

struct settings {
    planner_type::config_type planner;  // candidates, horizon, iterations, noise, elites
    std::size_t threads = 0;
    std::size_t steps = 200;  // of the episode: 10 s
    std::uint64_t start = 0;
    std::string output = "planned_half_cheetah.html";
};

std::vector<ls::option<settings>> const options_beside_the_planner = {
    {"threads", &settings::threads, "that compute; 0 is one for every core"},
    {"steps", &settings::steps, "of the episode, 0.05 s each; 0 is all 1000"},
    {"start", &settings::start, "the seed of where the robot begins"},
    {"output", &settings::output, "the page that is written"},
};

int main(int argc, char** argv) try {
    auto options = ls::options_of(&settings::planner);
    options.insert(options.end(), options_beside_the_planner.begin(), options_beside_the_planner.end());
    auto const chosen = ls::parse_options(argc, argv, options);
    ls::require_writable(ls::check_suffix(chosen.output, ".html"));

    ls::cpu device({.threads = chosen.threads});
    planner_type planner(device, chosen.planner);
    ls::animation film(cheetah::robot, cheetah::model, cheetah::dt);
    double reward_before = 0;
    ls::vector<float, cheetah::action_size> action_before{};
    auto const show = [&](auto const& state, auto const& action, double reward) {
        film.append(std::vector<double>(state.qpos.begin(), state.qpos.end()));
        std::size_t const step = film.size() - 1;
        if (step > 0) {
            film.add_step(reward_before, action_before.data);
        }
        if (step % 20 == 0) {
            std::printf("%5.1f s: %5.1f m/s\n", static_cast<double>(step) * cheetah::dt, static_cast<double>(state.qvel[0]));
            std::fflush(stdout);
        }
        reward_before = reward;
        action_before = action;
    };
    auto const episode = ls::control(planner, {.seed = chosen.start, .steps = chosen.steps}, show);
    film.label = "planned, return " + std::to_string(static_cast<long>(episode.episode_return));
    ls::write_viewer(chosen.output, {film}, {.title = "HalfCheetah, planned"});
    std::printf("return %.0f in %zu steps; open %s\n", episode.episode_return, episode.steps, chosen.output.c_str());
    return 0;
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
