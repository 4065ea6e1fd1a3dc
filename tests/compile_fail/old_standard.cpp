// SPDX-License-Identifier: MIT
// flags: -std=c++17
// error: lockstep needs C++20: compile with -std=c++20, or link lockstep::lockstep in CMake
#include <lockstep/lockstep.hpp>
