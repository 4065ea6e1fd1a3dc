// SPDX-License-Identifier: MIT
// What many of these cases include, precompiled for each compiler. A case still includes what it uses. g++ compiles anew, with each
// case, the templates that these headers' own functions use: so nothing of io stands here.
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <lockstep/rl/tuned.hpp>
