# SPDX-License-Identifier: MIT
"""The programs of README.md run as they stand, but train for fewer steps."""

import pathlib
import re
import warnings

import pytest

import lockstep

README = pathlib.Path(__file__).parents[1] / "README.md"


def programs():
    return re.findall(r"^```python\n(.*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)


def test_its_programs_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"lockstep": lockstep}
    own = [text for text in programs() if "stable_baselines3" not in text]
    assert len(own) >= 4
    for text in own:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of so few steps
            exec(compile(text.replace("1_000_000", "20_000"), str(README), "exec"), names)
    assert names["actions"].shape == (1024, 6) and names["observations"].shape == (64, 17)
    assert names["policy"].environment == "HalfCheetah-v5"
    assert (tmp_path / "half_cheetah.policy").exists()


def test_its_program_for_stable_baselines3_runs():
    pytest.importorskip("stable_baselines3")
    (text,) = [text for text in programs() if "stable_baselines3" in text]
    exec(compile(text.replace("1_000_000", "10_000"), str(README), "exec"), {"lockstep": lockstep})
