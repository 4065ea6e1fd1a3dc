#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gymnasium_episodes.py FOLDER [NAME STEPS]: writes FOLDER/NAME_episode.csv, what Gymnasium's v5 environments answer to a sine.

A row a step, from the start without noise: the action, sin(u + 0.13 (u + 1) t) to four decimals, the reward, whether the
episode has terminated (it goes on all the same), and the observation. Needs gymnasium 1.4.0 and mujoco 4;
with mujoco 3 the files are called NAME_episode_mujoco_3.csv. MuJoCo's solver stops the humanoids' steps short, at errors
from 1e-6 on, so theirs are run to the end; and their many numbers are written to 12 digits.
"""

import pathlib
import re
import sys

import gymnasium
import mujoco
import numpy

STEPS = {"Walker2d": 200, "Ant": 100, "Hopper": 200, "Humanoid": 25, "HumanoidStandup": 25}


def write_episode(name, steps, folder):
    env = gymnasium.make(name + "-v5", reset_noise_scale=0).unwrapped
    humanoid = name.startswith("Humanoid")
    if humanoid:
        env.model.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON
        env.model.opt.tolerance, env.model.opt.iterations, env.model.opt.ls_iterations = 0, 200, 200
    written = (lambda x: f"{x:.12g}") if humanoid else repr
    first, _ = env.reset(seed=0)
    motors, numbers = env.action_space.shape[0], len(first)
    columns = [f"action{u}" for u in range(motors)] + ["reward", "terminated"] + [f"observation{k}" for k in range(numbers)]
    versions = f"Gymnasium {gymnasium.__version__} with MuJoCo {mujoco.__version__}"
    lines = [f"# {versions}: {name}-v5 from its start without noise", ",".join(columns)]
    for t in range(steps):
        u = numpy.arange(motors)
        action = numpy.round(numpy.sin(u + 0.13 * (u + 1) * t), 4)
        observation, reward, terminated, _, _ = env.step(action)
        lines.append(",".join(written(float(x)) if x != int(x) else str(int(x))
                              for x in [*action, reward, terminated, *observation]))
    suffix = "_mujoco_3" if mujoco.__version__.startswith("3.") else ""
    snake_case = re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()
    (folder / f"{snake_case}_episode{suffix}.csv").write_text("\n".join(lines) + "\n")


folder, *chosen = sys.argv[1:]
for environment, count in {chosen[0]: int(chosen[1])}.items() if chosen else STEPS.items():
    write_episode(environment, count, pathlib.Path(folder))
