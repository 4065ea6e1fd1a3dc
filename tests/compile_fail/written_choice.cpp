// SPDX-License-Identifier: MIT
// A condition of a kernel's text is no bool, even where all lanes have the same: a ?: does not take it.
// error(g++): could not convert
// error(clang++): is not contextually convertible to 'bool'
#include <lockstep/kernel/text_world.hpp>

using lockstep::written_scalar;

written_scalar least(written_scalar const& a, written_scalar const& b) { return a < b ? a : b; }
