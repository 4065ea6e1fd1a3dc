# SPDX-License-Identifier: MIT
"""Lockstep's environments as Stable-Baselines3 takes them:

    Sb3VecEnv(lockstep.make_vec("HalfCheetah-v5", 64, autoreset_mode="SameStep"))
"""

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv


class Sb3VecEnv(VecEnv):
    """A vector environment whose mode is SAME_STEP, since Stable-Baselines3 expects the next episode's start with an end."""

    def __init__(self, envs):
        if envs.metadata.get("autoreset_mode") != AutoresetMode.SAME_STEP:
            raise ValueError("lockstep: Stable-Baselines3 needs an environment with autoreset_mode='SameStep'")
        self.envs = envs
        self._actions, self._seed = None, None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self):
        observations, _ = self.envs.reset(seed=self._seed)
        self._seed = None
        return observations

    def seed(self, seed=None):
        """Of the next reset. Each environment has a stream of its own from the one seed."""
        self._seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions):
        self._actions = actions

    def step_wait(self):
        observations, rewards, terminated, truncated, infos = self.envs.step(self._actions)
        over = terminated | truncated
        each = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(over):
            each[i] = {"terminal_observation": infos["final_obs"][i],
                       "TimeLimit.truncated": bool(truncated[i] and not terminated[i])}
        return observations, rewards, over, each

    def close(self):
        self.envs.close()

    def get_attr(self, attr_name, indices=None):
        return [getattr(self.envs, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name, value, indices=None):
        raise AttributeError(f"lockstep: {attr_name} cannot be set: the environments are one object")

    def env_method(self, method_name, *method_args, indices=None, **method_kwargs):
        raise AttributeError(f"lockstep: {method_name} cannot be called on one environment: they are one object")

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * len(list(self._get_indices(indices)))
