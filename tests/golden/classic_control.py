#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what Gymnasium says about its environments with discrete actions, single steps and one episode each
(tests/data/envs/NAME_steps.csv, NAME_episode.csv), and prints what a random policy earns in them:

    tests/golden/classic_control.py tests/data/envs

Needs the package gymnasium.
"""

import pathlib
import sys

import gymnasium
import numpy as np


def write(path, title, columns, rows):
    text = "".join(",".join(repr(float(x)) for x in row) + "\n" for row in rows)
    path.write_text(f"# Gymnasium {gymnasium.__version__}: {title}\n" + ",".join(columns) + "\n" + text)


def step_from(env, state, action):
    env.state = state.copy()
    env.steps_beyond_terminated = None  # CartPole pays its last reward once
    _, reward, terminated, _, _ = env.step(action)
    return [*env.state[:4], reward, terminated]


def cartpole_steps(rng):
    for n in range(120):
        option = n % 3  # as it comes, Sutton and Barto's reward, semi-implicit Euler
        env = gymnasium.make("CartPole-v1", sutton_barto_reward=option == 1).unwrapped
        env.reset(seed=0)
        env.kinematics_integrator = "semi-implicit" if option == 2 else "euler"
        state = np.round(rng.uniform(-1, 1, 4) * [2.45, 3, 0.22, 3], 4)
        action = int(rng.integers(2))
        yield [option == 1, option == 2, *state, action, *step_from(env, state, action)]


def acrobot_steps(rng):
    env = gymnasium.make("Acrobot-v1").unwrapped
    env.reset(seed=0)
    for n in range(120):
        env.book_or_nips = "nips" if n % 3 == 1 else "book"
        env.dt = 0.05 if n % 3 == 2 else 0.2
        state = np.round(rng.uniform(-1, 1, 4) * [np.pi, np.pi, 4 * np.pi, 9 * np.pi] * (1 if n % 2 else 0.3), 4)
        action = int(rng.integers(3))
        yield [n % 3 == 1, env.dt, *state, action, *step_from(env, state, action)]


def episode(env, start, policy, most):
    env.reset(seed=0)
    env.state = np.array(start)
    for _ in range(most):
        action = policy(env.state)
        _, reward, terminated, _, _ = env.step(action)
        yield [action, *env.state[:4], reward, terminated]
        if terminated:
            return


def random_policy(name, episodes):
    env = gymnasium.make(name)
    env.action_space.seed(1)
    returns, lengths = [], []
    for n in range(episodes):
        env.reset(seed=n)
        total, length, over = 0, 0, False
        while not over:
            _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            total, length, over = total + reward, length + 1, terminated or truncated
        returns.append(total)
        lengths.append(length)
    for what, values in (("return", returns), ("length", lengths)):
        print(f"{name}: {what} {np.mean(values):.3f} +- {np.std(values) / np.sqrt(episodes):.3f} over {episodes} episodes")


folder = pathlib.Path(sys.argv[1])
rng = np.random.default_rng(1)
after = ["next0", "next1", "next2", "next3", "reward", "terminated"]
before = ["state0", "state1", "state2", "state3", "action"]
write(folder / "cartpole_steps.csv", "CartPole-v1, one step from each state",
      ["sutton_barto", "semi_implicit", *before, *after], cartpole_steps(rng))
write(folder / "acrobot_steps.csv", "Acrobot-v1, one step from each state", ["paper", "dt", *before, *after], acrobot_steps(rng))
write(folder / "cartpole_episode.csv", "CartPole-v1, pushed the way the pole falls, until it has fallen", ["action", *after],
      episode(gymnasium.make("CartPole-v1").unwrapped, [0.01, 0.02, 0.03, -0.04], lambda s: int(s[2] > 0), 500))
write(folder / "acrobot_episode.csv", "Acrobot-v1, torque along the second rod's turn", ["action", *after],
      episode(gymnasium.make("Acrobot-v1").unwrapped, [0.05, -0.03, 0.02, 0.08], lambda s: 2 if s[3] > 0 else 0, 500))
random_policy("CartPole-v1", 20000)
random_policy("Acrobot-v1", 500)
