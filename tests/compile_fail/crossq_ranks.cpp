// SPDX-License-Identifier: MIT
// error: lockstep: ranks divide a minibatch, but batch renormalisation takes it whole: CrossQ trains in one process
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/data_parallel_sac.hpp>
#include "../archetype/communicator.hpp"

using layers = lockstep::renormalized_layers<16>;
using learner = lockstep::data_parallel_sac<lockstep::envs::pendulum, lockstep::cpu, archetype::thread_rank, layers>;
static_assert(sizeof(learner) > 0);
