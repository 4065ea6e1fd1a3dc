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

/// Throws std::runtime_error if it does not compile.
inline lockstep::shared_library temporary_library(std::string const& text, std::string const& flags) {
    lockstep_test::temporary_folder const folder;
    std::ofstream(folder / "text.cpp") << text;
    char const* const compiler = std::getenv("CXX");
    std::string const command = (compiler == nullptr ? "c++" : compiler) + (" " + flags) + " " +
                                (folder / "text.cpp").string() + " -o " + (folder / "text.so").string();
    if (std::system(command.c_str()) != 0) {
        throw std::runtime_error("the text does not compile");
    }
    return lockstep::shared_library((folder / "text.so").string());
}

}  // namespace support
