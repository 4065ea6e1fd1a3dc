// SPDX-License-Identifier: MIT
// A test of a committed header that a program writes: recorded anew, it must be the same byte for byte.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/program/write_if_changed.hpp>

namespace support {

/// A robot's constants are computed in double, which compilers for other processors may round otherwise: the committed texts are
/// those of x86-64, of g++ and of clang alike. Elsewhere their tests are skipped.
#if defined(__x86_64__)
inline constexpr bool other_constants = false;
#else
inline constexpr bool other_constants = true;
#endif

/// Compares the file with what it should hold. With LOCKSTEP_REGENERATE set in the environment, writes it first.
inline void check_generated(std::string const& path, std::string const& text) {
    if (std::getenv("LOCKSTEP_REGENERATE") != nullptr) {
        lockstep::write_if_changed(path, text);
    }
    std::ifstream file(path, std::ios::binary);
    std::string const content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    INFO(path << " is not what the code records now; run this test with LOCKSTEP_REGENERATE=1 to write it anew");
    CHECK((content == text));
}

}  // namespace support
