// SPDX-License-Identifier: MIT
// Steps a second of each robot with 1 to 1 M environments at once, on all threads: random actions, observations, rewards,
// episodes that end and begin again, four steps a kernel as a rollout takes them.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <unistd.h>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/io/text/quantity.hpp>

#include "article.hpp"
#include "family.hpp"
#include "result_table.hpp"
#include "packs_of_environments.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t sizes[] = {1, 1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20};
constexpr std::size_t steps_in_all = 1 << 20;  ///< of the smaller numbers of environments together

std::size_t free_memory() {
    return static_cast<std::size_t>(::sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

int main(int argc, char** argv) {
    auto const settings = bench::parse_article_settings(argc, argv);
    std::size_t const largest = sizes[5] * settings.percent / 100, work = steps_in_all * settings.percent / 100;
    ls::cpu device;
    std::vector<std::string> columns = {"steps/s"};
    for (std::size_t const count : sizes) {
        columns.push_back(std::to_string(count));
    }
    std::string const title =
        ls::formatted("Steps a second by the number of environments, %zu threads", static_cast<std::size_t>(device.threads()));
    bench::result_table table("article_scale", title, columns);
    ls::chart picture{.title = title,
                      .x_label = "environments",
                      .y_label = "steps a second",
                      .curves = {},
                      .logarithmic_x = true,
                      .logarithmic_y = true};
    std::size_t cells = 0;
    bench::for_each_environment([&]<class Env>(char const* name, double) {
        bench::packs_of_environments<Env> const packs(device, 1 << 10);
        std::vector<std::string> row = {name};
        ls::curve line{.name = name};
        for (std::size_t const count : sizes) {
            std::size_t const needed = bench::packs_of_environments<Env>::bytes(count);
            if (count > largest || needed > free_memory() / 2) {
                row.emplace_back();
                if (count <= largest) {
                    table.add_note(ls::formatted("%s, %zu environments: %sB of memory, more than half of what is free; "
                                                 "bench/run article on a larger machine fills this",
                                                 name, count, ls::quantity(static_cast<double>(needed)).c_str()));
                }
                continue;
            }
            double const speed =
                1 / packs.seconds(device, count, std::max<std::size_t>(work / (4 * count), 1), 3, bench::wall_seconds);
            row.push_back(ls::formatted("%.3g", speed));
            line.add(static_cast<double>(count), speed);
            ++cells;
        }
        std::fprintf(stderr, "%s\n", name);
        table.add(row);
        picture.curves.push_back(line);
    });
    if (largest < sizes[5]) {
        table.add_note("Columns above " + std::to_string(largest) + ": bench/article --percent 100 fills these.");
    }
    table.add_note("One environment has a pack of lanes to itself, which steps as many as the pack has at the same cost.");
    table.publish(settings.folder, picture);
    std::printf("article_scale: %zu cells\n", cells);
}
