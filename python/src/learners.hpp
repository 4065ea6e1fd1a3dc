// SPDX-License-Identifier: MIT
// The learners, each of each environment in a translation unit of its own.
#pragma once

#include <vector>

#include "learner.hpp"

namespace nanobind {
class module_;
}

namespace lockstep::python {

learner_entry ppo_ant();
learner_entry ppo_half_cheetah();
learner_entry ppo_hopper();
learner_entry ppo_humanoid();
learner_entry ppo_humanoid_standup();
learner_entry ppo_inverted_double_pendulum();
learner_entry ppo_inverted_pendulum();
learner_entry ppo_mountain_car();
learner_entry ppo_pendulum();
learner_entry ppo_pusher();
learner_entry ppo_reacher();
learner_entry ppo_swimmer();
learner_entry ppo_walker2d();
learner_entry sac_ant();
learner_entry sac_half_cheetah();
learner_entry sac_hopper();
learner_entry sac_humanoid();
learner_entry sac_humanoid_standup();
learner_entry sac_inverted_double_pendulum();
learner_entry sac_inverted_pendulum();
learner_entry sac_mountain_car();
learner_entry sac_pendulum();
learner_entry sac_pusher();
learner_entry sac_reacher();
learner_entry sac_swimmer();
learner_entry sac_walker2d();

inline std::vector<learner_entry> learner_entries() {
    return {ppo_ant(),
            ppo_half_cheetah(),
            ppo_hopper(),
            ppo_humanoid(),
            ppo_humanoid_standup(),
            ppo_inverted_double_pendulum(),
            ppo_inverted_pendulum(),
            ppo_mountain_car(),
            ppo_pendulum(),
            ppo_pusher(),
            ppo_reacher(),
            ppo_swimmer(),
            ppo_walker2d(),
            sac_ant(),
            sac_half_cheetah(),
            sac_hopper(),
            sac_humanoid(),
            sac_humanoid_standup(),
            sac_inverted_double_pendulum(),
            sac_inverted_pendulum(),
            sac_mountain_car(),
            sac_pendulum(),
            sac_pusher(),
            sac_reacher(),
            sac_swimmer(),
            sac_walker2d()};
}

/// Says of them to Python.
void bind_learners(nanobind::module_& m);

}  // namespace lockstep::python
