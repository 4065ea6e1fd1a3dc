// SPDX-License-Identifier: MIT
// What the suffix of a file's name says of its content. No writer leaves a file whose suffix promises another kind of content.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Returns `path`, the path of a file with content of the kind that `suffix` names, such as ".csv". `suffix` must be one of those
/// below. Throws std::invalid_argument, naming the path and both kinds, if `path` has the suffix of another kind. A path with an
/// unknown suffix, or with none, is allowed.
LOCKSTEP_COLD inline std::string const& check_suffix(std::string const& path, std::string_view suffix) {
    struct kind {
        char const* suffix;
        char const* content;
    };
    static constexpr kind kinds[] = {
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
    kind const *own = nullptr, *named = nullptr;
    for (kind const& known : kinds) {
        own = known.suffix == suffix ? &known : own;
        named = named == nullptr && path.ends_with(known.suffix) ? &known : named;
    }
    if (named != nullptr && std::string_view(named->content) != own->content) {
        throw std::invalid_argument(formatted("%s: cannot be written: %s is the suffix of %s, and the file would hold %s (%s)",
                                              path.c_str(), named->suffix, named->content, own->content, own->suffix));
    }
    return path;
}

}  // namespace lockstep
