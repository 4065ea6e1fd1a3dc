// SPDX-License-Identifier: MIT
// PPO on HalfCheetah for 1 M steps by four ranks of one thread, on one machine and on four, beside one rank: times, energy of all
// machines and price. Ranks need multiples of 16 environments, so each rank has 16 or 32 of them. Starts mpirun by itself. The
// launcher in MPIRUN, such as "mpirun --hostfile hosts --map-by node", starts ranks on four machines.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/dist/agreement.hpp>
#include <lockstep/dist/mpi.hpp>
#include <lockstep/rl/data_parallel_ppo.hpp>

#include "article.hpp"
#include "result_table.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t ranks_together = 4;

struct measured {
    std::size_t machines = 0;
    double seconds = 0, joules = 0;  // on the clock; of all machines, NaN if one does not count them
};

/// What a rank does: trains, and rank 0 prints what was measured.
int train_as_rank(std::size_t environments, std::size_t steps) {
    ls::mpi ranks;
    ls::cpu device({.threads = 1});
    ls::data_parallel_ppo<ls::envs::half_cheetah, ls::cpu, ls::mpi> learner(
        device, {.environments = environments, .steps = steps, .seed = 901}, {}, ranks);
    ls::energy_meter meter;
    ranks.barrier();
    double const begin = bench::wall_seconds();
    while (!learner.done()) {
        learner.iterate();
    }
    double const seconds = bench::wall_seconds() - begin;
    std::vector<double> joules(ranks.size());
    joules[ranks.rank()] = meter.joules();
    ranks.all_gather(std::as_writable_bytes(std::span(joules)));
    std::set<std::string> machines;
    double all = 0;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        std::string const place = ranks.describe(rank);  // "rank 0 on HOST"
        if (machines.insert(place.substr(place.rfind(' '))).second) {
            all += joules[rank];
        }
    }
    if (ranks.rank() == 0) {
        std::printf("measured %zu %.9g %.9g\n", machines.size(), seconds, all);
    }
    return 0;
}

/// What `launcher` measures of so many ranks. Ends the program, with a sentence, if it fails.
measured launch(std::string const& launcher, char const* program, std::size_t ranks, std::size_t environments,
                std::size_t steps) {
    std::string const command = ls::formatted("%s -n %zu %s rank %zu %zu", launcher.c_str(), ranks, program, environments, steps);
    measured found;
    bool is_measured = false;
    FILE* const output = ::popen(command.c_str(), "r");
    char line[512];
    while (output != nullptr && std::fgets(line, sizeof line, output) != nullptr) {
        is_measured = is_measured ||
                      std::sscanf(line, "measured %zu %lf %lf", &found.machines, &found.seconds, &found.joules) == 3;
    }
    if (output == nullptr || ::pclose(output) != 0 || !is_measured) {
        std::printf("article_ranks: this failed: %s\n", command.c_str());
        std::exit(1);
    }
    return found;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 4 && std::strcmp(argv[1], "rank") == 0) {
        return train_as_rank(std::stoull(argv[2]), std::stoull(argv[3]));
    }
    auto const settings = bench::parse_article_settings(argc, argv);
    std::size_t const steps = 10'000 * settings.percent;
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    char const* const launcher = std::getenv("MPIRUN");
    std::string const title = ls::formatted("PPO on HalfCheetah by four ranks, %zu steps", steps);
    bench::result_table table("article_ranks", title,
                              {"machines", "ranks", "environments of a rank", "seconds", "steps/s", "energy (J)", "price"});
    ls::chart picture{.title = title,
                      .x_label = "environments of a rank",
                      .y_label = "steps a second",
                      .curves = {{"one rank"}, {"four ranks, one machine"}, {"four ranks, four machines"}}};
    std::size_t cells = 0, machines = 1;
    auto const add_row = [&](std::size_t row_machines, std::size_t ranks, std::size_t environments,
                             std::optional<measured> const& found, ls::curve& line) {
        std::vector<std::string> row = {std::to_string(row_machines), std::to_string(ranks), std::to_string(environments), "", "",
                                        "", ""};
        if (found) {
            double const speed = static_cast<double>(steps) / found->seconds;
            double const price = ls::price_of(found->joules, found->seconds * static_cast<double>(row_machines), settings.prices);
            row[3] = ls::formatted("%.2f", found->seconds);
            row[4] = ls::formatted("%.3g", speed);
            row[5] = std::isnan(found->joules) ? "" : ls::formatted("%.0f", found->joules);
            row[6] = std::isnan(price) ? "" : ls::formatted("%.3g", price);
            line.add(static_cast<double>(environments), speed);
            cells += 2;
        }
        table.add(row);
    };
    for (std::size_t const of_rank : {16, 32}) {
        std::size_t const together = ranks_together * of_rank;
        add_row(1, 1, of_rank, launch("mpirun", argv[0], 1, of_rank, steps), picture.curves[0]);
        add_row(1, ranks_together, of_rank, launch("mpirun --oversubscribe", argv[0], ranks_together, together, steps),
                picture.curves[1]);
        std::optional<measured> apart;
        if (launcher != nullptr) {
            apart = launch(launcher, argv[0], ranks_together, together, steps);
            machines = apart->machines;
        }
        add_row(ranks_together, ranks_together, of_rank, machines == ranks_together ? apart : std::nullopt, picture.curves[2]);
    }
    table.add_note("Seconds are those of the clock. 1 and 4 environments: ranks cannot share fewer than 16 each.");
    if (machines != ranks_together) {
        table.add_note((launcher == nullptr ? std::string("four machines: there is no launcher in MPIRUN")
                                            : "four machines: the launcher in MPIRUN reached " + std::to_string(machines)) +
                       "; MPIRUN=\"mpirun --hostfile hosts --map-by node\" bench/run article fills this, with four hosts in the "
                       "file hosts");
    }
    if (ls::energy_meter meter; std::isnan(meter.joules())) {
        table.add_note("energy: " + meter.scope() + "; bench/run article on machines that count it fills this");
    }
    if (settings.prices.price_per_kilowatt_hour == 0 && settings.prices.price_per_machine_hour == 0) {
        table.add_note("price: bench/article --price_per_machine_hour PRICE or --price_per_kilowatt_hour PRICE fills this");
    }
    table.publish(settings.folder, picture);
    std::printf("article_ranks: %zu cells\n", cells);
}
