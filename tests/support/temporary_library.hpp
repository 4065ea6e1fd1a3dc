// SPDX-License-Identifier: MIT
// A text of C++ compiled by the system's compiler, and loaded.
#pragma once

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include <lockstep/device/shared_library.hpp>

#include <tests/support/temporary_folder.hpp>

namespace support {

/// The path of the library, in that folder. Throws std::runtime_error if it does not compile.
inline std::string compile_library(lockstep_test::temporary_folder const& folder, std::string const& text,
                                   std::string const& flags) {
    std::ofstream(folder / "text.cpp") << text;
    char const* const compiler = std::getenv("CXX");
    std::string const library = folder / "text.so";
    std::string const command = (compiler == nullptr ? "c++" : compiler) + (" " + flags) + " " +
                                (folder / "text.cpp").string() + " -o " + library;
    if (std::system(command.c_str()) != 0) {
        throw std::runtime_error("the text does not compile");
    }
    return library;
}

inline lockstep::shared_library temporary_library(std::string const& text, std::string const& flags) {
    lockstep_test::temporary_folder const folder;
    return lockstep::shared_library(compile_library(folder, text, flags));
}

}  // namespace support
