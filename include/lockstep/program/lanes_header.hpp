// SPDX-License-Identifier: MIT
// Prints programs as a header file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lockstep/program/print_lanes.hpp>

namespace lockstep {

/// A program, its name in a header, and the limits of its frame.
struct named_program {
    std::string name;
    program code;
    frame_limits frame = {};
};

/// Returns the text of a header with each program as `template <class V> void name(V* rows)` in the namespace `space`. `origin`
/// completes the sentence "Generated from ...". The same code yields the same text with every compiler (program/canonical.hpp).
inline std::string print_lanes_header(std::vector<named_program> const& programs, std::string_view space,
                                      std::string_view origin) {
    std::string text =
        "// SPDX-License-Identifier: MIT\n// Generated from " + std::string(origin) + ". Do not edit: record it again.";
    text += R"(
#pragma once

#include <lockstep/program/text.hpp>

// A value that only a region sets has none before: it is read under the same condition only.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#if !defined(__clang__)
#    pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

)";
    text += "namespace " + std::string(space) + " {\n";
    for (named_program const& p : programs) {
        text += "\n" + print_lanes(p.code, p.name, p.frame);
    }
    return text + "\n}  // namespace " + std::string(space) + "\n\n#pragma GCC diagnostic pop\n";
}

}  // namespace lockstep
