# SPDX-License-Identifier: MIT
"""The learners of the C++ library, in the environments of this package."""

import dataclasses
import numbers
import tempfile

from lockstep._core import core
from lockstep.environments import check_options, entry_of
from lockstep.policy import load_policy

_LEARNERS = {(entry.method, entry.environment): entry for entry in core.learner_entries()}


def _config_class(name, method, doc):
    """A dataclass of the C++ configuration's members, with its defaults."""
    defaults = dict(next(entry.defaults for (of, _), entry in _LEARNERS.items() if of == method))
    made = dataclasses.make_dataclass(
        name, [(member, type(value), dataclasses.field(default=value)) for member, value in defaults.items()], kw_only=True)
    made.__doc__, made.__module__ = doc, __name__
    return made


PpoConfig = _config_class("PpoConfig", "ppo", """What may be set of proximal policy optimisation (include/lockstep/rl/ppo_config.hpp).

    environments, horizon and minibatch follow from each other and from `steps` where they are 0.""")


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
    """The configuration that was searched for in this environment, for so many steps (0: for those of the search)."""
    return PpoConfig(**dict(_entry("ppo", env_id).tuned(_steps(steps) if steps else 0)))


def train_ppo(env_id, steps=None, *, seed=None, config=None, threads=0, on_iteration=None, evaluation_episodes=64, **options):
    """Trains a policy by proximal policy optimisation, on all cores, and returns a Training.

        training = lockstep.train_ppo("HalfCheetah-v5", steps=1_000_000, seed=1)
        training.evaluation["mean_return"]

    config: a PpoConfig; None is the one that was searched for, tuned_ppo_config(env_id, steps). steps and seed, where given, replace
        its own.
    on_iteration: is called with the metrics of each iteration, a dict; the training ends early if it returns True.
    options: of the environment, those that change neither its observation nor frame_skip and main_body.
    The same seed gives the same policy, whatever the threads and the processor.
    """
    entry = _entry("ppo", env_id)
    if config is None:
        config = tuned_ppo_config(env_id, steps or 0)
    if not isinstance(config, PpoConfig):
        raise TypeError(f"lockstep: config is {config!r}, not a PpoConfig")
    if steps is not None:
        config = dataclasses.replace(config, steps=_steps(steps))
    if seed is not None:
        config = dataclasses.replace(config, seed=seed)
    given = check_options(entry.environment, options)
    for name, value in given.items():
        if name not in entry.options and name in options and value != check_options(entry.environment, {})[name]:
            raise ValueError(f"lockstep: {name} is {value!r}: the learners train with its default")
    try:
        learner = entry.make([(name, _value(config, name, value)) for name, value in entry.defaults],
                             {name: value for name, value in given.items() if name in entry.options}, threads)
    except ValueError as error:
        raise ValueError(f"lockstep: train_ppo: {error}") from None

    rows = []
    while not learner.done():
        rows.append(dict(learner.iterate()))
        if on_iteration is not None and on_iteration(rows[-1]):
            break
    with tempfile.NamedTemporaryFile(suffix=".policy") as file:
        learner.save(file.name)
        policy = load_policy(file.name)
    return Training(policy, rows, learner.evaluate(evaluation_episodes, 0), PpoConfig(**dict(learner.config())), learner)


def _entry(method, env_id):
    return _LEARNERS[method, entry_of(env_id).id]


def _steps(steps):
    if isinstance(steps, bool) or not isinstance(steps, numbers.Integral) or steps < 1:
        raise ValueError(f"lockstep: steps is {steps!r}, not a whole number above 0")
    return int(steps)


def _value(config, name, default):
    value = getattr(config, name)
    if isinstance(default, bool) != isinstance(value, bool):
        raise TypeError(f"lockstep: {type(config).__name__}.{name} is {value!r}, not {'True or False' if default in (True, False) else 'a number'}")
    if isinstance(default, int) and not isinstance(default, bool):
        if not isinstance(value, numbers.Integral) or not 0 <= value < 2**64:
            raise ValueError(f"lockstep: {type(config).__name__}.{name} is {value!r}, not a whole number from 0")
        return int(value)
    if not isinstance(value, numbers.Real):
        raise TypeError(f"lockstep: {type(config).__name__}.{name} is {value!r}, not a number")
    return value if isinstance(default, bool) else float(value)
