// SPDX-License-Identifier: MIT
// Writes a generated file only if its content changes, so that an unchanged header rebuilds nothing.
#pragma once

#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace lockstep {

/// Writes `text` to the file at `path`, unless the file has this text already. The text is written to a new file beside it, which
/// is then renamed. So a build that is stopped leaves no incomplete header. Throws std::runtime_error if the writing fails.
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
