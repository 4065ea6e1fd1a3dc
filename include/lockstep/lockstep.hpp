// SPDX-License-Identifier: MIT
// Everything that a program which trains needs, in one include. The optional parts are included by name: program/ (recording),
// core/eigen.hpp, core/xtensor.hpp and device/host_view.hpp (the packages of those names).
#pragma once

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/interrupt.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/progress.hpp>
#include <lockstep/io/safetensors.hpp>
#include <lockstep/rl/metrics.hpp>
#include <lockstep/version.hpp>
