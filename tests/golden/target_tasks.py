#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes single steps of the environments after Brax (fetch, grasp and ur5e): tests/data/envs/NAME_steps.csv. MuJoCo steps the
MJCF text of the robot. Targets, observations and rewards are computed here, from what the environments' documentation says. Needs
the package mujoco:

    tests/golden/target_tasks.py tests/data
"""

import pathlib
import re
import sys

import mujoco
import numpy as np

ROBOTS = pathlib.Path(__file__).resolve().parents[2] / "include/lockstep/physics/robots"
DT = 0.02


def around_z(distance, turn, height):
    return np.array([distance * np.cos(2 * np.pi * turn), distance * np.sin(2 * np.pi * turn), height])


def progress(start, end, goal):
    return np.dot(end - start, goal - start) / np.linalg.norm(goal - start)


class Fetch:
    name, frame_skip, draws = "fetch", 4, 2

    def state(self, model, rng, n):
        """Standing or fallen, in the air or with feet in the ground."""
        turn = np.array([1, 0, 0, 0]) + (0.2 if n % 2 == 0 else 1) * rng.standard_normal(4)
        place = np.concatenate([rng.uniform(-3, 3, 2), [rng.uniform(0.3, 0.6)], turn / np.linalg.norm(turn)])
        low, high = model.jnt_range[1:].T
        return np.concatenate([place, rng.uniform(low, high)]), rng.standard_normal(16)

    def target(self, draw):
        return around_z(2 + 15 * draw[0], draw[1], 1)

    def draw_near(self, data, rng):
        torso = data.body("torso").xpos
        distance, turn = np.hypot(torso[0], torso[1]), np.arctan2(torso[1], torso[0]) / (2 * np.pi)
        return (distance + rng.uniform(-1.5, 1.5) - 2) / 15, turn % 1

    def place(self, data):
        return {"torso": data.body("torso").xpos.copy()}

    def outcome(self, model, data, before, now, goal):
        away, turn = goal - now["torso"], data.body("torso").xmat.reshape(3, 3)
        hit = np.linalg.norm(away) < 2
        reward = 0.1 * progress(before["torso"], now["torso"], goal) + DT * 0.1 * turn[2, 2] + DT * 0.1 * now["torso"][2]
        return hit, reward + (np.dot(turn[:, 0], away) / np.linalg.norm(away) if hit else 0)

    def observation(self, data, now, goal):
        turn = data.body("torso").xmat.reshape(3, 3)
        return np.concatenate([data.qpos[2:], data.qvel, turn.T @ (goal - now["torso"])])


class Grasp:
    name, frame_skip, draws = "grasp", 4, 3

    def state(self, model, rng, n):
        """A hand around the ball, in every third state on the ground."""
        low, high = model.jnt_range[:19].T
        joints = (low + high) / 2 + (high - low) / 2 * rng.uniform(-0.9, 0.9, 19)
        joints[2] = 0.17 if n % 3 == 1 else rng.uniform(0.3, 0.9)
        ball = joints[:3] + rng.uniform((-0.05, -0.05, -0.13), (0.05, 0.05, -0.1))
        turn = rng.standard_normal(4)
        return np.concatenate([joints, ball, turn / np.linalg.norm(turn)]), 0.5 * rng.standard_normal(25)

    def target(self, draw):
        return around_z(0.2 + 0.3 * draw[0], draw[1], 0.3 + 0.5 * draw[2])

    def draw_near(self, data, rng):
        ball = data.qpos[19:22] + rng.uniform(-0.05, 0.05, 3)
        distance, turn = np.hypot(ball[0], ball[1]), np.arctan2(ball[1], ball[0]) / (2 * np.pi)
        return (distance - 0.2) / 0.3, turn % 1, (ball[2] - 0.3) / 0.5

    def place(self, data):
        return {"hand": data.body("palm").xpos.copy(), "ball": data.body("ball").xpos.copy()}

    def outcome(self, model, data, before, now, goal):
        outer = [model.geom(f"{side}_outer").id for side in ("front", "left", "rear", "right")]
        touching = sum(mujoco.mj_geomDistance(model, data, geom, model.geom("ball").id, 1, None) < 0.005 for geom in outer)
        hit = np.linalg.norm(goal - now["ball"]) < 0.11
        beside = np.linalg.norm((now["ball"] - now["hand"])[:2])
        reward = (0.1 * 10 * progress(before["hand"], now["hand"], before["ball"]) +
                  1.5 * 10 * progress(before["ball"], now["ball"], goal) + DT * 0.1 / (1 + 10 * beside) + DT * 0.2 * touching)
        return hit, reward + (5 if hit else 0)

    def observation(self, data, now, goal):
        return np.concatenate([data.qpos[:19], data.qvel, now["ball"] - now["hand"], goal - now["ball"]])


class Ur5e:
    name, frame_skip, draws = "ur5e", 8, 3

    def state(self, model, rng, n):
        low, high = np.radians(-170), np.radians(170)
        return rng.uniform(low, high, 6), 0.5 * rng.standard_normal(6)

    def target(self, draw):
        distance, rise = 0.35 + 0.4 * draw[0], np.sqrt(3) / 2 * draw[1]
        return around_z(distance * np.sqrt(1 - rise * rise), draw[2], distance * rise)

    def draw_near(self, data, rng):
        tip = self.place(data)["tip"] + rng.uniform(-0.01, 0.01, 3)
        distance, turn = np.linalg.norm(tip), np.arctan2(tip[1], tip[0]) / (2 * np.pi)
        return (distance - 0.35) / 0.4, tip[2] / distance / (np.sqrt(3) / 2), turn % 1

    def place(self, data):
        wrist = data.body("wrist_3")
        return {"tip": wrist.xpos + wrist.xmat.reshape(3, 3) @ [0, 0.0996, 0] - data.body("shoulder").xpos}

    def outcome(self, model, data, before, now, goal):
        hit = np.linalg.norm(goal - now["tip"]) < 0.02
        return hit, 0.1 * progress(before["tip"], now["tip"], goal) + (1 if hit else 0)

    def observation(self, data, now, goal):
        return np.concatenate([np.cos(data.qpos), np.sin(data.qpos), data.qvel, goal - now["tip"]])


def steps(task, model, rng, count):
    """Single steps. In every third, the target lies where the step ends, if a target can lie there."""
    data = mujoco.MjData(model)

    def move(qpos, qvel, action):
        mujoco.mj_resetData(model, data)
        data.qpos, data.qvel, data.ctrl = qpos, qvel, action
        mujoco.mj_kinematics(model, data)
        before = task.place(data)
        for _ in range(task.frame_skip):
            mujoco.mj_step(model, data)
        mujoco.mj_kinematics(model, data)
        return before

    n = 0
    while n < count:
        qpos, qvel = (np.round(part, 4) for part in task.state(model, rng, n))
        action = np.round(1.2 * rng.uniform(-1, 1, model.nu), 4)
        before = move(qpos, qvel, action)
        now = task.place(data)
        draw = np.round(task.draw_near(data, rng) if n % 3 == 0 else rng.uniform(0, 1, task.draws), 6)
        if (draw < 0).any() or (draw >= 1).any():
            continue
        goal = task.target(draw)
        hit, reward = task.outcome(model, data, before, now, goal)
        yield [qpos, qvel, draw, action, task.observation(data, now, goal), reward, hit, data.qpos.copy(), data.qvel.copy()]
        n += 1


def main(folder):
    for task in (Fetch(), Grasp(), Ur5e()):
        text = re.search(r'R"\((.*?)\)"', (ROBOTS / f"{task.name}.hpp").read_text(), re.DOTALL)[1]
        model = mujoco.MjModel.from_xml_string(text)
        model.opt.tolerance, model.opt.iterations = 0, 200
        rows = list(steps(task, model, np.random.default_rng(1), 60))
        names = ["qpos", "qvel", "draw", "action", "observation", "reward", "hit", "qpos_after", "qvel_after"]
        with open(f"{folder}/envs/{task.name}_steps.csv", "w") as file:
            file.write(f"# MuJoCo {mujoco.__version__}, and rewards in Python: {task.name}, states and one step from each\n")
            file.write(",".join(f"{name}{i}" for name, part in zip(names, rows[0]) for i in range(np.size(part))) + "\n")
            for row in rows:
                file.write(",".join(repr(float(x)) for part in row for x in np.atleast_1d(part)) + "\n")


main(sys.argv[1])
