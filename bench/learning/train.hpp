// SPDX-License-Identifier: MIT
// One training, which goes on where it was stopped, with its table, its curve and what it took.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>

#include <lockstep/io/checkpoint.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/learning_curve.hpp>
#include <lockstep/io/progress.hpp>

#include "../timing.hpp"

namespace bench {

namespace ls = lockstep;

/// A learner that knows what its iterations took, also those before it was stopped.
template <class Learner>
struct timed : Learner {
    using Learner::Learner;
    double seconds = 0, processor_seconds = 0;  ///< on the clock, and of all threads

    auto iterate() {
        double const begin = process_cpu_seconds();
        auto const metrics = Learner::iterate();
        seconds = metrics.seconds;
        processor_seconds += process_cpu_seconds() - begin;
        return metrics;
    }
    template <class Visit>
    void for_each_entry(Visit&& visit) {
        Learner::for_each_entry(visit);
        visit("seconds_on_the_clock", seconds);
        visit("processor_seconds", processor_seconds);
    }
};

/// Trains a seed to its end and shows a live line, on the standard error; keeps a table of the metrics, and a checkpoint.
template <class Learner>
void train(Learner& learner, std::string const& output, bool resume) {
    if (resume && std::filesystem::exists(output + ".checkpoint")) {
        ls::load_checkpoint(output + ".checkpoint", learner);
    }
    ls::csv<decltype(learner.iterate())> table(output + ".csv", learner.iterations());
    ls::periodic_checkpoint checkpoint(output + ".checkpoint", 300);
    ls::progress live(stderr);
    while (!learner.done() && table.good()) {
        auto const metrics = learner.iterate();
        live.report(metrics);
        table.append(metrics);
        checkpoint.update(learner, table);
    }
    ls::save_checkpoint(output + ".checkpoint", learner, table);
    table.close();
}

/// The curve of a table of metrics, a point in every so many steps.
inline ls::curve thinned_curve(std::string const& table, std::string const& name, std::size_t steps) {
    ls::learning_curve all(name);
    all.append_table(table);
    ls::curve thinned{name};
    for (ls::page_point const& p : all.line().points) {
        if (thinned.points.empty() || p.x >= thinned.points.back().x + static_cast<double>(steps)) {
            thinned.points.push_back(p);
        }
    }
    return thinned;
}

}  // namespace bench
