# SPDX-License-Identifier: MIT
"""The environments' names in Gymnasium's registry: gymnasium.make_vec("lockstep/HalfCheetah-v5", num_envs=1024)."""

import gymnasium

from lockstep.environments import NAMESPACE, entry_of, environment_ids


def register_all():
    """Registers what is not registered yet."""
    for env_id in environment_ids():
        if NAMESPACE + env_id not in gymnasium.registry:
            gymnasium.register(NAMESPACE + env_id, entry_point="lockstep.single_env:SingleEnv",
                               vector_entry_point="lockstep.vector_env:VectorEnv",
                               max_episode_steps=entry_of(env_id).episode_limit, kwargs={"env_id": env_id})
