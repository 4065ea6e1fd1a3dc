// SPDX-License-Identifier: MIT
// What the suffix of a file's name says of its content. No writer leaves a file whose suffix promises another kind of content.
#pragma once

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns `path`, the path of a file with content of the kind that `suffix` names, such as ".csv". `suffix` must be one of those
/// below. Throws std::invalid_argument, naming the path and both kinds, if `path` has the suffix of another kind. A path with an
/// unknown suffix, or with none, is allowed.
LOCKSTEP_COLD inline std::string const& check_suffix(std::string const& path, std::string_view suffix) {
    struct kind {
        std::string suffix;
        std::string content;
    };
    static kind const kinds[] = {
        {".policy", "a policy"},
        {".checkpoint", "a checkpoint"},
        {".onnx", "an ONNX model"},
        {".h", "a C header"},
        {".js", "a module of JavaScript"},
        {".mjs", "a module of JavaScript"},
        {".html", "a page"},
        {".svg", "an SVG picture"},
        {".csv", "a table"},
        {".json", "JSON"},
        {".png", "a PNG picture"},
    };
    auto const own = std::ranges::find(kinds, suffix, &kind::suffix);
    auto const named = std::ranges::find_if(kinds, [&](kind const& k) { return path.ends_with(k.suffix); });
    if (named != std::end(kinds) && named->content != own->content) {
        throw std::invalid_argument(path + ": cannot be written: " + named->suffix + " is the suffix of " + named->content +
                                    ", and the file would hold " + own->content + " (" + own->suffix + ")");
    }
    return path;
}

}  // namespace lockstep
