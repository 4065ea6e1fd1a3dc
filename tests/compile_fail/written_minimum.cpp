// SPDX-License-Identifier: MIT
// A condition of a kernel's text is no bool: std::min does not take what it compares.
// error(g++): could not convert
// error(clang++): is not contextually convertible to 'bool'
#include <algorithm>

#include <lockstep/kernel/text_world.hpp>

using lockstep::written_scalar;

written_scalar least(written_scalar const& a, written_scalar const& b) { return std::min(a, b); }
