# SPDX-License-Identifier: MIT
"""Pictures of the environments."""

import gymnasium
import numpy as np
import pytest

import lockstep
from lockstep.rendering import render
from lockstep.scenes import scene_of


def scene(kind, size, place=(0, 0, 1), quaternion=(1, 0, 0, 0), color=(1, 0, 0, 1)):
    return {"ground": 0, "frames": [[*place, *quaternion]],
            "shapes": [{"name": "it", "body": "it", "type": kind, "size": size, "color": color}]}


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
        picture = render({"ground": None, "shapes": order, "frames": [sum(places, [])]}, 100, 100)
        rows, columns = np.nonzero(red(picture))
        green = picture[..., 1] > 2 * picture[..., 0].astype(int)
        green = green[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        assert red(picture).sum() > 100 and green[len(green) // 2, green.shape[1] // 2] == 0


@pytest.mark.parametrize("env_id", lockstep.environment_ids())
def test_every_environment_is_drawn_and_moves(env_id):
    env = gymnasium.make("lockstep/" + env_id, render_mode="rgb_array", width=96, height=64)
    env.reset(seed=0)
    first = env.render()
    assert first.shape == (64, 96, 3) and first.dtype == np.uint8 and first.std() > 5
    action = env.action_space.high if isinstance(env.action_space, gymnasium.spaces.Box) else env.action_space.n - 1
    for _ in range(5):
        if env.step(action)[2]:
            break
    assert (env.render() != first).any()


def color_at(picture, place, view):
    """Of the pixel at [x, z], in a picture that shows the rectangle between the corners of the view just so."""
    height, width, _ = picture.shape
    (x, z), half = np.mean(view, 0), np.ptp(view, 0) / 2
    scale = min(height / half[1], width / half[0]) / 2
    return picture[int(height / 2 - (place[1] - z) * scale), int(width / 2 + (place[0] - x) * scale)].astype(int)


def is_red(color):
    return color[0] > 1.5 * color[2]


def is_brown(color):
    return 1.2 * color[2] < color[0] > 1.1 * color[1]


def is_teal(color):
    return min(color[1:]) > 2 * color[0]


def is_dark(color):
    return max(color) < 60


def is_blue(color):
    return color[2] > 1.5 * color[0] and max(color) < 180


def is_sky(color):
    return min(color) > 130 and color[2] >= color[1] > color[0]


@pytest.mark.parametrize("size", [(480, 480), (300, 200), (200, 300)])
@pytest.mark.parametrize("env_id, observation, places", [
    ("Pendulum-v1", [np.cos(0.7), np.sin(0.7), 0],  # to the left
     {(-0.7 * np.sin(0.7), 0.7 * np.cos(0.7)): is_red, (0.7 * np.sin(0.7), 0.7 * np.cos(0.7)): is_sky, (0, 0): is_dark}),
    ("Pendulum-v1", [-1, 0, 3], {(0, -0.9): is_red, (0, 0.9): is_sky}),
    ("CartPole-v1", [1, 0, 0.2, 0],  # to the right
     {(1 + 0.8 * np.sin(0.2), 0.8 * np.cos(0.2)): is_brown, (1 - 0.8 * np.sin(0.2), 0.8 * np.cos(0.2)): is_sky,
      (0.85, -0.08): is_dark, (1.3, -0.08): is_sky}),
    ("CartPole-v1", [-1.5, 0, -0.2, 0], {(-1.5 - 0.8 * np.sin(0.2), 0.8 * np.cos(0.2)): is_brown, (-1.65, -0.08): is_dark}),
    ("Acrobot-v1", [np.cos(0.5), np.sin(0.5), np.cos(1), np.sin(1), 0, 0],  # both to the right
     {(0.5 * np.sin(0.5), -0.5 * np.cos(0.5)): is_teal, (-0.5 * np.sin(0.5), -0.5 * np.cos(0.5)): is_sky,
      (np.sin(0.5) + 0.5 * np.sin(1.5), -np.cos(0.5) - 0.5 * np.cos(1.5)): is_teal}),
    ("Acrobot-v1", [-1, 0, 1, 0, 0, 0], {(0, 0.5): is_teal, (0, 1.8): is_teal, (0, -0.5): is_sky}),
    ("MountainCarContinuous-v0", [-np.pi / 6, 0], {(-np.pi / 6, 0.16): is_blue, (-np.pi / 6, 0.3): is_sky}),  # in the valley
    ("MountainCarContinuous-v0", [0, 0],  # on the slope, whose normal is to the left
     {(-0.06 * 1.35 / np.hypot(1, 1.35), 0.55 + 0.06 / np.hypot(1, 1.35)): is_blue, (-np.pi / 6, 0.16): is_sky})])
def test_the_classic_environments_are_drawn_where_they_are(env_id, observation, places, size):
    scene = scene_of(env_id, observation)
    picture = render(scene, *size)
    for place, looks in places.items():
        assert looks(color_at(picture, place, scene["view"])), (place, color_at(picture, place, scene["view"]))


@pytest.mark.parametrize("env_id, observation, height", [("CartPole-v1", [1, 0, 0, 0], 0), ("Acrobot-v1", [1, 0, 1, 0, 0, 0], 1)])
def test_the_track_and_the_height_to_reach_are_drawn(env_id, observation, height):
    scene = scene_of(env_id, observation)
    picture = render(scene)
    for z, looks in {height: is_dark, height + 0.1: is_sky, height - 0.1: is_sky}.items():
        assert looks(color_at(picture, (-1.5, z), scene["view"]))


def test_each_of_many_is_drawn_as_it_is_observed():
    envs = lockstep.make_vec("CartPole-v1", 20, render_mode="rgb_array", width=60, height=40)
    observations, _ = envs.reset(seed=0)
    for _ in range(3):
        observations, *_ = envs.step(np.arange(20) % 2)
    for frame, observation in zip(envs.render(), observations):
        np.testing.assert_array_equal(frame, render(scene_of("CartPole-v1", observation), 60, 40))


def test_many_are_drawn_as_a_tuple():
    envs = lockstep.make_vec("Hopper-v5", 3, render_mode="rgb_array", width=32, height=32)
    envs.reset(seed=0)
    frames = envs.render()
    assert isinstance(frames, tuple) and [frame.shape for frame in frames] == [(32, 32, 3)] * 3
