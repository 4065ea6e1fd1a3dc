# SPDX-License-Identifier: MIT
"""Lockstep: Gymnasium's robots on exact physics, thousands of them in the lanes of a processor, and learners that train in them.

    import gymnasium, lockstep

    envs = gymnasium.make_vec("lockstep/HalfCheetah-v5", num_envs=1024)
    training = lockstep.train_ppo("HalfCheetah-v5", steps=1_000_000, seed=1)
"""

from lockstep._core import instruction_set
from lockstep.environments import environment_ids, options_of
from lockstep.learn import (ArsConfig, CrossqConfig, PpoConfig, SacConfig, Td3Config, Training, train_ars, train_crossq,
                            train_ppo, train_sac, train_td3, tuned_ars_config, tuned_crossq_config, tuned_ppo_config,
                            tuned_sac_config, tuned_td3_config)
from lockstep.policy import Policy, load_policy
from lockstep.registration import register_all
from lockstep.single_env import SingleEnv
from lockstep.vector_env import VectorEnv, make_vec

__all__ = ["ArsConfig", "CrossqConfig", "Policy", "PpoConfig", "SacConfig", "SingleEnv", "Td3Config", "Training", "VectorEnv",
           "environment_ids", "instruction_set", "load_policy", "make_vec", "options_of", "register_all", "train_ars",
           "train_crossq", "train_ppo", "train_sac", "train_td3", "tuned_ars_config", "tuned_crossq_config", "tuned_ppo_config",
           "tuned_sac_config", "tuned_td3_config"]

register_all()
