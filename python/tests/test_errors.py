# SPDX-License-Identifier: MIT
"""What a user does wrong is an exception that names it."""

import functools
import os
import pathlib
import shutil
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

import lockstep


def ready(count=4, env_id="HalfCheetah-v5", **options):
    envs = lockstep.make_vec(env_id, count, **options)
    envs.reset(seed=0)
    return envs


def refused(kind, message, call):
    with pytest.raises(kind) as error:
        call()
    assert str(error.value) == message


def test_of_actions():
    envs = ready()
    good = np.zeros((4, 6), np.float32)
    refused(ValueError, "lockstep: actions have the shape (4, 5), not (4, 6)", lambda: envs.step(good[:, :5]))
    refused(ValueError, "lockstep: actions have the shape (6,), not (4, 6)", lambda: envs.step(good[0]))
    refused(TypeError, "lockstep: actions are of dtype bool, not real numbers such as float32", lambda: envs.step(good > 0))
    refused(TypeError, "lockstep: actions are of dtype complex64, not real numbers such as float32", lambda: envs.step(good * 1j))
    refused(TypeError, "lockstep: actions are of dtype object, not real numbers such as float32",
            lambda: envs.step(np.full((4, 6), None)))
    with pytest.raises(ValueError, match=r"lockstep: actions have not the shape \(4, 6\): .*inhomogeneous"):
        envs.step([[0] * 6] * 3 + [[0]])
    for bad in (np.nan, np.inf, -np.inf):
        wrong = good.copy()
        wrong[2, 3] = bad
        refused(ValueError, f"lockstep: the action of environment 2, component 3 is {bad}, which is no finite float32",
                lambda: envs.step(wrong))
    large = good.astype(float)
    large[1, 0] = 1e300
    refused(ValueError, "lockstep: the action of environment 1, component 0 is 1e+300, which is no finite float32",
            lambda: envs.step(large))
    # What is finite is taken, though its sum is not.
    envs.step(np.full((4, 6), np.finfo(np.float32).max))


def test_of_discrete_actions():
    envs = ready(env_id="Acrobot-v1")
    good = np.ones(4, np.int64)
    refused(ValueError, "lockstep: actions have the shape (3,), not (4,)", lambda: envs.step(good[:3]))
    refused(ValueError, "lockstep: actions have the shape (4, 1), not (4,)", lambda: envs.step(good[:, None]))
    refused(ValueError, "lockstep: actions have the shape (), not (4,)", lambda: envs.step(1))
    for kind in (float, np.float32, bool):
        refused(TypeError, f"lockstep: actions are of dtype {np.dtype(kind)}, not whole numbers such as int64",
                lambda: envs.step(good.astype(kind)))
    for wrong in (3, -1, 2**62):
        refused(ValueError, f"lockstep: the action of environment 2 is {wrong}, not from 0 to 2",
                lambda: envs.step(np.where([False, False, True, False], wrong, good)))
    refused(ValueError, f"lockstep: the action of environment 0 is {2**64 - 1}, not from 0 to 2",
            lambda: envs.step(np.full(4, 2**64 - 1, np.uint64)))
    refused(ValueError, "lockstep: Acrobot-v1 has no option 'torque_noise'. It has: none",
            lambda: lockstep.make_vec("Acrobot-v1", 2, torque_noise=1))
    env = gymnasium.make("lockstep/CartPole-v1", disable_env_checker=True)
    env.reset(seed=0)
    refused(ValueError, "lockstep: the action is 2, not from 0 to 1", lambda: env.step(2))
    refused(ValueError, "lockstep: actions have the shape (1,), not ()", lambda: env.step([1]))
    refused(TypeError, "lockstep: actions are of dtype float64, not whole numbers such as int64", lambda: env.step(0.5))


def test_of_a_single_action():
    env = gymnasium.make("lockstep/Pendulum-v1", disable_env_checker=True)
    env.reset(seed=0)
    refused(ValueError, "lockstep: actions have the shape (2,), not (1,)", lambda: env.step(np.zeros(2)))
    refused(ValueError, "lockstep: the action of component 0 is nan, which is no finite float32",
            lambda: env.step(np.array([np.nan])))


def test_of_what_only_many_have():
    make = functools.partial(gymnasium.make, "lockstep/Hopper-v5")
    refused(ValueError, "lockstep: Hopper-v5, as a single environment, takes no threads: it runs in one",
            lambda: make(threads=2))
    refused(ValueError, "lockstep: Hopper-v5, as a single environment, takes no autoreset_mode: reset() begins its episodes",
            lambda: make(autoreset_mode="SameStep"))
    refused(ValueError, "lockstep: Hopper-v5, as a single environment, takes no num_envs: it is one", lambda: make(num_envs=2))
    refused(ValueError, "lockstep: Hopper-v5, as a single environment, takes no max_episode_steps: gymnasium.make has it, and "
            "truncates its episodes", lambda: lockstep.SingleEnv("Hopper-v5", max_episode_steps=5))


def test_of_final_observations_in_another_mode():
    envs = ready()
    envs.step(np.zeros((4, 6)))
    refused(RuntimeError, "lockstep: final observations are kept in the mode same_step only", envs._core.final_observations)


def test_of_num_envs():
    refused(ValueError, "lockstep: num_envs is 0, below 1", lambda: lockstep.make_vec("Ant-v5", 0))
    refused(ValueError, "lockstep: num_envs is -3, below 1", lambda: lockstep.make_vec("Ant-v5", -3))
    refused(TypeError, "lockstep: num_envs is 2.5, not a whole number", lambda: lockstep.make_vec("Ant-v5", 2.5))
    refused(TypeError, "lockstep: num_envs is True, not a whole number", lambda: lockstep.make_vec("Ant-v5", True))
    refused(ValueError, f"lockstep: num_envs is {2**64}, not below 2**63", lambda: lockstep.make_vec("Ant-v5", 2**64))
    for many in (10**15, 2**63 - 1):
        refused(MemoryError, f"lockstep: Ant-v5: num_envs is {many}, for which there is not enough memory",
                lambda: lockstep.make_vec("Ant-v5", many))


def test_of_the_environment():
    with pytest.raises(ValueError, match=r"no environment 'Hopper-v4' \(did you mean Hopper-v5\?\); there are Acrobot-v1, Ant"):
        lockstep.make_vec("Hopper-v4", 2)
    with pytest.raises(ValueError, match="no environment 'Atari'; there are Acrobot-v1, Ant-v5, "):
        lockstep.train_ppo("Atari")
    with pytest.raises(gymnasium.error.NameNotFound, match="Environment `HalfCheeta` doesn't exist in namespace lockstep"):
        gymnasium.make_vec("lockstep/HalfCheeta-v5", num_envs=4)
    refused(TypeError, "lockstep: the environment is 5, not a text such as 'HalfCheetah-v5'", lambda: lockstep.make_vec(5, 2))


def test_of_options():
    make = lockstep.make_vec
    refused(ValueError, "lockstep: Swimmer-v5 has no option 'ctrl_cost_weigth' (did you mean ctrl_cost_weight?). It has: "
            "ctrl_cost_weight, exclude_current_positions_from_observation, forward_reward_weight, frame_skip, reset_noise_scale",
            lambda: make("Swimmer-v5", 2, ctrl_cost_weigth=1))
    refused(ValueError, "lockstep: Pendulum-v1 has no option 'healthy_reward'. It has: g",
            lambda: make("Pendulum-v1", 2, healthy_reward=1))
    refused(ValueError, "lockstep: Pendulum-v1 has no option 'thread' (did you mean threads?). It has: g",
            lambda: make("Pendulum-v1", 2, thread=1))
    refused(ValueError, "lockstep: Ant-v5 takes no xml_file: the robot is compiled into the package",
            lambda: make("Ant-v5", 2, xml_file="ant.xml"))
    refused(ValueError, "lockstep: Ant-v5 takes no camera_name: the camera follows the robot",
            lambda: make("Ant-v5", 2, render_mode="rgb_array", camera_name="track"))
    refused(TypeError, "lockstep: Ant-v5: healthy_reward is 'much', not a number",
            lambda: make("Ant-v5", 2, healthy_reward="much"))
    refused(ValueError, "lockstep: Ant-v5: healthy_reward is inf, which is not finite",
            lambda: make("Ant-v5", 2, healthy_reward=np.inf))
    refused(TypeError, "lockstep: Ant-v5: terminate_when_unhealthy is 1, not True or False",
            lambda: make("Ant-v5", 2, terminate_when_unhealthy=1))
    refused(TypeError, "lockstep: Ant-v5: healthy_z_range is 1, not a pair of numbers",
            lambda: make("Ant-v5", 2, healthy_z_range=1))
    refused(ValueError, "lockstep: Ant-v5: healthy_z_range is (1, 0.2): its lower end is not below its upper end",
            lambda: make("Ant-v5", 2, healthy_z_range=(1, 0.2)))
    refused(ValueError, "lockstep: Ant-v5: frame_skip is 0, not a whole number above 0", lambda: make("Ant-v5", 2, frame_skip=0))
    refused(ValueError, "lockstep: Ant-v5: frame_skip is 11, not a whole number from 1 to 10",
            lambda: make("Ant-v5", 2, frame_skip=11))
    refused(ValueError, "lockstep: Ant-v5: main_body is 14, not a whole number from 1 to 13",
            lambda: make("Ant-v5", 2, main_body=14))
    refused(ValueError, "lockstep: Ant-v5: main_body is 2 and frame_skip 3: a main_body other than 1 goes with a frame_skip "
            "of 5 only",
            lambda: make("Ant-v5", 2, main_body=2, frame_skip=3))
    with pytest.raises(ValueError, match="main_body is 'head', not a body of the ant: torso, front_left_leg"):
        make("Ant-v5", 2, main_body="head")
    refused(ValueError, "lockstep: autoreset_mode is 'Never', not one of 'NextStep', 'SameStep', 'Disabled'",
            lambda: make("Ant-v5", 2, autoreset_mode="Never"))
    refused(TypeError, "lockstep: dtype is int32, not float32 or float64", lambda: make("Ant-v5", 2, dtype=np.int32))
    refused(TypeError, "lockstep: dtype is 'floaty', not float32 or float64", lambda: make("Ant-v5", 2, dtype="floaty"))
    refused(TypeError, "lockstep: copy is 'no', not True or False", lambda: make("Ant-v5", 2, copy="no"))
    refused(ValueError, "lockstep: max_episode_steps is -1, below 0", lambda: make("Ant-v5", 2, max_episode_steps=-1))
    with pytest.raises(ValueError, match="Ant-v5: render_mode is 'human', not 'rgb_array' or None; of robots, record"):
        make("Ant-v5", 2, render_mode="human")
    with pytest.raises(ValueError, match="Pendulum-v1: render_mode is 5, not 'rgb_array' or None; of robots, record"):
        make("Pendulum-v1", 2, render_mode=5)
    refused(ValueError, "lockstep: max_episode_steps is 16777217, above 2**24; 0 is no limit",
            lambda: make("Ant-v5", 2, max_episode_steps=2**24 + 1))


def test_of_resets():
    envs = lockstep.make_vec("Pendulum-v1", 3)
    refused(gymnasium.error.ResetNeeded, "lockstep: call reset() before step()", lambda: envs.step(np.zeros((3, 1))))
    mask = np.ones(3, bool)
    refused(gymnasium.error.ResetNeeded, "lockstep: reset() without a reset_mask comes first",
            lambda: envs.reset(options={"reset_mask": mask}))
    for seed in (-1, 2**64, 1.5, [1, 2, 3], True):
        with pytest.raises(ValueError, match="seed is .*, not a whole number from 0 to"):
            envs.reset(seed=seed)
    envs.reset(seed=2**64 - 1)
    refused(ValueError, "lockstep: reset() has no option 'mask'. It has: reset_mask", lambda: envs.reset(options={"mask": mask}))
    refused(TypeError, "lockstep: reset_mask must be a numpy array of bool",
            lambda: envs.reset(options={"reset_mask": [True] * 3}))
    refused(ValueError, "lockstep: reset_mask has the shape (2,), not (3,)", lambda: envs.reset(options={"reset_mask": mask[:2]}))
    with pytest.raises(ValueError, match="reset_mask and a seed do not go together"):
        envs.reset(seed=1, options={"reset_mask": mask})


def test_of_an_environment_that_was_closed():
    envs = ready()
    envs.close()
    envs.close()
    refused(gymnasium.error.ClosedEnvironmentError, "lockstep: this environment was closed", lambda: envs.step(np.zeros((4, 6))))
    refused(gymnasium.error.ClosedEnvironmentError, "lockstep: this environment was closed", envs.reset)


def test_of_pictures_without_a_render_mode():
    envs = ready()
    with pytest.warns(UserWarning, match="render.* draws nothing: the environment was made without render_mode=\"rgb_array\""):
        assert envs.render() is None


def test_of_a_fork():
    envs = ready()
    child = os.fork()
    if child == 0:
        try:
            envs.step(np.zeros((4, 6)))
        except RuntimeError as error:
            os._exit(7 if "made by another process" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


@pytest.mark.parametrize("pretend, advice", [
    ("", "build it with `pip install` from its repository"),
    ("import sys; sys.version_info = (3, 9, 18); ", "it needs Python 3.10 or newer")])
def test_of_a_python_without_a_build(tmp_path, pretend, advice):
    """As of a wheel that was unpacked for another Python: the package without its extension modules."""
    package = pathlib.Path(lockstep.__file__).parent
    (tmp_path / "lockstep").mkdir()
    for source in package.glob("*.py"):
        shutil.copy(source, tmp_path / "lockstep")
    result = subprocess.run([sys.executable, "-c", f"{pretend}import lockstep"], cwd=tmp_path, capture_output=True, text=True,
                            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"})
    assert "ImportError: lockstep: this package was not built for CPython 3." in result.stderr
    assert result.stderr.rstrip().endswith(advice)


def test_of_recordings(tmp_path):
    refused(ValueError, "lockstep: there is no environment 4 to record: num_envs is 4", lambda: ready().record([4]))
    refused(TypeError, "lockstep: the environments to record are 0, not a list such as [0]", lambda: ready().record(0))
    refused(RuntimeError, "lockstep: nothing was recorded: call record() before the steps that are to be shown",
            lambda: ready().write_viewer(tmp_path / "page.html"))
    refused(RuntimeError, "lockstep: this environment is no robot: there is nothing to show",
            lambda: ready(env_id="Pendulum-v1").record())
    refused(RuntimeError, "lockstep: the state has no \"qacc\"", lambda: ready().state_in_lanes("qacc"))
    envs = ready()
    envs.record()
    envs.step(np.zeros((4, 6)))
    with pytest.raises(FileNotFoundError, match="lockstep: cannot be written: No such file or directory: '.*nowhere/page.html'"):
        envs.write_viewer(tmp_path / "nowhere" / "page.html")
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(IsADirectoryError, match="lockstep: cannot be written: .*folder.html'"):
        envs.write_viewer(tmp_path / "folder.html")
    for name, suffix in {"page.txt": ".txt", "page": "", "page.HTML": ".HTML"}.items():
        refused(ValueError, f"lockstep: {tmp_path / name}: its suffix is {suffix!r}, not .html",
                lambda: envs.write_viewer(tmp_path / name))
    assert [path.name for path in tmp_path.iterdir()] == ["folder.html"]
