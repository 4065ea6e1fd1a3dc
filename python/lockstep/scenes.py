# SPDX-License-Identifier: MIT
"""Scenes of the classic environments, as rendering.py draws them: their shapes in the plane of x and z, from what is observed."""

import numpy as np

RENDER_FPS = {"Acrobot-v1": 15, "CartPole-v1": 50, "MountainCarContinuous-v0": 30, "Pendulum-v1": 30}  # Gymnasium's
_DARK, _YELLOW = [0.15, 0.16, 0.18, 1], [0.85, 0.8, 0.1, 1]
_HILL = np.linspace(-1.2, 0.6, 37)


def scene_of(env_id, observation):
    """What one environment looks like: like the picture of a robot, with "view", the corners [x, z] of what is to be seen."""
    view, parts = _SCENES[env_id](*np.asarray(observation, float))
    shapes, poses = zip(*parts)
    return {"ground": None, "view": view, "shapes": shapes, "frames": [sum(poses, [])]}


def _pendulum(cosine, sine, _):
    """Its angle is 0 upright, and positive to the left."""
    tip = np.array([-sine, cosine])
    return [[-1.2, -1.2], [1.2, 1.2]], [_rod([0, 0], tip, 0.1, [0.8, 0.3, 0.3, 1]), _ball([0, 0], 0.05, _DARK, -0.1)]


def _acrobot(cosine1, sine1, cosine2, sine2, *_):
    """Its first angle is 0 downwards, the second 0 in line with the first, and both are positive to the right."""
    elbow = np.array([sine1, -cosine1])
    tip = elbow + [sine1 * cosine2 + cosine1 * sine2, sine1 * sine2 - cosine1 * cosine2]
    links = [_rod(*ends, 0.1, [0.1, 0.75, 0.75, 1]) for ends in (([0, 0], elbow), (elbow, tip))]
    joints = [_ball(place, 0.13, _YELLOW) for place in ([0, 0], elbow)]
    goal = _rod([-2.2, 1], [2.2, 1], 0.015, _DARK)
    return [[-2.2, -2.2], [2.2, 2.2]], [goal, *links, *joints]


def _cartpole(x, _, angle, __):
    """Its angle is 0 upright, and positive to the right."""
    tip = np.array([x + np.sin(angle), np.cos(angle)])
    return [[-2.4, -0.6], [2.4, 1.4]], [
        _rod([-2.4, 0], [2.4, 0], 0.02, _DARK), _box([x, 0], [0.2, 0.05, 0.12], 0, _DARK),
        _rod([x, 0], tip, 0.04, [0.79, 0.6, 0.4, 1], -0.06), _ball([x, 0], 0.05, [0.5, 0.52, 0.8, 1], -0.08)]


def _mountain_car(x, _):
    road = [_rod(*ends, 0.008, _DARK) for ends in zip(_on_hill(_HILL), _on_hill(_HILL[1:]))]
    slope = np.arctan(1.35 * np.cos(3 * x))
    along, up = np.array([np.cos(slope), np.sin(slope)]), np.array([-np.sin(slope), np.cos(slope)])
    on_road = _on_hill(x) + 0.008 * up
    wheels = [_ball(on_road + side * 0.035 * along + 0.025 * up, 0.025, [0.45, 0.46, 0.48, 1], -0.04) for side in (-1, 1)]
    foot = _on_hill(0.45)
    mast = _rod(foot, foot + [0, 0.16], 0.006, _DARK)
    return [[-1.25, 0], [0.65, 1.2]], [*road, mast, _box(foot + [0.035, 0.14], [0.035, 0.005, 0.02], 0, _YELLOW),
                                       _box(on_road + 0.05 * up, [0.06, 0.04, 0.025], -slope, [0.25, 0.35, 0.6, 1]), *wheels]


def _on_hill(x):
    return np.stack([x, 0.45 * np.sin(3 * x) + 0.55], -1)


def _rod(begin, end, radius, color, depth=0):
    way = np.subtract(end, begin)
    return _part("capsule", [radius, np.hypot(*way) / 2], np.add(begin, end) / 2, np.arctan2(*way), color, depth)


def _ball(place, radius, color, depth=0):
    return _part("sphere", [radius], place, 0, color, depth)


def _box(place, size, turn, color):
    return _part("box", size, place, turn, color, 0)


def _part(kind, size, place, turn, color, depth):
    """A shape and its pose: z turned towards x by `turn`, `depth` behind the plane."""
    pose = [place[0], depth, place[1], np.cos(turn / 2), 0, np.sin(turn / 2), 0]
    return {"type": kind, "size": size, "color": color, "body": kind}, pose


_SCENES = {"Acrobot-v1": _acrobot, "CartPole-v1": _cartpole, "MountainCarContinuous-v0": _mountain_car, "Pendulum-v1": _pendulum}
