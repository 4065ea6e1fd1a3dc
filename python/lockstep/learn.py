# SPDX-License-Identifier: MIT
"""The learners of the C++ library, in the environments of this package."""

import dataclasses
import keyword
import numbers
import os
import tempfile
import warnings

from lockstep._core import core
from lockstep.environments import check_options, checked_count, entry_of, options_of
from lockstep.policy import load_policy

_LEARNERS = {(entry.method, entry.environment): entry for entry in core.learner_entries()}


def _members(values):
    """Members of a C++ configuration by name; `lambda`, which Python keeps for itself, is lambda_."""
    return {name + "_" if keyword.iskeyword(name) else name: value for name, value in values}


def _config_class(name, method, doc):
    """A dataclass of the C++ configuration's members, with its defaults."""
    defaults = _members(next(entry.defaults for (of, _), entry in _LEARNERS.items() if of == method))
    made = dataclasses.make_dataclass(
        name, [(member, type(value), dataclasses.field(default=value)) for member, value in defaults.items()], kw_only=True)
    made.__doc__, made.__module__ = doc, __name__
    return made


PpoConfig = _config_class("PpoConfig", "ppo",
                          """What may be set of proximal policy optimisation (include/lockstep/rl/ppo/config.hpp).

    environments, horizon and minibatch follow from each other and from `steps` where they are 0.""")
SacConfig = _config_class("SacConfig", "sac",
                          """What may be set of soft actor-critic (include/lockstep/rl/off_policy/config.hpp).""")
_CONFIGS = {"ppo": PpoConfig, "sac": SacConfig}


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
        self._learner.save(str(path))


def tuned_ppo_config(env_id, steps=0):
    """The PpoConfig that was searched for in this environment, or the defaults; for so many steps (0: of the search)."""
    return _tuned("ppo", env_id, steps)


def tuned_sac_config(env_id, steps=0):
    """The SacConfig that was searched for in this environment, or the defaults; for so many steps (0: of the search)."""
    return _tuned("sac", env_id, steps)


def train_ppo(env_id, steps=None, *, seed=None, config=None, threads=0, on_iteration=None, evaluation_episodes=64, **options):
    """Trains a policy by proximal policy optimisation, two networks of 64x64, on all cores, and returns a Training.

        training = lockstep.train_ppo("HalfCheetah-v5", steps=1_000_000, seed=1)
        training.evaluation["mean_return"]

    config: a PpoConfig; None is the one that was searched for, tuned_ppo_config(env_id, steps). steps and seed, where given,
        replace its own.
    on_iteration: is called with the metrics of each iteration, a dict; the training ends early if it returns True.
    options: of the environment, those that change neither its observation nor frame_skip and main_body.
    The same seed gives the same policy, whatever the threads and the processor. Warns of a configuration that learns little.
    """
    return _train("ppo", env_id, steps, seed, config, threads, on_iteration, evaluation_episodes, options)


def train_sac(env_id, steps=None, *, seed=None, config=None, threads=0, on_iteration=None, evaluation_episodes=64, **options):
    """Trains a policy by soft actor-critic, networks of 128x128, as train_ppo does. Few steps, but slow ones.

        lockstep.train_sac("Pendulum-v1", steps=10_000, seed=1)

    config: a SacConfig; None is tuned_sac_config(env_id, steps).
    """
    return _train("sac", env_id, steps, seed, config, threads, on_iteration, evaluation_episodes, options)


def _tuned(method, env_id, steps):
    return _CONFIGS[method](**_members(_entry(method, env_id).tuned(_steps(steps) if steps else 0)))


def _train(method, env_id, steps, seed, config, threads, on_iteration, evaluation_episodes, options):
    entry, kind = _entry(method, env_id), _CONFIGS[method]
    threads = checked_count("threads", threads, 0)
    evaluation_episodes = checked_count("evaluation_episodes", evaluation_episodes, 1)
    if evaluation_episodes > 2**32:
        raise ValueError(f"lockstep: evaluation_episodes is {evaluation_episodes}, above 2**32")
    if steps is not None:
        steps = _steps(steps)
    if config is None:
        config = _tuned(method, env_id, steps or 0)
    if not isinstance(config, kind):
        raise TypeError(f"lockstep: config is {config!r}, not a {kind.__name__}")
    changed = {name: value for name, value in {"steps": steps, "seed": seed}.items() if value is not None}
    config = dataclasses.replace(config, **changed)
    given, usual = check_options(entry.environment, options), options_of(entry.environment)
    for name in options:
        if name not in entry.options and given[name] != usual[name]:
            raise ValueError(f"lockstep: {name} is {options[name]!r}: the learners train with its default, {usual[name]!r}")
    try:
        learner = entry.make([(name, _value(config, member, value))
                              for (name, _), (member, value) in zip(entry.defaults, _members(entry.defaults).items())],
                             {name: given[name] for name in entry.options}, threads)
    except ValueError as error:
        raise ValueError(f"lockstep: train_{method}: {error}") from None

    rows = []
    while not learner.done():
        report = learner.iterate()
        for sentence in report.warnings:
            warnings.warn(sentence, stacklevel=3)  # of the call of train_ppo or train_sac
        rows.append(dict(report.columns))
        if on_iteration is not None and on_iteration(rows[-1]):
            break
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "policy")
        learner.save(path)
        policy = load_policy(path)
    return Training(policy, rows, learner.evaluate(evaluation_episodes, 0), kind(**_members(learner.config())), learner)


def _entry(method, env_id):
    return _LEARNERS[method, entry_of(env_id).id]


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
