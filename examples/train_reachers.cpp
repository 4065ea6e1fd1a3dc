// SPDX-License-Identifier: MIT
// Trains two arms by one policy to meet at a target that only one of them knows. Leaves the policy, and a page that shows them in
// a browser.

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <lockstep/envs/reachers.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;
using ls::envs::reachers;

struct settings {
    ls::ppo_config learner{.steps = 1'000'000};
    bool central_critic = true, sees_partner = true, overwrite = false;
    std::string output = "reachers";
};

std::vector<ls::option<settings>> const options_beside_the_learner = {
    {"central_critic", &settings::central_critic, "tells the critic what both arms know; false: what the agent sees"},
    {"sees_partner", &settings::sees_partner, "shows each arm the other one's fingertip"},
    {"output", &settings::output, "writes NAME.policy and NAME.html"},
    {"overwrite", &settings::overwrite, "replaces the files of an earlier training"},
};

template <class Env>
void train(settings const& chosen, Env const& env) {
    ls::cpu device;
    ls::ppo<Env, ls::cpu> learner(device, chosen.learner, env);
    ls::require_writable(ls::require_file_name(chosen.output) + ".policy");
    ls::require_writable(chosen.output + ".html");
    for (char const* ending : {".policy", ".html"}) {
        if (!chosen.overwrite) {
            ls::require_absent(chosen.output + ending, "--overwrite replaces it");
        }
    }
    auto const show = [&](char const* when) {
        std::vector<ls::animation> episodes;
        for (std::size_t i = 1; i <= 2; ++i) {
            episodes.push_back(ls::animate(learner.policy(), i, env));
            episodes.back().label = when + (", episode " + std::to_string(i));
        }
        return episodes;
    };
    std::vector<ls::animation> episodes = show("at the start");
    auto const before = ls::evaluate(device, learner.policy(), {.episodes = 1024, .deterministic = false}, env);
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    for (ls::animation const& episode : show("at the end")) {
        episodes.push_back(episode);
    }
    ls::save(chosen.output + ".policy", learner.policy());
    ls::write_viewer(chosen.output + ".html", episodes, {.title = "Reachers that meet, PPO"});
    auto const after = ls::evaluate(device, learner.policy(), {.episodes = 1024}, env);
    std::printf("return %.2f +- %.2f at the end, %.2f of drawn actions at the start\n", after.mean_return, after.standard_error,
                before.mean_return);
}

int main(int argc, char** argv) try {
    auto options = ls::options_of(&settings::learner);
    options.insert(options.end(), options_beside_the_learner.begin(), options_beside_the_learner.end());
    auto const chosen = ls::parse_options(argc, argv, options);
    reachers const env{.sees_partner = chosen.sees_partner};
    if (chosen.central_critic) {
        train(chosen, env);
    } else {
        train(chosen, ls::without_privileged_observation<reachers>{env});
    }
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
