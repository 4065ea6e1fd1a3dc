// SPDX-License-Identifier: MIT
#include "bindings.hpp"

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <lockstep/io/export/c_header.hpp>
#include <lockstep/io/export/describe_policy.hpp>
#include <lockstep/io/export/javascript.hpp>
#include <lockstep/io/export/onnx.hpp>
#include <lockstep/io/safetensors.hpp>

namespace nb = nanobind;
using namespace nb::literals;

namespace lockstep::python {

namespace {

using printer = std::string (*)(exported_policy const&);

std::map<std::string, printer> const& printers() {
    static std::map<std::string, printer> const by_suffix = {
        {".h", to_c_header}, {".js", to_javascript}, {".mjs", to_javascript}, {".onnx", to_onnx}};
    return by_suffix;
}

/// The policy whose file has these bytes, in the format of a suffix. observations and actions: what the export tests itself with.
nb::bytes exported(std::string const& suffix, nb::bytes const& file, std::size_t action_size, double action_low,
                   double action_high, std::vector<std::vector<float>> observations, std::vector<std::vector<float>> actions) {
    exported_policy policy =
        describe_policy(parse_safetensors(std::string_view(file.c_str(), file.size())),
                        exported_surroundings{.action_size = action_size, .action_low = action_low, .action_high = action_high});
    policy.tested_observations = std::move(observations);
    policy.tested_actions = std::move(actions);
    std::string const text = printers().at(suffix)(policy);
    return nb::bytes(text.data(), text.size());
}

}  // namespace

void bind_export(nb::module_& m) {
    m.def("export_suffixes", [] {
        std::vector<std::string> suffixes;
        for (auto const& [suffix, print] : printers()) {
            suffixes.push_back(suffix);
        }
        return suffixes;
    });
    m.def("exported", &exported, "suffix"_a, "file"_a, "action_size"_a, "action_low"_a, "action_high"_a, "observations"_a,
          "actions"_a);
}

}  // namespace lockstep::python
