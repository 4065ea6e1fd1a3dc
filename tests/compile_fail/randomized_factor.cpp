// SPDX-License-Identifier: MIT
// error: lockstep::randomized: numbers must be finite, factors of mass and friction above 0, those of damping, armature, stiffness and friction_loss not below
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/envs/randomized.hpp>

struct mistaken {
    using enum lockstep::physics::parameter;
    static constexpr lockstep::physics::variation ranges[] = {{damping, "", -0.5, 2}};
};
static_assert(lockstep::check_environment<lockstep::randomized<lockstep::envs::inverted_pendulum, mistaken>>());
