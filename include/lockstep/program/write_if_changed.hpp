// SPDX-License-Identifier: MIT
// Writes a generated file where it says something new: an unchanged header rebuilds nothing.
#pragma once

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace lockstep {

/// Replaces the file at `path` by one with this text, unless it holds it already: written beside it, then renamed, so
/// that a build that is stopped leaves no half of a header. Throws std::runtime_error if it cannot be written.
inline void write_if_changed(std::string const& path, std::string const& text) {
    if (std::ifstream old(path, std::ios::binary); old) {
        std::string const content{std::istreambuf_iterator<char>(old), std::istreambuf_iterator<char>()};
        if (content == text) {
            return;
        }
    }
    std::string const beside = path + ".new";
    std::ofstream file(beside, std::ios::binary);
    file << text;
    file.close();
    if (!file || std::rename(beside.c_str(), path.c_str()) != 0) {
        std::remove(beside.c_str());
        throw std::runtime_error("lockstep: cannot write " + path);
    }
}

}  // namespace lockstep
