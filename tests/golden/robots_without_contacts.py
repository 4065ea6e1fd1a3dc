#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what Gymnasium and MuJoCo say about the robots without contacts: single steps of the physics from random states
(tests/data/physics/NAME_steps.csv), single steps of the environments and one long episode (tests/data/envs/NAME_steps.csv,
NAME_trajectory.csv). Needs the packages gymnasium and mujoco:

    tests/golden/robots_without_contacts.py tests/data
"""

import sys

import gymnasium
import mujoco
import numpy as np

ENVIRONMENTS = {
    "inverted_pendulum": "InvertedPendulum-v5",
    "inverted_double_pendulum": "InvertedDoublePendulum-v5",
    "reacher": "Reacher-v5",
    "swimmer": "Swimmer-v5",
}


def write(path, title, columns, rows):
    with open(path, "w") as file:
        file.write(f"# Gymnasium {gymnasium.__version__}, MuJoCo {mujoco.__version__}: {title}\n")
        file.write(",".join(f"{name}{i}" for name, count in columns for i in range(count)) + "\n")
        for row in rows:
            file.write(",".join(repr(float(x)) for part in row for x in np.atleast_1d(part)) + "\n")


def random_state(model, rng, spread):
    """Within the joints' ranges, except every other state, which may have left them."""
    qpos, qvel = np.empty(model.nq), 2 * rng.standard_normal(model.nv)
    for i in range(model.nq):
        low, high = model.jnt_range[i] if model.jnt_limited[i] else (-1, 1)
        center, half = (low + high) / 2, (high - low) / 2
        qpos[i] = center + half * rng.uniform(-spread, spread)
    return np.round(qpos, 4), np.round(qvel, 4)


def physics_steps(model, rng, count, draw=random_state):
    data = mujoco.MjData(model)
    for n in range(count):
        mujoco.mj_resetData(model, data)
        data.qpos, data.qvel = draw(model, rng, 0.9 if n % 2 == 0 else 1.25)
        data.ctrl = np.round(1.2 * model.actuator_ctrlrange[:, 1] * rng.uniform(-1, 1, model.nu), 4)
        state = [data.qpos.copy(), data.qvel.copy(), data.ctrl.copy()]
        mujoco.mj_forward(model, data)
        constrained, qacc = data.nefc > 0, data.qacc.copy()
        mujoco.mj_step(model, data)
        yield state + [constrained, qacc, data.qpos.copy(), data.qvel.copy()]


def environment_steps(env, rng, count, draw=random_state):
    model = env.model
    for n in range(count):
        qpos, qvel = draw(model, rng, [0.1, 0.5, 0.9, 1.1][n % 4])
        env.reset()
        env.set_state(qpos, qvel)
        action = np.round(1.2 * model.actuator_ctrlrange[:, 1] * rng.uniform(-1, 1, model.nu), 4)
        observation, reward, terminated, _, _ = env.step(action)
        yield [qpos, qvel, action, observation, reward, terminated, env.data.qpos.copy(), env.data.qvel.copy()]


def trajectory(env):
    """300 steps, actions sin(u + 0.13 (u + 1) t), past termination: Reacher's target at 0.1, -0.05, the poles 0.01 off
    their balance under 2 % of the control."""
    start, size = env.init_qpos.copy(), 1
    if env.model.nq == 4:
        start[2:] = 0.1, -0.05
    elif env.model.nu == 1:
        start[1], size = 0.01, 0.02 * env.model.actuator_ctrlrange[0, 1]
    env.reset()
    env.set_state(start, env.init_qvel)
    for t in range(300):
        action = size * np.array([np.sin(u + 0.13 * (u + 1) * t) for u in range(env.model.nu)])
        observation, reward, terminated, _, _ = env.step(action)
        yield [action, observation, reward, terminated, env.data.qpos.copy(), env.data.qvel.copy()]


def main(folder):
    for name, identifier in ENVIRONMENTS.items():
        env = gymnasium.make(identifier).unwrapped
        env.reset(seed=1)
        model, rng = env.model, np.random.default_rng(1)
        model.opt.tolerance = 0
        q, v, u, o = model.nq, model.nv, model.nu, env.observation_space.shape[0]
        write(f"{folder}/physics/{name}_steps.csv", f"{name}, states and one step from each",
              [("qpos", q), ("qvel", v), ("ctrl", u), ("constrained", 1), ("qacc", v), ("qpos_after", q), ("qvel_after", v)],
              physics_steps(model, rng, 100))
        after = [("observation", o), ("reward", 1), ("terminated", 1), ("qpos_after", q), ("qvel_after", v)]
        write(f"{folder}/envs/{name}_steps.csv", f"{identifier}, states and one step from each",
              [("qpos", q), ("qvel", v), ("action", u)] + after, environment_steps(env, rng, 100))
        write(f"{folder}/envs/{name}_trajectory.csv", f"{identifier} 300 steps",
              [("action", u)] + after, trajectory(env))


if __name__ == "__main__":
    main(sys.argv[1])
