# SPDX-License-Identifier: MIT
"""What was recorded is written to a page."""

import json
import re

import numpy as np
import pytest

import lockstep


def episodes_of(page):
    text = re.search(r'id="episodes">(.*?)</script>', page.read_text(), re.S).group(1)
    return json.loads(text.replace("\\u003c", "<"))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_each_episode_has_its_frames_whatever_the_mode(tmp_path, mode):
    envs = lockstep.make_vec("Hopper-v5", 20, autoreset_mode=mode, max_episode_steps=6, terminate_when_unhealthy=False)
    envs.reset(seed=0)
    envs.record([0, 17])
    for _ in range(16):
        envs.step(envs.action_space.sample())
    page = tmp_path / "page.html"
    envs.write_viewer(page, title="two <hoppers>")
    assert "two &lt;hoppers&gt;" in page.read_text()
    labels = [episode["label"] for episode in episodes_of(page)]
    assert labels == [f"environment {i}, episode {n}" for i in (0, 17) for n in range(3)]


def test_an_episode_without_steps_is_left_out_and_not_counted(tmp_path):
    envs = lockstep.make_vec("Hopper-v5", 2)
    envs.reset(seed=0)
    envs.record()
    envs.reset()
    envs.step(envs.action_space.sample())
    envs.reset(seed=1)
    envs.step(envs.action_space.sample())
    page = tmp_path / "page.html"
    envs.write_viewer(page)
    assert [episode["label"] for episode in episodes_of(page)] == [f"environment 0, episode {n}" for n in range(2)]


def test_a_single_environment_is_recorded_as_well(tmp_path):
    env = lockstep.SingleEnv("Ant-v5")
    env.reset(seed=0)
    env.record()
    for _ in range(3):
        env.step(np.zeros(8))
    env.write_viewer(tmp_path / "ant.html")
    assert len(episodes_of(tmp_path / "ant.html")) == 1
