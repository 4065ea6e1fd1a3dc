// SPDX-License-Identifier: MIT
// An adapter whose header is missing: the umbrella has none but that of the processor.
// error(g++): 'opencl' in namespace 'lockstep' does not name a type
// error(clang++): no type named 'opencl' in namespace 'lockstep'
#include <lockstep/lockstep.hpp>

lockstep::opencl device;
