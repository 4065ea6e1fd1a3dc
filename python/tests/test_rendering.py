# SPDX-License-Identifier: MIT
"""Pictures of the robots."""

import json

import gymnasium
import numpy as np
import pytest

import lockstep
from lockstep.rendering import render

ROBOTS = [env_id for env_id in lockstep.environment_ids() if lockstep.environments.entry_of(env_id).state_sizes]


def scene(kind, size, place=(0, 0, 1), quaternion=(1, 0, 0, 0), color=(1, 0, 0, 1)):
    return json.dumps({"ground": 0, "frames": [[*place, *quaternion]],
                       "shapes": [{"name": "it", "body": "it", "type": kind, "size": size, "color": color}]})


def red(picture):
    picture = picture.astype(int)
    return (picture[..., 0] > 2 * picture[..., 1]) & (picture[..., 0] > 60)


UP = np.array([0, 0.35, 1]) / np.linalg.norm([0, 0.35, 1])  # of the camera, which looks down a little


@pytest.mark.parametrize("kind, size, width, height", [
    ("sphere", [0.5], 0.5, 0.5),
    ("ellipsoid", [0.5, 0.4, 0.25], 0.5, np.hypot(0.4 * UP[1], 0.25 * UP[2])),
    ("capsule", [0.25, 0.5], 0.25, 0.5 * UP[2] + 0.25),
    ("cylinder", [0.25, 0.5], 0.25, 0.5 * UP[2] + 0.25 * UP[1]),
    ("box", [0.25, 0.3, 0.5], 0.25, 0.3 * UP[1] + 0.5 * UP[2])])
def test_a_shape_covers_what_it_should(kind, size, width, height):
    """Its height is to its width in the picture as it is in the scene, except the perspective."""
    seen = red(render(scene(kind, size), 200, 200))
    rows, columns = np.flatnonzero(seen.any(1)), np.flatnonzero(seen.any(0))
    assert abs((columns[0] + columns[-1]) / 2 - 99.5) < 3 and abs((rows[0] + rows[-1]) / 2 - 99.5) < 12
    assert (rows[-1] - rows[0]) / (columns[-1] - columns[0]) == pytest.approx(height / width, rel=0.15)


def test_a_shape_turns():
    lying = red(render(scene("capsule", [0.25, 0.5], quaternion=(np.sqrt(0.5), 0, np.sqrt(0.5), 0)), 200, 200))
    assert lying.any(0).sum() == pytest.approx(3 * lying.any(1).sum(), rel=0.1)


def test_what_is_in_front_hides_what_is_behind():
    front = {"name": "a", "body": "a", "type": "sphere", "size": [0.4], "color": [1, 0, 0, 1]}
    behind = front | {"color": [0, 1, 0, 1]}
    for order in ([front, behind], [behind, front]):
        places = [[0, -1 if shape is front else 1, 1, 1, 0, 0, 0] for shape in order]
        picture = render(json.dumps({"ground": None, "shapes": order, "frames": [sum(places, [])]}), 100, 100)
        rows, columns = np.nonzero(red(picture))
        green = picture[..., 1] > 2 * picture[..., 0].astype(int)
        green = green[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        assert red(picture).sum() > 100 and green[len(green) // 2, green.shape[1] // 2] == 0


@pytest.mark.parametrize("env_id", ROBOTS)
def test_every_robot_is_drawn_and_moves(env_id):
    env = gymnasium.make("lockstep/" + env_id, render_mode="rgb_array", width=96, height=64)
    env.reset(seed=0)
    first = env.render()
    assert first.shape == (64, 96, 3) and first.dtype == np.uint8 and first.std() > 5
    env.step(env.action_space.high)
    assert (env.render() != first).any()


def test_many_are_drawn_as_a_tuple():
    envs = lockstep.make_vec("Hopper-v5", 3, render_mode="rgb_array", width=32, height=32)
    envs.reset(seed=0)
    frames = envs.render()
    assert isinstance(frames, tuple) and [frame.shape for frame in frames] == [(32, 32, 3)] * 3
