// SPDX-License-Identifier: MIT
// Trains HalfCheetah with proximal policy optimisation in several processes, on one machine or many:
//
//     mpirun -n 4 build/release/examples/train_half_cheetah_ranks
//
// All ranks train one policy, and rank 0 writes it, a table of the metrics, the same for TensorBoard, and a checkpoint to go on
// from with any number of ranks that divides the environments. With --device cuda each rank trains on a card of its own, and NCCL
// carries the gradients.

#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/device/cuda.hpp>
#include <lockstep/dist/mpi.hpp>
#include <lockstep/dist/nccl.hpp>
#include <lockstep/lockstep.hpp>
#include <lockstep/rl/data_parallel_ppo.hpp>

namespace ls = lockstep;

template <class Device, class Ranks>
using learner_on = ls::data_parallel_ppo<ls::envs::half_cheetah, Device, Ranks>;

struct settings {
    ls::ppo_config learner = ls::tuned<learner_on<ls::cpu, ls::mpi>>(10'000'000);
    std::string device = "cpu";
    std::size_t threads = 1;
    double time_limit = ls::mpi_config().time_limit, checkpoint_seconds = 60;
    std::string output, resume;
    bool overwrite = false;
};

std::vector<ls::option<settings>> const options_beside_the_learner = {
    {"device", &settings::device, "cpu, or cuda: each rank has a card of NVIDIA's, and NCCL carries the gradients"},
    {"threads", &settings::threads, "of each rank on the processor; 0 is one for every processor that the rank may use"},
    {"time_limit", &settings::time_limit, "seconds that ranks wait for one that does not answer"},
    {"checkpoint_seconds", &settings::checkpoint_seconds, "between two checkpoints"},
    {"output", &settings::output, "writes NAME.policy, NAME.csv, NAME.tensorboard and NAME.checkpoint; NAME is half_cheetah, "
                                  "or what is resumed, unless it is given"},
    {"resume", &settings::resume, "the NAME of a stopped training to go on with, given the same options; all ranks read its "
                                  "checkpoint"},
    {"overwrite", &settings::overwrite, "replaces the files of an earlier training, or leaves the rows of a lost table empty"},
};

/// Trains in all ranks, and returns the exit code.
template <class Device, class Ranks>
int train(settings const& chosen, Device& device, Ranks& ranks) {
    bool const resumes = !chosen.resume.empty();
    std::string const from = resumes ? chosen.resume : "half_cheetah";
    auto const config = resumes ? ls::with_sizes_of(from + ".checkpoint", chosen.learner) : chosen.learner;
    learner_on<Device, Ranks> learner(device, config, {}, ranks);
    if (resumes) {
        ls::load_checkpoint(from + ".checkpoint", learner);
    }
    ranks.barrier();  // all have read what rank 0 is about to replace

    std::string const output = ls::require_file_name(chosen.output.empty() ? from : chosen.output);
    std::optional<ls::csv<ls::ppo_metrics>> table;  // rank 0 writes
    std::optional<ls::tensorboard<ls::ppo_metrics>> events;
    if (ranks.rank() == 0) {
        for (std::string const ending : {".checkpoint", ".policy", ".csv", ".tensorboard"}) {
            if (output != chosen.resume && !chosen.overwrite) {
                std::string const goes_on = ending == ".checkpoint" ? "--resume " + output + " goes on with it, " : "";
                ls::require_absent(output + ending, goes_on + "--overwrite replaces it");
            }
        }
        ls::require_writable(output + ".policy");
        auto const lost = chosen.overwrite ? ls::lost_rows::left_empty : ls::lost_rows::refused;
        table.emplace(output + ".csv", learner.iterations(), from + ".csv", lost);
        events.emplace(output + ".tensorboard", learner.iterations(), from + ".tensorboard", lost);
        events->show_configuration(learner.config());
    }
    ls::periodic_checkpoint checkpoint(output + ".checkpoint", chosen.checkpoint_seconds);
    ls::interrupt const interrupt;
    bool stops = false;
    while (!learner.done() && !stops) {
        ls::ppo_metrics const metrics = learner.iterate();
        if (table) {
            ls::report(metrics);
            table->append(metrics);
            events->append(metrics);
            checkpoint.update(learner, *table, *events);
        }
        stops = ls::any_rank(ranks, interrupt.requested() || (table && !table->good()));
    }

    if (table) {
        ls::save(output + ".policy", learner.policy());
        ls::save_checkpoint(output + ".checkpoint", learner, *table, *events);
        table->close();
        events->close();
        auto const result = ls::evaluate(device, learner.policy());
        std::printf("return %.0f +- %.0f over %zu episodes of the mean action\n", result.mean_return, result.standard_error,
                    result.episodes);
    }
    ranks.barrier();
    return interrupt.exit_code();
}

int main(int argc, char** argv) try {
    auto options = ls::options_of(&settings::learner);
    options.insert(options.end(), options_beside_the_learner.begin(), options_beside_the_learner.end());
    auto const chosen = ls::parse_options(argc, argv, options);
    if (chosen.device != "cpu" && chosen.device != "cuda") {
        throw std::invalid_argument("option --device takes cpu or cuda, not \"" + chosen.device + "\"");
    }
    ls::mpi processes({.time_limit = chosen.time_limit});
    if (chosen.device == "cpu") {
        ls::cpu device({.threads = chosen.threads});
        return train(chosen, device, processes);
    }
    auto ranks = ls::nccl::among(processes, {.time_limit = chosen.time_limit});
    ls::cuda device({.device = ranks.device()});
    return train(chosen, device, ranks);
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 1;
}
