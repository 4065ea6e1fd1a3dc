// SPDX-License-Identifier: MIT
// The version of Lockstep. It stands only here: the build and the package recipes read it from this header.
#pragma once

#define LOCKSTEP_VERSION_MAJOR 0
#define LOCKSTEP_VERSION_MINOR 1
#define LOCKSTEP_VERSION_PATCH 0
