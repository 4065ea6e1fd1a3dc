// SPDX-License-Identifier: MIT
// Takes a policy elsewhere: trains Pendulum in seconds, or loads what was trained before, and writes the policy as a model of
// ONNX, as a C header without dependencies, and as a module of JavaScript.

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <lockstep/io/export/c_header.hpp>
#include <lockstep/io/export/javascript.hpp>
#include <lockstep/io/export/onnx.hpp>
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using learner_type = ls::ppo<ls::envs::pendulum, ls::cpu>;

struct settings {
    ls::ppo_config learner{.steps = 200'000};
    std::string policy, output = "pendulum";
};

std::vector<ls::option<settings>> const options_beside_the_learner = {
    {"policy", &settings::policy, "a policy file to load instead of training"},
    {"output", &settings::output, "writes NAME.policy, NAME.onnx, NAME.h and NAME.mjs"},
};

int main(int argc, char** argv) try {
    auto options = ls::options_of(&settings::learner);
    options.insert(options.end(), options_beside_the_learner.begin(), options_beside_the_learner.end());
    auto const chosen = ls::parse_options(argc, argv, options);
    for (char const* ending : {".onnx", ".h", ".mjs", ".policy"}) {
        ls::require_writable(ls::require_file_name(chosen.output) + ending);
    }

    learner_type::policy_type policy;
    if (!chosen.policy.empty()) {
        policy = ls::load<learner_type::policy_type>(chosen.policy);
    } else {
        ls::require_absent(chosen.output + ".policy", "--policy loads it, --output writes to another name");
        ls::cpu device;
        learner_type learner(device, chosen.learner);
        while (!learner.done()) {
            ls::report(learner.iterate());
        }
        policy = learner.policy();
        ls::save(chosen.output + ".policy", policy);
    }

    ls::write_onnx(chosen.output + ".onnx", policy);
    ls::write_c_header(chosen.output + ".h", policy);
    ls::write_javascript(chosen.output + ".mjs", policy);
    std::printf("%s.onnx, %s.h and %s.mjs act as the policy does\n", chosen.output.c_str(), chosen.output.c_str(),
                chosen.output.c_str());
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
