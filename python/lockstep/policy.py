# SPDX-License-Identifier: MIT
"""A trained policy, called from numpy: what a training of Lockstep saved, in C++ or here."""

import copy
import dataclasses
import math
import pathlib

import numpy as np

from lockstep._core import core
from lockstep.environments import NAMESPACE, entries, entry_of
from lockstep.files import replace_file
from lockstep.safetensors import tensors_of


def _gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


_ACTIVATIONS = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0), "identity": lambda x: x,
                "elu": lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))), "silu": lambda x: x / (1 + np.exp(-x)),
                "gelu_tanh": _gelu_tanh}
# How actions come from the actor's outputs: clipped or squashed, and where the logarithms of the deviations of drawn actions are:
# a tensor, further outputs, or nowhere. Of discrete actions each output is the logit of one.
_DISCRETE = "lockstep.categorical_policy.1"
_FORMATS = {"lockstep.policy.1": (False, "tensor"), "lockstep.clipped_policy.1": (False, None),
            "lockstep.squashed_policy.1": (True, "outputs"), "lockstep.deterministic_policy.1": (True, None),
            _DISCRETE: (False, None)}
_LEAST_LOG_DEVIATION, _GREATEST_LOG_DEVIATION = -20, 2  # of further outputs
_NORM_PREFIX, _NORM_EPSILON = "layer_norm ", 1e-5
_GRU = [f"actor.gru.{part}" for part in ("input.weight", "input.bias", "memory.weight", "memory.bias")]


@dataclasses.dataclass(frozen=True)
class _Actions:
    """Of an environment: its id, and of its actions the number of components and their bounds, and of how many one is chosen.

    `count` is 0 for actions that are real numbers. Where it is not, an action is an index, and `size` is 1.
    """

    environment: str
    size: int
    low: float
    high: float
    count: int


class Policy:
    """A policy's actions, within the bounds of its environment: the most probable ones, or drawn ones.

        policy = lockstep.load_policy("half_cheetah.policy")
        actions = policy(observations)  # [n][observation_size] -> [n][action_size], or one of each
        random = numpy.random.default_rng(7)
        actions = policy(observations, deterministic=False, seed=random)

    `environment` is its environment's id. Observations are those of the environment's default options. For an environment of
    your own in C++ it is the name of its type.

    A recurrent policy remembers the observations of an episode: call it once for each step, and reset() between episodes. Rows of
    a batch are episodes of their own. `memory_size` is the number of its units, 0 for other policies, which remember nothing.

    `action_count` is the number of discrete actions, 0 where actions are real numbers. A discrete action is its index, of int64:
    [n][observation_size] -> [n].
    """

    def __init__(self, content, actions, gru, layers, activation, squashes, mean, scale, log_deviation):
        self.environment, self.action_size, self.action_count = actions.environment, actions.size, actions.count
        self.observation_size, self.memory_size = mean.size, gru[2].shape[1] if gru else 0
        self._gru, self._memory = gru, None  # of the shape of the observations, or None: zeros
        self._content, self._layers, self._activation, self._squashes = content, layers, activation, squashes
        self._mean, self._scale, self._log_deviation = mean, scale, log_deviation
        self._low, self._high = actions.low, actions.high
        self._centre, self._reach = np.float32((self._high + self._low) / 2), np.float32((self._high - self._low) / 2)

    def __call__(self, observations, *, deterministic=True, seed=None):
        """The action for each observation.

        deterministic: False draws actions as a training does, for example to collect data. A policy of TD3, or of
            ARS for actions that are real numbers, has one action for an observation, so both are the same. ARS trains with
            the most probable of discrete actions, and False draws others too.
        seed: of the drawn actions: a number, or a numpy.random.Generator, which goes on from call to call. The same number
            gives the same noise in every call; None is another noise each time.
        Raises TypeError for observations that are no real numbers, ValueError for another size than observation_size, or for
        another number of rows than a recurrent policy remembers.
        """
        seen = np.asarray(observations)
        if seen.dtype.kind not in "fiu":
            raise TypeError(f"lockstep: observations are of dtype {seen.dtype}, not real numbers such as float32")
        if seen.ndim not in (1, 2) or seen.shape[-1] != self.observation_size:
            raise ValueError(f"lockstep: observations have the shape {seen.shape}; a policy for {self.environment} takes "
                             f"{self.observation_size} numbers, or rows of as many")
        if deterministic and seed is not None:
            raise ValueError("lockstep: a seed is for drawn actions: deterministic=False")
        outputs = self._outputs(seen.astype(np.float32))
        if self.action_count > 0:
            if not deterministic:  # the largest sum of a logit and noise of Gumbel is drawn with the probability of its logit
                outputs = outputs + np.random.default_rng(seed).gumbel(size=outputs.shape)
            return outputs.argmax(-1)
        x = outputs[..., : self.action_size]
        if not deterministic:
            random = np.random.default_rng(seed)
            log_deviation = self._log_deviation
            if outputs.shape[-1] > self.action_size:
                log_deviation = np.clip(outputs[..., self.action_size :], _LEAST_LOG_DEVIATION, _GREATEST_LOG_DEVIATION)
            if log_deviation is not None:
                x = x + np.exp(log_deviation) * random.standard_normal(x.shape, np.float32)
        x = np.tanh(x) if self._squashes else np.clip(x, -1, 1)
        return (x * self._reach + self._centre).astype(np.float32)

    def reset(self, ended=None):
        """Forgets the episodes that ended: all, or those rows whose flag is true. Only a recurrent policy has a memory.

        Raises ValueError for flags that are no bool, or another number of them than rows are remembered.
        While nothing is remembered, the flags are not looked at.
        """
        if self._memory is None or ended is None:
            self._memory = None
            return
        flags = np.asarray(ended)
        if flags.dtype != bool or flags.shape != self._memory.shape[:-1]:
            raise ValueError(f"lockstep: flags are of dtype {flags.dtype} and shape {flags.shape}, not of bool and shape "
                             f"{self._memory.shape[:-1]} as the observations")
        self._memory = np.where(flags[..., None], np.float32(0), self._memory)

    def _remember(self, x):
        """The memory with these normalised observations, by gated recurrent units (include/lockstep/nn/recurrent_mlp.hpp)."""
        before = self._memory if self._memory is not None else np.zeros((*x.shape[:-1], self.memory_size), np.float32)
        if before.shape[:-1] != x.shape[:-1]:
            raise ValueError(f"lockstep: observations have the shape {x.shape}, but those before had "
                             f"{(*before.shape[:-1], x.shape[-1])}: reset() begins anew")
        input_weight, input_bias, memory_weight, memory_bias = self._gru
        by_input, recalled = x @ input_weight.T + input_bias, before @ memory_weight.T + memory_bias
        gates = 2 * self.memory_size  # reset, then update
        gate = 0.5 + 0.5 * np.tanh(0.5 * (by_input + recalled)[..., :gates])  # the sigmoid
        reset, update = gate[..., : self.memory_size], gate[..., self.memory_size :]
        candidate = np.tanh(by_input[..., gates:] + reset * recalled[..., gates:])
        self._memory = candidate + update * (before - candidate)
        return self._memory

    def _outputs(self, observations):
        x = np.clip((observations - self._mean) * self._scale, -10, 10)
        if self._gru is not None:
            x = self._remember(x)
        for i, (weight, bias, norm) in enumerate(self._layers):
            x = x @ weight.T + bias
            if norm is not None:
                x = x - x.mean(-1, keepdims=True)
                x = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(_NORM_EPSILON)) * norm[0] + norm[1]
            if i + 1 < len(self._layers):
                x = self._activation(x)
        return x

    def save(self, path):
        """Replaces the file by the policy, wholly or not at all, for lockstep.load_policy and for ls::load.

        Raises ValueError for a suffix that export() writes, OSError if the file cannot be written.
        """
        if (suffix := pathlib.Path(path).suffix) in core.export_suffixes():
            raise ValueError(f"lockstep: {path}: save() writes what load_policy() reads; export() writes {suffix}")
        replace_file(path, self._content)

    def export(self, path):
        """Replaces the file by the policy in the form that its suffix names, which runs without Lockstep.

        .onnx: a model with the input "observation" [batch][observation_size] and the output "action" [batch][action_size], of
            floats, also of discrete actions.
        .h: a header for C99 and C++11 without any library, with the function ENVIRONMENT_policy_act.
        .mjs or .js: a module of JavaScript with a class that has act(observation).
        The normaliser is in it, and actions are within the environment's bounds. The memory of a recurrent policy is an input
        and an output, too. Raises ValueError for another suffix, OSError if the file cannot be written.
        """
        suffix, known = pathlib.Path(path).suffix, core.export_suffixes()
        if suffix not in known:
            raise ValueError(f"lockstep: {path}: its suffix is {suffix!r}, not one of {', '.join(known)}")
        random = np.random.default_rng(1)
        away = random.uniform(-2, 2, (8, self.observation_size)).astype(np.float32)
        observations = self._mean + np.divide(away, self._scale, out=away.copy(), where=self._scale > 0)
        tried = copy.copy(self)
        tried.reset()
        actions = [np.atleast_1d(tried(each)).tolist() for each in observations]  # steps of one episode
        try:
            content = core.exported(suffix, self._content, self.action_size, self._low, self._high, observations.tolist(),
                                    actions)
        except RuntimeError as error:
            raise ValueError(f"lockstep: {path}: {error}") from None
        replace_file(path, content)

    def __repr__(self):
        sizes = [self.observation_size] * (self.memory_size > 0) + [weight.shape[1] for weight, *_ in self._layers]
        return (f"Policy({self.environment!r}, {' -> '.join(str(size) for size in sizes)} -> "
                f"{self.action_count or self.action_size})")


def load_policy(path, environment=None):
    """The policy in a file that Policy.save or ls::save wrote.

    Raises ValueError, naming the file, if it is none, if it has changed since it was saved, or if it is one of another environment
    than asked for.
    """
    content = pathlib.Path(path).read_bytes()
    if (suffix := pathlib.Path(path).suffix) in core.export_suffixes():
        raise ValueError(f"lockstep: {path}: {suffix} is what export() writes; load_policy() reads what save() writes")
    try:
        return policy_from_bytes(content, environment)
    except ValueError as error:
        raise ValueError(f"lockstep: {path}: {error}") from None


def policy_from_bytes(content, environment=None):
    """The policy whose file has these bytes."""
    return _policy_from(content, *tensors_of(content), environment)


def _vector(tensors, name, size=None):
    vector = tensors.get(name)
    if vector is None:
        raise ValueError(f"is not such a policy: tensor \"{name}\" is missing")
    if vector.ndim != 1 or size not in (None, vector.size):
        raise ValueError(f"tensor \"{name}\" has the shape {vector.shape}{'' if size is None else f', not ({size},)'}")
    return vector


def _matrix(tensors, name):
    if (matrix := tensors[name]).ndim != 2:
        raise ValueError(f"tensor \"{name}\" has the shape {matrix.shape}, not two dimensions")
    return matrix


def _gru_from(tensors, inputs):
    """The weights and biases of gated recurrent units, whose rows are reset, update, candidate; None where there are none."""
    if not any(name.startswith("actor.gru.") for name in tensors):
        return None
    for name in _GRU:
        if name not in tensors:
            raise ValueError(f"is not such a policy: tensor \"{name}\" is missing")
    units = _matrix(tensors, _GRU[2]).shape[1]
    for name, shape in zip(_GRU, [(3 * units, inputs), (3 * units,), (3 * units, units), (3 * units,)]):
        if tensors[name].shape != shape:
            raise ValueError(f"tensor \"{name}\" has the shape {tensors[name].shape}, not {shape}")
    return [tensors[name] for name in _GRU]


def _entry_from(named, wanted):
    """The entry of the environment that a file names and that is asked for, each None or a name; None for one of the user's."""
    if named is None and wanted is None:
        raise ValueError("does not name its environment: say which")
    known = {entry.name: entry for entry in entries()}
    if named is not None and named not in known:
        if wanted not in (None, named):
            raise ValueError(f"is a policy for the environment \"{named}\", not for {NAMESPACE}{entry_of(wanted).id}")
        return None
    entry = entry_of(wanted) if wanted is not None else known[named]
    if named is not None and entry.name != named:
        raise ValueError(f"is a policy for {NAMESPACE}{known[named].id}, not for {NAMESPACE}{entry.id}")
    return entry


def _bounds_from(metadata):
    """The least and the greatest of each component of an action; None in a file of an older version."""
    texts = [metadata.get(name) for name in ("action_low", "action_high")]
    if texts == [None, None]:
        return None
    try:
        low, high = [float(text) for text in texts]
        good = math.isfinite(low) and math.isfinite(high) and low < high
    except (TypeError, ValueError):
        good = False
    if not good:
        raise ValueError(f"has the bounds of actions {texts[0]!r} and {texts[1]!r}, not two numbers in order")
    return low, high


def _policy_from(content, tensors, metadata, wanted):
    if any(name.startswith("actor.convolution.") for name in tensors):
        raise ValueError("is a convolutional policy, which only C++ runs")
    entry, bounds = _entry_from(metadata.get("environment"), wanted), _bounds_from(metadata)
    if metadata.get("format") not in _FORMATS:
        raise ValueError(f"is not such a policy: its format is {metadata.get('format')!r}, not one of {', '.join(_FORMATS)}")
    activation = metadata.get("activation", "")
    if activation.removeprefix(_NORM_PREFIX) not in _ACTIVATIONS:
        raise ValueError(f"has the activation {activation!r}, not one of {', '.join(_ACTIVATIONS)}")

    mean, scale = _vector(tensors, "observation.mean"), _vector(tensors, "observation.scale")
    squashes, deviations = _FORMATS[metadata["format"]]
    log_deviation = _vector(tensors, "log_deviation") if deviations == "tensor" else None
    gru = _gru_from(tensors, mean.size)
    used, layers = {"observation.mean", "observation.scale"} | ({"log_deviation"} if deviations == "tensor" else set()), []
    used |= set(_GRU if gru else ())
    while (name := f"actor.{len(layers)}") + ".weight" in tensors:
        weight = _matrix(tensors, name + ".weight")
        norm = None
        if activation.startswith(_NORM_PREFIX) and f"actor.{len(layers) + 1}.weight" in tensors:
            norm = [_vector(tensors, f"{name}.norm.{part}", len(weight)) for part in ("weight", "bias")]
            used |= {f"{name}.norm.weight", f"{name}.norm.bias"}
        layers.append((weight, _vector(tensors, name + ".bias", len(weight)), norm))
        used |= {name + ".weight", name + ".bias"}
    if strange := sorted(set(tensors) - used):
        raise ValueError(f"is not such a policy: tensor \"{strange[0]}\" has no place in it")
    if not layers:
        raise ValueError("is not such a policy: it has no layers")

    sizes = [gru[2].shape[1] if gru else mean.size] + [len(weight) for weight, _, _ in layers]
    count = sizes[-1] if metadata["format"] == _DISCRETE else 0
    for_each_action = 2 if deviations == "outputs" else 1
    size = 1 if count else sizes[-1] // for_each_action
    fits = ([weight.shape[1] for weight, _, _ in layers] == sizes[:-1] and scale.shape == mean.shape and
            sizes[-1] == (count or size * for_each_action) and
            (entry is None or (size, count) == (entry.action_size, entry.action_count)))
    if not fits or (log_deviation is not None and log_deviation.size != size):
        raise ValueError("is not such a policy: its tensors do not fit each other, or the environment's actions")
    if entry is None and bounds is None:
        raise ValueError(f"is a policy for the environment \"{metadata['environment']}\", which is not in this package, and does "
                         "not say the bounds of its actions: load it in C++ and save it again")
    actions = _Actions(metadata["environment"] if entry is None else entry.id, size,
                       *(bounds or (entry.action_low, entry.action_high)), count)
    return Policy(content, actions, gru, layers, _ACTIVATIONS[activation.removeprefix(_NORM_PREFIX)], squashes, mean, scale,
                  log_deviation)
