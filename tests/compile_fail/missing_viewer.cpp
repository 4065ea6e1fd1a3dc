// SPDX-License-Identifier: MIT
// A function whose header is missing: the umbrella has no viewer. g++ names the namespace as the program does.
// error(g++): 'write_viewer' is not a member of 'ls'
// error(clang++): no member named 'write_viewer' in namespace 'lockstep'
#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

void show() { ls::write_viewer("half_cheetah.html", {}); }
