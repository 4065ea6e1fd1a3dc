// SPDX-License-Identifier: MIT
// Trains HalfCheetah to run with proximal policy optimisation, on every core of this machine.
// Leaves the policy, a table of the metrics, the same for TensorBoard, a picture of the learning curve, a page about the
// training, a page that shows the robot in a browser, and a checkpoint to go on from.

#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <lockstep/io/running_costs.hpp>
#include <lockstep/io/viewer.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using learner_type = ls::ppo<ls::envs::half_cheetah, ls::cpu>;
using metrics_type = ls::metered<ls::ppo_metrics>;

struct settings {
    ls::ppo_config learner = ls::tuned<learner_type>(10'000'000);
    ls::prices prices;
    std::size_t threads = 0;
    std::string output, resume, evaluate;
    bool overwrite = false;
};

std::vector<ls::option<settings>> const options_beside_the_learner = {
    {"threads", &settings::threads, "that compute; 0 is one for every core"},
    {"output", &settings::output,
     "writes NAME.policy, NAME.csv, NAME.tensorboard, NAME.svg, NAME.html, NAME.report.html "
     "and, every minute, NAME.checkpoint; NAME is half_cheetah, or what is resumed, unless it is "
     "given"},
    {"resume", &settings::resume, "the NAME of a stopped training to go on with, given the same options"},
    {"overwrite", &settings::overwrite, "replaces the files of an earlier training, or leaves the rows of a lost table empty"},
    {"evaluate", &settings::evaluate, "a policy file to evaluate instead of training"},
};

int main(int argc, char** argv) try {
    auto options = ls::options_of(&settings::learner);
    auto const prices = ls::options_of(&settings::prices);
    options.insert(options.end(), prices.begin(), prices.end());
    options.insert(options.end(), options_beside_the_learner.begin(), options_beside_the_learner.end());
    auto const chosen = ls::parse_options(argc, argv, options);
    ls::cpu device({.threads = chosen.threads});

    if (!chosen.evaluate.empty()) {
        auto const result = ls::evaluate(device, ls::load<learner_type::policy_type>(chosen.evaluate));
        std::printf("return %.0f +- %.0f over %zu episodes\n", result.mean_return, result.standard_error, result.episodes);
        return 0;
    }

    bool const resumes = !chosen.resume.empty();
    std::string const from = resumes ? chosen.resume : "half_cheetah";
    learner_type learner(device, resumes ? ls::with_sizes_of(from + ".checkpoint", chosen.learner) : chosen.learner);
    std::string const output = ls::require_file_name(chosen.output.empty() ? from : chosen.output);
    if (output != chosen.resume && !chosen.overwrite) {
        std::string const goes_on = "--resume " + output + " goes on with it, ";
        std::string const advice = ls::is_present(output + ".checkpoint") ? goes_on : "";
        for (char const* ending : {".policy", ".csv", ".tensorboard", ".svg", ".html", ".report.html", ".checkpoint"}) {
            ls::require_absent(output + ending, advice + "--overwrite replaces it");
        }
    }
    if (resumes) {
        ls::load_checkpoint(from + ".checkpoint", learner);
    }
    ls::require_writable(output + ".policy");
    ls::require_writable(output + ".svg");
    ls::require_writable(output + ".html");
    ls::require_writable(output + ".report.html");
    auto const lost = chosen.overwrite ? ls::lost_rows::left_empty : ls::lost_rows::refused;
    ls::csv<metrics_type> table(output + ".csv", learner.iterations(), from + ".csv", lost);
    ls::tensorboard<metrics_type> events(output + ".tensorboard", learner.iterations(), from + ".tensorboard", lost);
    events.show_configuration(learner.config());
    ls::learning_curve curve("HalfCheetah, PPO");
    if (resumes) {
        curve.append_table(output + ".csv");
    }
    ls::animation at_the_start = ls::animate(learner.policy());
    ls::interrupt const interrupt;
    ls::periodic_checkpoint checkpoint(output + ".checkpoint");
    ls::running_costs costs(chosen.prices, learner.total_steps());

    while (!learner.done() && !interrupt.requested() && table.good()) {
        metrics_type const metrics = costs.with_costs(learner.iterate());
        ls::report(metrics);
        table.append(metrics);
        events.append(metrics);
        curve.append(metrics);
        checkpoint.update(learner, table, events);
    }

    std::string const spent = costs.summary(learner.total_steps());
    std::printf("%s\n", spent.c_str());
    ls::save(output + ".policy", learner.policy());
    curve.save(output + ".svg");
    ls::save_checkpoint(output + ".checkpoint", learner, table, events);
    if (interrupt.requested()) {
        std::printf("stopped; --resume %s with the same options goes on\n", output.c_str());
    }
    table.close();
    events.close();
    ls::animation at_the_end = ls::animate(learner.policy());
    at_the_start.label = resumes ? "when resumed" : "at the start";
    at_the_end.label = "at the end";
    ls::write_viewer(output + ".html", {at_the_start, at_the_end}, {.title = "HalfCheetah, PPO"});
    auto const result = ls::evaluate(device, learner.policy());
    std::printf("return %.0f +- %.0f over %zu episodes of the mean action\n", result.mean_return, result.standard_error,
                result.episodes);
    ls::save_report(output + ".report.html", ls::training_report{.title = "HalfCheetah, PPO",
                                                                 .configuration = ls::configuration_table(learner.config()),
                                                                 .seeds = {{learner.config().seed, curve.line(), result}},
                                                                 .costs = spent});
    return interrupt.exit_code();
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
