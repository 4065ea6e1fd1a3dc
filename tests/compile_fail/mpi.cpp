// SPDX-License-Identifier: MIT
// Where no mpi.h is on the include path.
// error: lockstep/dist/mpi.hpp needs mpi.h: in Debian, install libopenmpi-dev and openmpi-bin; with CMake, link lockstep::mpi
#include <lockstep/dist/mpi.hpp>
