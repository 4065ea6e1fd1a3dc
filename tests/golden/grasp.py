#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what MuJoCo says about the hand and the ball of physics/robots/grasp.hpp: tests/data/physics/grasp_steps.csv. Needs the
package mujoco:

    tests/golden/grasp.py tests/data
"""

import pathlib
import re
import sys

import mujoco
import numpy as np

from robots_without_contacts import physics_steps, write

HEADER = pathlib.Path(__file__).resolve().parents[2] / "include/lockstep/physics/robots/grasp.hpp"


def near_ball(model, rng, spread):
    """With the ball high up where the joints stay inside of their ranges; otherwise between the fingers or near the ground."""
    low, high = model.jnt_range[:19].T
    joints = (low + high) / 2 + (high - low) / 2 * rng.uniform(-spread, spread, 19)
    ball = (0, 0, 5) if spread < 1 else joints[:3] + rng.uniform((-0.05, -0.05, -0.16), (0.05, 0.05, -0.08))
    turn = rng.standard_normal(4)
    qpos = np.concatenate([joints, ball, turn / np.linalg.norm(turn)])
    return np.round(qpos, 4), np.round(0.5 * rng.standard_normal(25), 4)


def main(folder):
    text = re.search(r'R"\((.*?)\)"', HEADER.read_text(), re.DOTALL)[1]
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.tolerance, model.opt.iterations = 0, 200
    columns = [("qpos", 26), ("qvel", 25), ("ctrl", 19), ("constrained", 1), ("qacc", 25), ("qpos_after", 26), ("qvel_after", 25)]
    write(f"{folder}/physics/grasp_steps.csv", "grasp, states and one step from each", columns,
          physics_steps(model, np.random.default_rng(1), 100, near_ball))


main(sys.argv[1])
