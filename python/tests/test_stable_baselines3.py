# SPDX-License-Identifier: MIT
"""Stable-Baselines3 trains on the environments."""

import gymnasium
import numpy as np
import pytest

import lockstep

stable_baselines3 = pytest.importorskip("stable_baselines3")

from lockstep.stable_baselines3 import Sb3VecEnv  # noqa: E402


def test_ppo_trains_on_many_environments():
    envs = Sb3VecEnv(lockstep.make_vec("HalfCheetah-v5", 16, autoreset_mode="SameStep", max_episode_steps=50))
    learner = stable_baselines3.PPO("MlpPolicy", envs, n_steps=64, batch_size=256, n_epochs=2, seed=0, device="cpu")
    before = learner.policy.state_dict()["mlp_extractor.policy_net.0.weight"].clone()
    learner.learn(4096)
    assert learner.num_timesteps == 4096
    assert (learner.policy.state_dict()["mlp_extractor.policy_net.0.weight"] != before).any()
    observations = envs.reset()
    actions, _ = learner.predict(observations)
    assert actions.shape == (16, 6)


def test_ends_are_told_as_stable_baselines3_reads_them():
    envs = Sb3VecEnv(lockstep.make_vec("Hopper-v5", 8, autoreset_mode="SameStep", max_episode_steps=25))
    envs.seed(3)
    first = envs.reset()
    np.testing.assert_array_equal(first, lockstep.make_vec("Hopper-v5", 8).reset(seed=3)[0])
    kinds = set()
    for _ in range(60):
        observations, rewards, over, infos = envs.step(np.random.default_rng(0).uniform(-0.3, 0.3, (8, 3)))
        for i in range(8):
            assert ("terminal_observation" in infos[i]) == over[i]
            if over[i]:
                assert (infos[i]["terminal_observation"] != observations[i]).any()
                kinds.add(infos[i]["TimeLimit.truncated"])
    assert True in kinds


def test_a_single_environment_trains_too():
    learner = stable_baselines3.PPO("MlpPolicy", gymnasium.make("lockstep/Pendulum-v1"), n_steps=128, batch_size=64, n_epochs=1,
                                    device="cpu")
    learner.learn(512)
    assert learner.num_timesteps == 512


def test_ppo_trains_on_discrete_actions():
    envs = Sb3VecEnv(lockstep.make_vec("CartPole-v1", 16, autoreset_mode="SameStep"))
    learner = stable_baselines3.PPO("MlpPolicy", envs, n_steps=32, batch_size=256, n_epochs=2, seed=0, device="cpu")
    learner.learn(1024)
    assert learner.num_timesteps == 1024
    actions, _ = learner.predict(envs.reset())
    assert actions.shape == (16,) and actions in envs.envs.action_space


def test_another_mode_is_refused():
    with pytest.raises(ValueError, match="needs an environment with autoreset_mode='SameStep'"):
        Sb3VecEnv(lockstep.make_vec("Hopper-v5", 8))
