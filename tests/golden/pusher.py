#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what Gymnasium and MuJoCo say about Pusher-v5, as robots_without_contacts.py does about others, and an episode in
which the arm pushes the object. Left out are states where MuJoCo has a second contact of a finger and the object, see
tests/physics/contact/capsule_cylinder.cpp; and, but in the episode, those where the finger's core is inside of it, since MuJoCo's
tolerance then shows. Needs the packages gymnasium and mujoco:

    tests/golden/pusher.py tests/data
"""

import sys

import gymnasium
import mujoco
import numpy as np

from robots_without_contacts import environment_steps, physics_steps, write

FINGER_RADIUS = 0.02


def touching(model, data):
    """The depths of the contacts of fingers and object, or None if there is a second one."""
    mujoco.mj_forward(model, data)
    depths = {}
    for contact in data.contact:
        if mujoco.mjtGeom.mjGEOM_CYLINDER in model.geom_type[contact.geom] and model.geom_bodyid[contact.geom].all():
            pair = tuple(contact.geom)
            if pair in depths:
                return None
            depths[pair] = contact.dist
    return depths


def stays_plain(model, data, depth=np.inf):
    """Whether five substeps have no second contact, and none deeper."""
    for _ in range(6):
        depths = touching(model, data)
        if depths is None or any(-dist > depth for dist in depths.values()):
            return False
        mujoco.mj_step(model, data)
    return True


def near_state(model, rng, spread, least=0):
    """The arm within its ranges (or past them), the object near its tips. Three of four have the tips near the table, two of
    these touch the object."""
    kind, data, spread = rng.integers(least, 4), mujoco.MjData(model), max(spread, 0.9)
    while True:
        center, half = model.jnt_range[:7].mean(axis=1), np.ptp(model.jnt_range[:7], axis=1) / 2
        data.qpos[:7] = np.round(center + half * rng.uniform(-spread, spread, 7), 4)
        mujoco.mj_forward(model, data)
        x, y, z = data.body("tips_arm").xpos
        if kind > 0 and not -0.36 < z < -0.2:
            continue
        data.qpos[7] = np.round(y + 0.05 + rng.uniform(-0.15, 0.15), 4)
        data.qpos[8] = np.round(x - 0.45 + rng.uniform(-0.15, 0.15), 4)
        data.qpos[9:] = np.round(rng.uniform(-0.2, 0.2, 2), 4)
        data.qvel[:] = np.round(0.5 * rng.standard_normal(model.nv), 4)
        state = data.qpos.copy(), data.qvel.copy()
        touches = touching(model, data)
        if touches is not None and (kind < 2 or touches) and stays_plain(model, data, 0.9 * FINGER_RADIUS):
            return state


def push(env):
    """40 steps from rest in which the arm, turned at the shoulder, pushes the object aside with a finger."""
    model = env.model
    start = np.array([0, 0.65, 0, -0.5, 0, -0.4, 0, -0.36, 0.35, 0, 0])
    env.reset()
    env.set_state(start, np.zeros(11))
    for t in range(40):
        action = np.array([0.3, 0.05 * np.sin(t), 0, 0, 0.1 * np.cos(t), 0, 0])
        data = mujoco.MjData(model)
        data.qpos, data.qvel, data.ctrl = env.data.qpos, env.data.qvel, action
        assert stays_plain(model, data), t
        observation, reward, terminated, _, _ = env.step(action)
        yield [action, observation, reward, terminated, env.data.qpos.copy(), env.data.qvel.copy()]
    assert env.data.qpos[7] - start[7] > 0.01


def main(folder):
    env = gymnasium.make("Pusher-v5").unwrapped
    env.reset(seed=1)
    model = env.model
    model.opt.tolerance, model.opt.iterations = 0, 200
    model.opt.ccd_tolerance, model.opt.ccd_iterations = 1e-12, 200
    after = [("observation", 23), ("reward", 1), ("terminated", 1), ("qpos_after", 11), ("qvel_after", 11)]
    write(f"{folder}/physics/pusher_steps.csv", "pusher, states and one step from each",
          [("qpos", 11), ("qvel", 11), ("ctrl", 7), ("constrained", 1), ("qacc", 11), ("qpos_after", 11), ("qvel_after", 11)],
          physics_steps(model, np.random.default_rng(1), 100, near_state))
    write(f"{folder}/envs/pusher_steps.csv", "Pusher-v5, states and one step from each",
          [("qpos", 11), ("qvel", 11), ("action", 7)] + after, environment_steps(env, np.random.default_rng(2), 100, near_state))
    write(f"{folder}/envs/pusher_trajectory.csv", "Pusher-v5, 40 steps", [("action", 7)] + after, push(env))


main(sys.argv[1])
