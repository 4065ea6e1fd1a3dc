# SPDX-License-Identifier: MIT
"""Many environments that run in lockstep, as a vector environment of Gymnasium."""

import collections.abc
import json
import numbers
import os
import pathlib

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from lockstep._core import core
from lockstep.environments import check_options, checked_count, entry_of, make_core
from lockstep.files import replace_file
from lockstep.rendering import render
from lockstep.scenes import RENDER_FPS, scene_of

_MODES = {AutoresetMode.NEXT_STEP: core.Autoreset.next_step, AutoresetMode.SAME_STEP: core.Autoreset.same_step,
          AutoresetMode.DISABLED: core.Autoreset.disabled}
_CARTPOLE, _ACROBOT = np.array([4.8, np.inf, np.radians(24), np.inf]), np.array([1, 1, 1, 1, 4 * np.pi, 9 * np.pi])
_BOUNDS = {"Pendulum-v1": ([-1, -1, -8], [1, 1, 8]), "MountainCarContinuous-v0": ([-1.2, -0.07], [0.6, 0.07]),
           "CartPole-v1": (-_CARTPOLE, _CARTPOLE), "Acrobot-v1": (-_ACROBOT, _ACROBOT)}


class VectorEnv(gymnasium.vector.VectorEnv):
    """`num_envs` environments, one in each lane of the processor's vectors, on all its cores.

        envs = lockstep.make_vec("HalfCheetah-v5", num_envs=1024)
        observations, infos = envs.reset(seed=0)
        observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())

    env_id: as Gymnasium's, with or without "lockstep/".
    max_episode_steps: after which an episode is truncated; Gymnasium's number where None, never where 0.
    autoreset_mode: NEXT_STEP (as Gymnasium has it: the step after an end begins the next episode, ignores the action and gives
        the reward 0), SAME_STEP (infos["final_obs"] has what was seen last) or DISABLED (reset(options={"reset_mask": flags})).
    dtype: of observations and rewards: numpy.float32, which is what is computed with, or numpy.float64, a copy more.
    copy: whether each step returns arrays of its own. If False, each writes into the arrays that the step before returned (of
        float64 there is always a copy).
    threads: that compute; 0 is one for every processor that the process may use. Results do not depend on it.
    render_mode: None, or "rgb_array": render() returns pictures of width times height pixels, drawn by the processor.
    options: Gymnasium's, as lockstep.options_of(env_id) lists them.

    Environment i draws the same starts from a seed, whatever num_envs, the threads and the processor. Actions of any real dtype
    are converted to float32. A discrete action is its index, of any whole dtype. One thread of Python may use an instance at a
    time; a step lets others run.
    """

    metadata = {"render_modes": ["rgb_array"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, env_id, num_envs=1, *, max_episode_steps=None, autoreset_mode=AutoresetMode.NEXT_STEP, dtype=np.float32,
                 copy=True, threads=0, render_mode=None, width=480, height=480, **options):
        entry = entry_of(env_id)
        self.env_id = entry.id
        self.num_envs = checked_count("num_envs", num_envs, 1)
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            raise ValueError(f"lockstep: autoreset_mode is {autoreset_mode!r}, not one of "
                             f"{', '.join(repr(mode.value) for mode in AutoresetMode)}") from None
        try:
            self.dtype = np.dtype(dtype)
        except TypeError:
            raise TypeError(f"lockstep: dtype is {dtype!r}, not float32 or float64") from None
        if self.dtype not in (np.dtype(np.float32), np.dtype(np.float64)):
            raise TypeError(f"lockstep: dtype is {self.dtype}, not float32 or float64")
        if render_mode not in ("rgb_array", None):
            raise ValueError(f"lockstep: {self.env_id}: render_mode is {render_mode!r}, not 'rgb_array' or None; of "
                             "robots, record() and write_viewer() show episodes in a browser")
        self.render_mode = render_mode
        self._picture_size = checked_count("width", width, 1), checked_count("height", height, 1)
        limit = entry.episode_limit if max_episode_steps is None else checked_count("max_episode_steps", max_episode_steps, 0)
        if limit > 2**24:
            raise ValueError(f"lockstep: max_episode_steps is {limit}, above 2**24; 0 is no limit")
        self.options = check_options(self.env_id, options, VectorEnv.__init__.__kwdefaults__)
        if not isinstance(copy, (bool, np.bool_)):
            raise TypeError(f"lockstep: copy is {copy!r}, not True or False")
        self.copy = copy
        self._core = make_core(self.env_id, self.options, count=self.num_envs, threads=checked_count("threads", threads, 0),
                               episode_limit=limit, mode=_MODES[self.autoreset_mode])
        frame_skip = self.options.get("frame_skip", entry.frame_skip)
        self.dt = entry.dt if entry.frame_skip == 0 else entry.dt / entry.frame_skip * frame_skip
        self.metadata = {"render_modes": ["rgb_array"], "autoreset_mode": self.autoreset_mode,
                         "render_fps": RENDER_FPS[self.env_id] if self.env_id in RENDER_FPS else round(1 / self.dt)}

        low, high = _BOUNDS.get(self.env_id, (-np.inf, np.inf))
        size = self._core.columns()
        self.single_observation_space = gymnasium.spaces.Box(
            *(np.broadcast_to(np.asarray(bound, self.dtype), (size,)).copy() for bound in (low, high)), dtype=self.dtype)
        self._action_count = entry.action_count
        self.single_action_space = gymnasium.spaces.Discrete(entry.action_count) if entry.action_count else gymnasium.spaces.Box(
            np.float32(entry.action_low), np.float32(entry.action_high), (entry.action_size,), np.float32)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._process = os.getpid()
        self._was_reset = False
        self._over = np.zeros(self.num_envs, np.bool_)
        self._results = None

    def reset(self, *, seed=None, options=None):
        """Begins an episode everywhere, or where options["reset_mask"] is true: episode 0 of the seed, or the next one."""
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        if options:
            raise ValueError(f"lockstep: reset() has no option {next(iter(options))!r}. It has: reset_mask")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, numbers.Integral) or not 0 <= seed < 2**64):
            raise ValueError(f"lockstep: seed is {seed!r}, not a whole number from 0 to 2**64 - 1; each environment has a stream "
                             "of its own from the one seed")
        simulation = self._open()
        super().reset(seed=None if seed is None else int(seed))
        if mask is not None:
            mask = self._mask(mask)
            if seed is not None:
                raise ValueError("lockstep: a seed begins all environments anew; reset_mask and a seed do not go together")
            if not self._was_reset:
                raise gymnasium.error.ResetNeeded("lockstep: reset() without a reset_mask comes first")
            simulation.begin(mask)
        elif seed is None and self._was_reset:
            mask = np.ones(self.num_envs, np.bool_)
            simulation.begin(mask)
        else:
            mask = np.ones(self.num_envs, np.bool_)
            simulation.seed(int(self.np_random.integers(2**63)) if seed is None else int(seed))
        self._was_reset = True
        self._over[mask] = False
        observations, *_ = self._arrays()
        simulation.observe(observations)
        return observations.astype(self.dtype, copy=False), {}

    def step(self, actions):
        """One step of every environment: actions[num_envs][components], as the originals take them, beyond their bounds too.

        Of discrete actions: actions[num_envs], the index of each.
        """
        simulation = self._open()
        if not self._was_reset:
            raise gymnasium.error.ResetNeeded("lockstep: call reset() before step()")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over.any():
            raise gymnasium.error.ResetNeeded(f"lockstep: the episode of environment {int(np.argmax(self._over))} is over: "
                                              "call reset(), for some of many with options={'reset_mask': flags}")
        actions = as_actions(actions, self.action_space.shape, self._action_count)
        results = self._arrays()
        simulation.step(np.ascontiguousarray(actions, np.float32).reshape(self.num_envs, -1), *results)
        observations, rewards, terminated, truncated = results
        if self.dtype != np.float32:
            observations, rewards = observations.astype(self.dtype), rewards.astype(self.dtype)
        np.logical_or(terminated, truncated, out=self._over)
        infos = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and self._over.any():
            flags = self._over.copy()
            final = np.full(self.num_envs, None, object)
            seen = simulation.final_observations()
            for i in np.flatnonzero(flags):
                final[i] = seen[i].astype(self.dtype)
            infos = {"final_obs": final, "_final_obs": flags, "final_info": {}, "_final_info": flags.copy()}
        return observations, rewards, terminated, truncated, infos

    @property
    def observations_in_lanes(self):
        """The memory of the observations itself, without a copy: [packs][numbers][lanes], read-only, float32.

        Environment i is lane i % lanes of pack i // lanes. All numbers are there, also those that an option hides. Further
        lanes of the last pack run along unseen. The next step changes what is seen.
        """
        return self._open().observation_in_lanes()

    def state_in_lanes(self, name):
        """The memory of the state's "qpos" or "qvel" itself, laid out as observations_in_lanes."""
        return self._open().state_in_lanes(name)

    @property
    def qpos(self):
        """A copy of the joints' positions: [num_envs][numbers]."""
        return self._by_environment(self.state_in_lanes("qpos"))

    @property
    def qvel(self):
        """A copy of the joints' velocities: [num_envs][numbers]."""
        return self._by_environment(self.state_in_lanes("qvel"))

    def record(self, environments=(0,)):
        """From now on keeps the episodes of these environments, the last 8 of each, for write_viewer()."""
        if not isinstance(environments, collections.abc.Iterable):
            raise TypeError(f"lockstep: the environments to record are {environments!r}, not a list such as [0]")
        indices = [checked_count("an environment to record", i, 0) for i in environments]
        for i in indices:
            if i >= self.num_envs:
                raise ValueError(f"lockstep: there is no environment {i} to record: num_envs is {self.num_envs}")
        self._open().record(indices)

    def write_viewer(self, path, title=None):
        """Replaces the file, an .html, by a page that plays what was recorded in a browser and needs no network.

        Raises ValueError for another suffix, RuntimeError if nothing was recorded, OSError if the file cannot be written.
        """
        if (suffix := pathlib.Path(path).suffix) != ".html":
            raise ValueError(f"lockstep: {path}: its suffix is {suffix!r}, not .html")
        page = self._open().viewer_page(title or f"{self.env_id}, Lockstep")
        replace_file(path, page.encode())

    def render(self):
        """A picture of each environment, as a tuple of arrays [height][width][3] of uint8; None without a render_mode."""
        simulation = self._open()
        if self.render_mode is None:
            gymnasium.logger.warn("lockstep: render() draws nothing: the environment was made without render_mode=\"rgb_array\"")
            return None
        return tuple(render(self._scene(simulation, i), *self._picture_size) for i in range(self.num_envs))

    def close_extras(self, **kwargs):
        self._core = None

    def _open(self):
        if self._core is None:
            raise gymnasium.error.ClosedEnvironmentError("lockstep: this environment was closed")
        if os.getpid() != self._process:
            raise RuntimeError("lockstep: this environment was made by another process, whose threads are not here: make it "
                               "after the fork")
        return self._core

    def _arrays(self):
        if self._results is None or self.copy:
            self._results = (np.empty(self.observation_space.shape, np.float32), np.empty(self.num_envs, np.float32),
                             np.empty(self.num_envs, np.bool_), np.empty(self.num_envs, np.bool_))
        return self._results

    def _scene(self, simulation, i):
        if self.env_id not in RENDER_FPS:
            return json.loads(simulation.picture(i))
        packs = simulation.observation_in_lanes()
        return scene_of(self.env_id, packs[i // packs.shape[2], :, i % packs.shape[2]])

    def _by_environment(self, in_lanes):
        packs, numbers_, lanes = in_lanes.shape
        return in_lanes.transpose(0, 2, 1).reshape(packs * lanes, numbers_)[: self.num_envs].copy()

    def _mask(self, mask):
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError("lockstep: reset_mask must be a numpy array of bool")
        if mask.shape != (self.num_envs,):
            raise ValueError(f"lockstep: reset_mask has the shape {mask.shape}, not {(self.num_envs,)}")
        return np.ascontiguousarray(mask)


def make_vec(env_id, num_envs=1, **options):
    """The vector environment of that name: VectorEnv(env_id, num_envs, **options)."""
    return VectorEnv(env_id, num_envs, **options)


def as_actions(actions, shape, count):
    """Actions as the environments take them: float32, or where there are `count` discrete ones, their indices as int64.

    Converts every real dtype, of indices every whole one. Raises TypeError for another dtype, ValueError for another shape, for a
    number that is not finite, and for an index that is none, naming it.
    """
    try:
        given = np.asarray(actions)
    except ValueError as error:  # of lists of several lengths
        raise ValueError(f"lockstep: actions have not the shape {shape}: {error}") from None
    kinds, such_as = ("iu", "whole numbers such as int64") if count else ("fiu", "real numbers such as float32")
    if given.dtype.kind not in kinds:
        raise TypeError(f"lockstep: actions are of dtype {given.dtype}, not {such_as}")
    if given.shape != shape:
        raise ValueError(f"lockstep: actions have the shape {given.shape}, not {shape}")
    if count:
        wrong = (given < 0) | (given >= count)
        if wrong.any():
            where = tuple(int(i) for i in np.argwhere(wrong)[0])
            place = f" of environment {where[0]}" if where else ""
            raise ValueError(f"lockstep: the action{place} is {given[where]}, not from 0 to {count - 1}")
        return given.astype(np.int64)
    with np.errstate(over="ignore", invalid="ignore"):
        converted = np.ascontiguousarray(given, np.float32)
        total = converted.sum()
    # The sum is finite only if every action is; a sum that is not may still be of finite actions.
    if not np.isfinite(total):
        finite = np.isfinite(converted)
        if not finite.all():
            where = tuple(int(i) for i in np.argwhere(~finite)[0])
            place = f"environment {where[0]}, component {where[1]}" if len(where) == 2 else f"component {where[0]}"
            raise ValueError(f"lockstep: the action of {place} is {given[where]}, which is no finite float32")
    return converted
