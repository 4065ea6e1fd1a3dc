# SPDX-License-Identifier: MIT
"""The learners of the C++ library, in the environments of this package."""

import contextlib
import dataclasses
import functools
import inspect
import keyword
import math
import mmap
import numbers
import os
import pathlib
import signal
import threading
import warnings

from lockstep._core import core
from lockstep.environments import check_options, checked_count, entry_of, nearest, options_of
from lockstep.policy import policy_from_bytes
from lockstep.safetensors import header_of

_LEARNERS = {(entry.method, entry.environment): entry for entry in core.learner_entries()}


def _members(values):
    """Members of a C++ configuration by name; `lambda`, which Python keeps for itself, is lambda_."""
    return {name + "_" if keyword.iskeyword(name) else name: value for name, value in values}


@dataclasses.dataclass(frozen=True)
class Training:
    """What a training leaves: its policy, a row of metrics an iteration, and the return of its mean actions."""

    policy: object
    metrics: list
    evaluation: dict
    config: object
    _learner: object = dataclasses.field(repr=False)

    def save(self, path):
        """Replaces the file by the policy, for lockstep.load_policy and for ls::load."""
        self.policy.save(path)

    def save_checkpoint(self, path):
        """Replaces the file by the whole training, to go on with it: train_...(resume=path)."""
        _save_checkpoint(self._learner, path)


def _naming_what_is_unknown(init, of, members):
    @functools.wraps(init)
    def checked(self, **given):
        for name in given:
            if name not in members:
                raise TypeError(f"lockstep: {of} has no {name!r}{nearest(name, members)}. It has: {', '.join(members)}")
        init(self, **given)

    return checked


class _Method:
    """A learner of C++: its configuration class, the configurations that were searched for, and the training."""

    def __init__(self, name, title, layers, header, note=""):
        self.name, self.title, self.layers = name, title, layers
        self.defaults = _members(next(entry.defaults for (of, _), entry in _LEARNERS.items() if of == name))
        self.config_class = self._make_config_class(header, note)

    def functions(self):
        """The configuration class, train_... and tuned_..._config, as this module offers them."""
        return (self.config_class, self._documented(self.train, f"train_{self.name}", _TRAIN_HELP),
                self._documented(self.tuned, f"tuned_{self.name}_config", _TUNED_HELP))

    def _entry(self, env_id):
        env_id = entry_of(env_id).id
        if (self.name, env_id) not in _LEARNERS:
            able = " or ".join(f"train_{name}" for name, of in _LEARNERS if of == env_id)
            raise ValueError(f"lockstep: train_{self.name}: {self.title} acts in real numbers, but the actions of {env_id} are "
                             f"discrete: use {able}")
        return _LEARNERS[self.name, env_id]

    def tuned(self, env_id, steps=0):
        entry = self._entry(env_id)
        return self.config_class(**_members(entry.tuned(_steps(steps) if steps else 0)))

    def train(self, env_id, steps=None, *, seed=None, config=None, threads=0, on_iteration=None, evaluation_episodes=64,
              checkpoint=None, resume=None, **options):
        evaluation_episodes = checked_count("evaluation_episodes", evaluation_episodes, 1)
        if evaluation_episodes > 2**32:
            raise ValueError(f"lockstep: evaluation_episodes is {evaluation_episodes}, above 2**32")
        if on_iteration is not None and not callable(on_iteration):
            raise TypeError(f"lockstep: on_iteration is {on_iteration!r}, not a function of an iteration's metrics")
        _check_checkpoints(checkpoint, resume)
        learner = self._prepare(env_id, steps, seed, config, threads, options, resume)
        rows = _run(learner, on_iteration, checkpoint)
        return Training(policy_from_bytes(learner.policy()), rows, learner.evaluate(evaluation_episodes, 0),
                        self.config_class(**_members(learner.config())), learner)

    def _prepare(self, env_id, steps, seed, config, threads, options, resume):
        """Checks what was given, and returns the learner of C++ before its first iteration, or where the checkpoint stands."""
        entry = self._entry(env_id)
        threads = checked_count("threads", threads, 0)
        if steps is not None:
            steps = _steps(steps)
        if config is None:
            config = self.tuned(env_id, steps or 0)
            if resume is not None:
                config = _saved_config(resume, config)
        if not isinstance(config, self.config_class):
            raise TypeError(f"lockstep: config is {config!r}, not a {self.config_class.__name__}")
        changed = {name: value for name, value in {"steps": steps, "seed": seed}.items() if value is not None}
        config = dataclasses.replace(config, **changed)
        for name in options:
            if name in self.defaults and name not in options_of(env_id):
                raise TypeError(f"lockstep: {name} is no option of {entry.environment}, but of the learner: "
                                f"config=lockstep.{self.config_class.__name__}({name}=...)")
        given = _learner_options(entry, options, [*self.train.__kwdefaults__, *self.defaults])
        try:
            return entry.make([(name, _value(config, member, value))
                               for (name, _), (member, value) in zip(entry.defaults, self.defaults.items())],
                              given, threads, "" if resume is None else os.fspath(resume))
        except (ValueError, RuntimeError) as error:  # of the configuration, of the checkpoint
            raise ValueError(f"lockstep: train_{self.name}: {str(error).removeprefix('lockstep: ')}") from None

    def _make_config_class(self, header, note):
        name = self.name.capitalize() + "Config"
        made = dataclasses.make_dataclass(
            name, [(member, type(value), dataclasses.field(default=value)) for member, value in self.defaults.items()],
            kw_only=True)
        made.__doc__ = f"What may be set of {self.title} (include/lockstep/rl/{header}).{note}"
        made.__module__ = __name__
        made.__init__ = _naming_what_is_unknown(made.__init__, name, self.defaults)
        return made

    def _documented(self, method, name, text):
        """The method as a function with this name, the method's signature, and the text about this learner."""
        signature = inspect.signature(method)

        @functools.wraps(method)
        def function(*arguments, **options):
            try:
                signature.bind(*arguments, **options)
            except TypeError as error:
                raise TypeError(f"lockstep: {name}: {error}") from None
            return method(*arguments, **options)

        function.__name__ = function.__qualname__ = name
        function.__doc__ = text.format(name=self.name, title=self.title, layers=self.layers, config=self.config_class.__name__)
        return function


_TUNED_HELP = "The {config} that was searched for in this environment, or the defaults; for so many steps (0: of the search)."
_TRAIN_HELP = """Trains a policy by {title}, networks of {layers}, on all cores, and returns a Training.

        training = lockstep.train_{name}("HalfCheetah-v5", steps=1_000_000, seed=1)
        training.evaluation["mean_return"]

    config: a {config}; None is that of the checkpoint to go on from, or else the one that was searched for,
        tuned_{name}_config(env_id, steps). steps and seed, where given, replace its own. A checkpoint has no steps: without
        them they are those of the search.
    on_iteration: is called with the metrics of each iteration, a dict; the training ends early if it returns True.
    checkpoint: a file that keeps the whole training. It is written every minute, at the end, and when Ctrl-C, SIGTERM or an
        error of on_iteration ends the training.
    resume: a checkpoint to go on from, given the same environment, and the same configuration or none; steps may be others.
        Checkpoints of the rest go to `checkpoint`, which may be the same file. Metrics are those of the iterations since.
    options: of the environment, those that change neither its observation nor frame_skip and main_body.
    The same seed gives the same policy, whatever the threads and the processor. Warns of a configuration that learns little.
    Ctrl-C raises KeyboardInterrupt after the iteration that runs. With a checkpoint, SIGTERM too ends the program only after that
    iteration, unless the program has a handler of its own for it, or trains in another thread than the main one.
    """


@contextlib.contextmanager
def _sigterm_delayed():
    """While it lasts, SIGTERM only fills the list that it gives; afterwards SIGTERM ends the program. It changes nothing where
    the program has a handler of its own, or in another thread than the main one, where Python allows none."""
    came = []
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield came
        return
    signal.signal(signal.SIGTERM, lambda number, frame: came.append(number))
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if came:
            signal.raise_signal(signal.SIGTERM)


def _run(learner, on_iteration, checkpoint):
    """Trains to the end or until on_iteration says so, and keeps the checkpoint. Returns the metrics of each iteration."""
    rows, failed = [], False
    with contextlib.nullcontext([]) if checkpoint is None else _sigterm_delayed() as terminated:
        try:
            while not learner.done() and not terminated:
                try:
                    report = learner.iterate()
                except Exception:  # the learner stands in the middle of an iteration
                    failed = True
                    raise
                for sentence in report.warnings:
                    warnings.warn(sentence, stacklevel=4)  # of the caller of train_...
                rows.append(dict(report.columns))
                if checkpoint is not None:
                    _save_checkpoint(learner, checkpoint, learner.keep_checkpoint)
                if on_iteration is not None and on_iteration(rows[-1]):
                    break
        finally:  # also after Ctrl-C or SIGTERM, and after an error of on_iteration
            if checkpoint is not None and not failed:
                _save_checkpoint(learner, checkpoint)
    return rows


PpoConfig, train_ppo, tuned_ppo_config = _Method(
    "ppo", "proximal policy optimisation", "64x64", "ppo/config.hpp",
    "\n\n    environments, horizon and minibatch follow from each other and from `steps` where they are 0.").functions()
_OFF_POLICY_SIZES = "\n\n    horizon follows from environments, and warmup from `steps`, where they are 0."
SacConfig, train_sac, tuned_sac_config = _Method(
    "sac", "soft actor-critic", "128x128", "off_policy/config.hpp", _OFF_POLICY_SIZES).functions()
Td3Config, train_td3, tuned_td3_config = _Method(
    "td3", "twin delayed deep deterministic policy gradient", "128x128", "off_policy/config.hpp", _OFF_POLICY_SIZES).functions()
CrossqConfig, train_crossq, tuned_crossq_config = _Method(
    "crossq", "CrossQ", "256x256", "off_policy/config.hpp", _OFF_POLICY_SIZES).functions()
ArsConfig, train_ars, tuned_ars_config = _Method(
    "ars", "augmented random search", "no hidden layers", "evolution/config.hpp").functions()


def _learner_options(entry, options, others):
    given, usual = check_options(entry.environment, options, others), options_of(entry.environment)
    for name in options:
        if name not in entry.options and given[name] != usual[name]:
            raise ValueError(f"lockstep: {name} is {options[name]!r}: the learners train with its default, {usual[name]!r}")
    return {name: given[name] for name in entry.options}


def _check_checkpoints(checkpoint, resume):
    """That nothing is lost: neither an earlier training, nor this one because its file cannot be written."""
    for name, value in {"checkpoint": checkpoint, "resume": resume}.items():
        if not isinstance(value, (str, os.PathLike, type(None))):
            raise TypeError(f"lockstep: {name} is {value!r}, not the path of a file")
    if resume is not None:
        pathlib.Path(resume).open("rb").close()
    if checkpoint is None:
        return
    path = pathlib.Path(checkpoint)
    if path.is_dir():
        raise IsADirectoryError(f"lockstep: {path} is a folder, not a file for a checkpoint")
    if path.exists() and not (resume is not None and path.samefile(resume)):
        raise FileExistsError(f"lockstep: {path} exists: resume={str(path)!r} goes on with it; remove it to begin anew")
    if not path.absolute().parent.is_dir():
        raise FileNotFoundError(f"lockstep: {path}: there is no folder {str(path.absolute().parent)!r}")
    if not os.access(path.absolute().parent, os.W_OK):
        raise PermissionError(f"lockstep: {path}: the folder {str(path.absolute().parent)!r} cannot be written")


def _saved_config(path, config):
    """The configuration with the members that a checkpoint has; without them if it is none, which C++ then refuses by name."""
    def saved(name, default):
        text = metadata[f"config.{name.removesuffix('_')}"]
        value = {"true": True, "false": False}[text] if isinstance(default, bool) else type(default)(text)
        if not math.isfinite(value):
            raise ValueError
        return value

    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            metadata, *_ = header_of(content)
        return dataclasses.replace(config, **{name: saved(name, default) for name, default in vars(config).items()
                                              if name != "steps"})
    except (OSError, ValueError, KeyError):
        return config


def _save_checkpoint(learner, path, save=None):
    try:
        (save or learner.save_checkpoint)(os.fspath(path))
    except RuntimeError as error:
        raise OSError(f"lockstep: {error}") from None


def _steps(steps):
    if isinstance(steps, bool) or not isinstance(steps, numbers.Integral) or steps < 1:
        raise ValueError(f"lockstep: steps is {steps!r}, not a whole number above 0")
    return int(steps)


def _value(config, name, default):
    value, what = getattr(config, name), f"{type(config).__name__}.{name}"
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise TypeError(f"lockstep: {what} is {value!r}, not True or False")
        return value
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"lockstep: {what} is {value!r}, not a number")
    if isinstance(default, int):
        if not isinstance(value, numbers.Integral) or not 0 <= value < 2**64:
            raise ValueError(f"lockstep: {what} is {value!r}, not a whole number from 0")
        return int(value)
    return float(value)
