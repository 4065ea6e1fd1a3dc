#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gymnasium_episodes.py FOLDER: writes FOLDER/NAME_episode.csv, what Gymnasium's v5 environments answer to a sine.

A row a step, from the start without noise: the action, sin(u + 0.13 (u + 1) t) to four decimals, the reward, whether the
episode has terminated (it goes on all the same), and the observation. Needs gymnasium 1.4.0 and mujoco 4.
"""

import pathlib
import sys

import gymnasium
import mujoco
import numpy

STEPS = {"Walker2d": 200, "Ant": 100}


def write_episode(name, steps, folder):
    env = gymnasium.make(name + "-v5", reset_noise_scale=0).unwrapped
    first, _ = env.reset(seed=0)
    motors, numbers = env.action_space.shape[0], len(first)
    columns = [f"action{u}" for u in range(motors)] + ["reward", "terminated"] + [f"observation{k}" for k in range(numbers)]
    versions = f"Gymnasium {gymnasium.__version__} with MuJoCo {mujoco.__version__}"
    lines = [f"# {versions}: {name}-v5 from its start without noise", ",".join(columns)]
    for t in range(steps):
        u = numpy.arange(motors)
        action = numpy.round(numpy.sin(u + 0.13 * (u + 1) * t), 4)
        observation, reward, terminated, _, _ = env.step(action)
        lines.append(",".join(repr(float(x)) if x != int(x) else str(int(x))
                              for x in [*action, reward, terminated, *observation]))
    (folder / (name.lower() + "_episode.csv")).write_text("\n".join(lines) + "\n")


for environment, count in STEPS.items():
    write_episode(environment, count, pathlib.Path(sys.argv[1]))
