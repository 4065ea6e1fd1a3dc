# SPDX-License-Identifier: MIT
"""A trained policy, called from numpy: what a training of Lockstep saved, in C++ or here."""

import contextlib
import errno
import json
import math
import os
import pathlib

import numpy as np

from lockstep._core import core
from lockstep.environments import NAMESPACE, entries, entry_of


def _gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


_ACTIVATIONS = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0), "identity": lambda x: x,
                "elu": lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))), "silu": lambda x: x / (1 + np.exp(-x)),
                "gelu_tanh": _gelu_tanh}
# How actions come from the actor's outputs: clipped or squashed, and where the logarithms of the deviations of drawn actions are:
# a tensor, further outputs, or nowhere.
_FORMATS = {"lockstep.policy.1": (False, "tensor"), "lockstep.clipped_policy.1": (False, None),
            "lockstep.squashed_policy.1": (True, "outputs"), "lockstep.deterministic_policy.1": (True, None)}
_LEAST_LOG_DEVIATION, _GREATEST_LOG_DEVIATION = -20, 2  # of further outputs
_NORM_PREFIX, _NORM_EPSILON = "layer_norm ", 1e-5


class Policy:
    """A policy's actions, within the bounds of its environment: the most probable ones, or drawn ones.

        policy = lockstep.load_policy("half_cheetah.policy")
        actions = policy(observations)  # [n][observation_size] -> [n][action_size], or one of each
        random = numpy.random.default_rng(7)
        actions = policy(observations, deterministic=False, seed=random)

    `environment` is its environment's id. Observations are those of the environment's default options.
    """

    def __init__(self, content, environment, layers, activation, squashes, mean, scale, log_deviation):
        entry = entry_of(environment)
        self.environment, self.action_size = environment, entry.action_size
        self.observation_size = layers[0][0].shape[1]
        self._content, self._layers, self._activation, self._squashes = content, layers, activation, squashes
        self._mean, self._scale, self._log_deviation = mean, scale, log_deviation
        self._low, self._high = entry.action_low, entry.action_high
        self._centre, self._reach = np.float32((self._high + self._low) / 2), np.float32((self._high - self._low) / 2)

    def __call__(self, observations, *, deterministic=True, seed=None):
        """The action for each observation.

        deterministic: False draws actions as a training does, for example to collect data. A policy of TD3 or ARS has one
            action for an observation, so both are the same.
        seed: of the drawn actions: a number, or a numpy.random.Generator, which goes on from call to call. The same number
            gives the same noise in every call; None is another noise each time.
        Raises TypeError for observations that are no real numbers, ValueError for another size than observation_size.
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

    def _outputs(self, observations):
        x = np.clip((observations - self._mean) * self._scale, -10, 10)
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
        _write(path, self._content)

    def export(self, path):
        """Replaces the file by the policy in the form that its suffix names, which runs without Lockstep.

        .onnx: a model with the input "observation" [batch][observation_size] and the output "action" [batch][action_size].
        .h: a header for C99 and C++11 without any library, with the function ENVIRONMENT_policy_act.
        .mjs or .js: a module of JavaScript with a class that has act(observation).
        The normaliser is in it, and actions are within the environment's bounds. Raises ValueError for another suffix, OSError
        if the file cannot be written.
        """
        suffix, known = pathlib.Path(path).suffix, core.export_suffixes()
        if suffix not in known:
            raise ValueError(f"lockstep: {path}: its suffix is {suffix!r}, not one of {', '.join(known)}")
        random = np.random.default_rng(1)
        away = random.uniform(-2, 2, (8, self.observation_size)).astype(np.float32)
        observations = self._mean + np.divide(away, self._scale, out=away.copy(), where=self._scale > 0)
        try:
            content = core.exported(suffix, self._content, self.action_size, self._low, self._high, observations.tolist(),
                                    self(observations).tolist())
        except RuntimeError as error:
            raise ValueError(f"lockstep: {path}: {error}") from None
        _write(path, content)

    def __repr__(self):
        return f"Policy({self.environment!r}, {' -> '.join(str(w.shape[1]) for w, *_ in self._layers)} -> {self.action_size})"


def _write(path, content):
    """Replaces the file, wholly or not at all."""
    path = pathlib.Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():  # a device, which root could replace
        raise OSError(errno.EINVAL, "lockstep: cannot be written: it is not a file", str(path))
    written = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        written.write_bytes(content)
        written.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            written.unlink()
        raise type(error)(error.errno, f"lockstep: cannot be written: {error.strerror}", str(path)) from None


def load_policy(path, environment=None):
    """The policy in a file that Policy.save or ls::save wrote.

    Raises ValueError, naming the file, if it is none, or one of another environment than asked for.
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
    return _policy_from(content, *_safetensors(content), environment)


def safetensors_header(content):
    """The texts of a file of safetensors, its tensors' (dtype, shape, (begin, end)) by name, and where its data begins."""
    if len(content) < 8 or (size := int.from_bytes(content[:8], "little")) > len(content) - 8:
        raise ValueError("is no file of safetensors, or was cut off")
    try:
        header = json.loads(content[8 : 8 + size])
        metadata = header.pop("__metadata__", {})
        places = {name: (place["dtype"], place["shape"], place["data_offsets"]) for name, place in header.items()}
        readable = all(isinstance(text, str) for text in metadata.values()) and all(
            _are_sizes(shape, len(content)) and _are_sizes(offsets, len(content)) and len(offsets) == 2
            for _, shape, offsets in places.values())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        readable = False
    if not readable:
        raise ValueError("is no file of safetensors: its header cannot be read")
    return metadata, places, 8 + size


def _safetensors(content):
    """The tensors by name, and the texts beside them (github.com/huggingface/safetensors, README, "Format")."""
    metadata, places, data_begin = safetensors_header(content)
    data = content[data_begin:]
    tensors = {}
    for name, (dtype, shape, (begin, end)) in places.items():
        if dtype != "F32" or end - begin != 4 * math.prod(shape) or not 0 <= begin <= end <= len(data):
            raise ValueError(f"tensor \"{name}\" is not of 32-bit floats, or was cut off")
        tensors[name] = np.frombuffer(data[begin:end], "<f4").reshape(shape)
        if not np.isfinite(tensors[name]).all():
            raise ValueError(f"tensor \"{name}\" has a NaN or an infinity")
    return tensors, metadata


def _are_sizes(values, most):
    return isinstance(values, list) and all(type(value) is int and 0 <= value <= most for value in values)


def _vector(tensors, name, size=None):
    vector = tensors.get(name)
    if vector is None:
        raise ValueError(f"is not such a policy: tensor \"{name}\" is missing")
    if vector.ndim != 1 or size not in (None, vector.size):
        raise ValueError(f"tensor \"{name}\" has the shape {vector.shape}{'' if size is None else f', not ({size},)'}")
    return vector


def _policy_from(content, tensors, metadata, wanted):
    named = metadata.get("environment")
    known = {entry.name: entry for entry in entries()}
    if named is None and wanted is None:
        raise ValueError("does not name its environment: say which")
    if named is not None and named not in known:
        raise ValueError(f"is a policy for the environment \"{named}\", which is not in this package")
    entry = entry_of(wanted) if wanted is not None else known[named]
    if named is not None and entry.name != named:
        raise ValueError(f"is a policy for {NAMESPACE}{known[named].id}, not for {NAMESPACE}{entry.id}")

    if metadata.get("format") not in _FORMATS:
        raise ValueError(f"is not such a policy: its format is {metadata.get('format')!r}, not one of {', '.join(_FORMATS)}")
    activation = metadata.get("activation", "")
    if activation.removeprefix(_NORM_PREFIX) not in _ACTIVATIONS:
        raise ValueError(f"has the activation {activation!r}, not one of {', '.join(_ACTIVATIONS)}")
    for name in tensors:
        if name.startswith(("actor.gru.", "actor.convolution.")):
            raise ValueError("is a recurrent or a convolutional policy, which only C++ runs")

    mean, scale = _vector(tensors, "observation.mean"), _vector(tensors, "observation.scale")
    squashes, deviations = _FORMATS[metadata["format"]]
    log_deviation = _vector(tensors, "log_deviation") if deviations == "tensor" else None
    used, layers = {"observation.mean", "observation.scale"} | ({"log_deviation"} if deviations == "tensor" else set()), []
    while (name := f"actor.{len(layers)}") + ".weight" in tensors:
        weight = tensors[name + ".weight"]
        if weight.ndim != 2:
            raise ValueError(f"tensor \"{name}.weight\" has the shape {weight.shape}, not two dimensions")
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

    sizes = [mean.size] + [len(weight) for weight, _, _ in layers]
    outputs = entry.action_size * (2 if deviations == "outputs" else 1)
    fits = [weight.shape[1] for weight, _, _ in layers] == sizes[:-1] and scale.shape == mean.shape and sizes[-1] == outputs
    if not fits or (log_deviation is not None and log_deviation.size != entry.action_size):
        raise ValueError("is not such a policy: its tensors do not fit each other, or the environment's actions")
    return Policy(content, entry.id, layers, _ACTIVATIONS[activation.removeprefix(_NORM_PREFIX)], squashes, mean, scale,
                  log_deviation)
