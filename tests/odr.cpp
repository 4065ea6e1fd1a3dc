// SPDX-License-Identifier: MIT
// Linked into every test: a function that lacks `inline` is then defined twice.
#include <lockstep/lockstep.hpp>
