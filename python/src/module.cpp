// SPDX-License-Identifier: MIT
// The extension module of one instruction set: what lockstep/*.py is written with. Checks of what a user gives stand there.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <lockstep/core/lanes.hpp>

#include "bindings.hpp"
#include "entries.hpp"

namespace nb = nanobind;
namespace py = lockstep::python;
using namespace nb::literals;

namespace {

template <class T, std::size_t Rank>
using array = nb::ndarray<T, nb::ndim<Rank>, nb::c_contig, nb::device::cpu>;

void require_size(std::size_t size, std::size_t expected, char const* what) {
    if (size != expected) {
        throw nb::value_error(
            (std::string(what) + " has " + std::to_string(size) + " numbers, not " + std::to_string(expected)).c_str());
    }
}

void step(py::simulation& of, array<float const, 2> actions, array<float, 2> observations, array<float, 1> rewards,
          array<bool, 1> terminated, array<bool, 1> truncated) {
    require_size(actions.size(), of.count() * of.action_size(), "actions");
    require_size(observations.size(), of.count() * of.columns(), "observations");
    require_size(rewards.size(), of.count(), "rewards");
    require_size(terminated.size(), of.count(), "terminated");
    require_size(truncated.size(), of.count(), "truncated");
    nb::gil_scoped_release const released;
    of.step(actions.data(), py::step_results{observations.data(), rewards.data(), terminated.data(), truncated.data()});
}

void observe(py::simulation const& of, array<float, 2> observations) {
    require_size(observations.size(), of.count() * of.columns(), "observations");
    of.observe(observations.data());
}

/// The memory itself, [packs][numbers][width]; `owner` is kept alive by it.
nb::ndarray<nb::numpy, float const> in_lanes(py::lanes_view const& view, nb::handle owner) {
    std::size_t const shape[] = {view.packs, view.numbers, view.width};
    std::int64_t const strides[] = {static_cast<std::int64_t>(view.stride), static_cast<std::int64_t>(view.width), 1};
    return {view.data, 3, shape, owner, strides};
}

}  // namespace

NB_MODULE(LOCKSTEP_PYTHON_MODULE, m) {
    m.attr("width") = lockstep::native_width;

    nb::enum_<py::autoreset>(m, "Autoreset")
        .value("next_step", py::autoreset::next_step)
        .value("same_step", py::autoreset::same_step)
        .value("disabled", py::autoreset::disabled);

    nb::class_<py::optional_columns>(m, "OptionalColumns")
        .def_ro("option", &py::optional_columns::option)
        .def_ro("hides", &py::optional_columns::hides)
        .def_ro("by_default", &py::optional_columns::by_default)
        .def_ro("begin", &py::optional_columns::begin)
        .def_ro("end", &py::optional_columns::end);

    nb::class_<py::entry>(m, "Entry")
        .def_ro("id", &py::entry::id)
        .def_ro("name", &py::entry::name)
        .def_ro("observation_size", &py::entry::observation_size)
        .def_ro("action_size", &py::entry::action_size)
        .def_ro("action_count", &py::entry::action_count)
        .def_ro("action_low", &py::entry::action_low)
        .def_ro("action_high", &py::entry::action_high)
        .def_ro("episode_limit", &py::entry::episode_limit)
        .def_ro("dt", &py::entry::dt)
        .def_ro("options", &py::entry::options)
        .def_ro("optional", &py::entry::optional)
        .def_ro("frame_skip", &py::entry::frame_skip)
        .def_ro("has_main_body", &py::entry::has_main_body)
        .def_ro("state_sizes", &py::entry::state_sizes)
        .def(
            "make",
            [](py::entry const& of, std::size_t count, std::size_t threads, std::size_t episode_limit, py::autoreset mode,
               py::option_values options, std::vector<std::size_t> columns, std::size_t frame_skip, std::size_t main_body) {
        return of.make({count, threads, episode_limit, mode, std::move(options), std::move(columns)}, frame_skip, main_body);
            },
            "count"_a, "threads"_a, "episode_limit"_a, "mode"_a, "options"_a, "columns"_a, "frame_skip"_a, "main_body"_a);
    m.def("entries", &py::entries);

    nb::class_<py::simulation>(m, "Simulation")
        .def("columns", &py::simulation::columns)
        .def("seed", &py::simulation::seed)
        .def(
            "begin",
            [](py::simulation& of, array<bool const, 1> flags) {
        require_size(flags.size(), of.count(), "flags");
        of.begin({flags.data(), flags.size()});
            })
        .def("observe", &observe)
        .def("step", &step)
        .def(
            "final_observations",
            [](nb::pointer_and_handle<py::simulation> of) {
        return nb::ndarray<nb::numpy, float const>(of.p->final_observations().data(), {of.p->count(), of.p->columns()}, of.h);
            })
        .def("observation_in_lanes",
             [](nb::pointer_and_handle<py::simulation> of) { return in_lanes(of.p->observation_view(), of.h); })
        .def("state_in_lanes", [](nb::pointer_and_handle<py::simulation> of,
                                  std::string const& name) { return in_lanes(of.p->state_view(name), of.h); })
        .def("record", &py::simulation::record)
        .def("viewer_page", &py::simulation::viewer_page)
        .def("picture", &py::simulation::picture);

    py::bind_learners(m);
    py::bind_export(m);
}
