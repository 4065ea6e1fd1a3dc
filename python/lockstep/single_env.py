# SPDX-License-Identifier: MIT
"""One environment, as gymnasium.make wants it. It uses one lane: for speed, take a vector environment."""

import gymnasium
from gymnasium.vector import AutoresetMode

from lockstep.environments import entry_of
from lockstep.vector_env import VectorEnv, as_actions

_OF_MANY = {"num_envs": "it is one", "threads": "it runs in one", "autoreset_mode": "reset() begins its episodes",
            "max_episode_steps": "gymnasium.make has it, and truncates its episodes"}


class SingleEnv(gymnasium.Env):
    """An environment whose episodes are truncated by Gymnasium's TimeLimit, and begun by reset()."""

    metadata = {"render_modes": ["rgb_array"]}

    def __init__(self, env_id, **options):
        for name in options:
            if name in _OF_MANY:
                raise ValueError(f"lockstep: {env_id}, as a single environment, takes no {name}: {_OF_MANY[name]}")
        self._envs = VectorEnv(env_id, 1, max_episode_steps=0, autoreset_mode=AutoresetMode.DISABLED, threads=1, **options)
        self.metadata = {key: value for key, value in self._envs.metadata.items() if key != "autoreset_mode"}
        self.render_mode = self._envs.render_mode
        self.observation_space = self._envs.single_observation_space
        self.action_space = self._envs.single_action_space
        self._action_count = entry_of(env_id).action_count

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        observations, infos = self._envs.reset(seed=seed, options=options)
        return observations[0], infos

    def step(self, action):
        action = as_actions(action, self.action_space.shape, self._action_count)
        observations, rewards, terminated, truncated, infos = self._envs.step(action[None])
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), infos

    def render(self):
        """A picture: [height][width][3] of uint8; None without a render_mode."""
        frames = self._envs.render()
        return None if frames is None else frames[0]

    @property
    def qpos(self):
        """A copy of the joints' positions."""
        return self._envs.qpos[0]

    @property
    def qvel(self):
        """A copy of the joints' velocities."""
        return self._envs.qvel[0]

    def record(self):
        """From now on keeps the episodes, the last 8, for write_viewer()."""
        self._envs.record()

    def write_viewer(self, path, title=None):
        """Writes a page that plays what was recorded in a browser."""
        self._envs.write_viewer(path, title)

    def close(self):
        self._envs.close()
