// SPDX-License-Identifier: MIT
#include "bindings.hpp"

#include <cstddef>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "entries.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lockstep::python {

void bind_learners(nb::module_& m) {
    nb::class_<learner_entry>(m, "LearnerEntry")
        .def_ro("method", &learner_entry::method)
        .def_ro("environment", &learner_entry::environment)
        .def_ro("defaults", &learner_entry::defaults)
        .def_ro("options", &learner_entry::options)
        .def("tuned", [](learner_entry const& of, std::size_t steps) { return of.tuned(steps); })
        .def(
            "make",
            [](learner_entry const& of, config_values const& config, option_values const& options, std::size_t threads,
               std::string const& resume) { return of.make(config, options, threads, resume); },
            "config"_a, "options"_a, "threads"_a, "resume"_a);
    m.def("learner_entries", &learner_entries);

    nb::class_<iteration_report>(m, "IterationReport")
        .def_ro("columns", &iteration_report::columns)
        .def_ro("warnings", &iteration_report::warnings);

    using released = nb::call_guard<nb::gil_scoped_release>;
    nb::class_<learner>(m, "Learner")
        .def("done", &learner::done)
        .def("iterate", &learner::iterate, released())
        .def("config", &learner::config)
        .def(
            "policy",
            [](learner const& of) {
        std::string const bytes = of.policy();
        return nb::bytes(bytes.data(), bytes.size());
            })
        .def("save_checkpoint", &learner::save_checkpoint, released())
        .def("keep_checkpoint", &learner::keep_checkpoint, released())
        .def("act", &learner::act)
        .def("evaluate", &learner::evaluate, released());
}

}  // namespace lockstep::python
