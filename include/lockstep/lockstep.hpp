// SPDX-License-Identifier: MIT
// Everything that a program which trains needs, in one include. Some headers are not included here, so include them by their
// names: the environments of the robots except HalfCheetah's (envs/ant.hpp and so on: a program trains one robot, and each robot
// has a long recorded text), program/, envs/recording/record_step.hpp and envs/recording/recorded_environment.hpp (recording),
// envs/gradient/ and rl/shac.hpp (gradients of steps), envs/randomized.hpp, rl/mppi.hpp, rl/cem.hpp, rl/shooting.hpp and
// rl/control.hpp (planning), rl/data_parallel_ppo.hpp and so on (several processes), physics/compile.hpp and
// physics/mjcf/read_mjcf.hpp (a robot of your own), physics/mjcf/write_mjcf.hpp, physics/mjcf/robot_header.hpp (lockstep_robot),
// io/animation.hpp, io/viewer.hpp, io/running_costs.hpp, io/export/ (policies for other languages), and what needs a package
// (core/eigen.hpp, core/xtensor.hpp, device/host_view.hpp, dist/mpi.hpp).
#pragma once

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/random_stream.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/envs/mountain_car.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/io/chart.hpp>
#include <lockstep/io/checkpoint.hpp>
#include <lockstep/io/csv.hpp>
#include <lockstep/io/interrupt.hpp>
#include <lockstep/io/learning_curve.hpp>
#include <lockstep/io/options.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/io/progress.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/io/search_report.hpp>
#include <lockstep/io/tensorboard.hpp>
#include <lockstep/nn/sgd.hpp>
#include <lockstep/nn/squashed_gaussian.hpp>
#include <lockstep/physics/site.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/evolution_strategies.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/off_policy/replay_buffer.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/policy/frozen_layers.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <lockstep/rl/tuned.hpp>
#include <lockstep/version.hpp>
