# SPDX-License-Identifier: MIT
"""A trained policy, called from numpy: what a training of Lockstep saved, in C++ or here."""

import json
import math
import pathlib

import numpy as np

from lockstep.environments import NAMESPACE, entries, entry_of


def _gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))


_ACTIVATIONS = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0), "identity": lambda x: x,
                "elu": lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))), "silu": lambda x: x / (1 + np.exp(-x)),
                "gelu_tanh": _gelu_tanh}
# Whether the outputs are squashed. A squashed or bounded actor has further outputs behind those that are the action's mode.
_SQUASHES = {"lockstep.policy.1": False, "lockstep.clipped_policy.1": False, "lockstep.squashed_policy.1": True,
             "lockstep.deterministic_policy.1": True}
_NORM_PREFIX, _NORM_EPSILON = "layer_norm ", 1e-5


class Policy:
    """A policy's most probable actions, within the bounds of its environment.

        policy = lockstep.load_policy("half_cheetah.policy")
        actions = policy(observations)  # [n][observation_size] -> [n][action_size], or one of each

    `environment` is its environment's id. Observations are those of the environment's default options.
    """

    def __init__(self, environment, action_low, action_high, layers, activation, squashes, mean, scale):
        self.environment = environment
        self.observation_size = layers[0][0].shape[1]
        self._layers, self._activation, self._squashes = layers, activation, squashes
        self._mean, self._scale = mean, scale
        self._centre, self._reach = np.float32((action_high + action_low) / 2), np.float32((action_high - action_low) / 2)
        self.action_size = entry_of(environment).action_size

    def __call__(self, observations):
        """Raises TypeError for observations that are no real numbers, ValueError for another size than observation_size."""
        seen = np.asarray(observations)
        if seen.dtype.kind not in "fiu":
            raise TypeError(f"lockstep: observations are of dtype {seen.dtype}, not real numbers such as float32")
        if seen.ndim not in (1, 2) or seen.shape[-1] != self.observation_size:
            raise ValueError(f"lockstep: observations have the shape {seen.shape}; a policy for {self.environment} takes "
                             f"{self.observation_size} numbers, or rows of as many")
        x = np.clip((seen.astype(np.float32) - self._mean) * self._scale, -10, 10)
        for i, (weight, bias, norm) in enumerate(self._layers):
            x = x @ weight.T + bias
            if norm is not None:
                x = x - x.mean(-1, keepdims=True)
                x = x / np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(_NORM_EPSILON)) * norm[0] + norm[1]
            if i + 1 < len(self._layers):
                x = self._activation(x)
        x = x[..., : self.action_size]
        x = np.tanh(x) if self._squashes else np.clip(x, -1, 1)
        return (x * self._reach + self._centre).astype(np.float32)

    def __repr__(self):
        return f"Policy({self.environment!r}, {' -> '.join(str(w.shape[1]) for w, *_ in self._layers)} -> {self.action_size})"


def load_policy(path, environment=None):
    """The policy in a file. Raises ValueError, naming the file, if it is none, or one of another environment than asked for."""
    content = pathlib.Path(path).read_bytes()
    try:
        return _policy_from(*_safetensors(content), environment)
    except ValueError as error:
        raise ValueError(f"lockstep: {path}: {error}") from None


def _safetensors(content):
    """The tensors by name, and the texts beside them (github.com/huggingface/safetensors, README, "Format")."""
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
    data = content[8 + size :]
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


def _policy_from(tensors, metadata, wanted):
    named = metadata.get("environment")
    known = {entry.name: entry for entry in entries()}
    if named is None and wanted is None:
        raise ValueError("does not name its environment: say which")
    if named is not None and named not in known:
        raise ValueError(f"is a policy for the environment \"{named}\", which is not in this package")
    entry = entry_of(wanted) if wanted is not None else known[named]
    if named is not None and entry.name != named:
        raise ValueError(f"is a policy for {NAMESPACE}{known[named].id}, not for {NAMESPACE}{entry.id}")

    if metadata.get("format") not in _SQUASHES:
        raise ValueError(f"is not such a policy: its format is {metadata.get('format')!r}, not one of {', '.join(_SQUASHES)}")
    activation = metadata.get("activation", "")
    if activation.removeprefix(_NORM_PREFIX) not in _ACTIVATIONS:
        raise ValueError(f"has the activation {activation!r}, not one of {', '.join(_ACTIVATIONS)}")
    for name in tensors:
        if name.startswith(("actor.gru.", "actor.convolution.")):
            raise ValueError("is a recurrent or a convolutional policy, which only C++ runs")

    mean, scale = _vector(tensors, "observation.mean"), _vector(tensors, "observation.scale")
    used, layers = {"observation.mean", "observation.scale", "log_deviation"}, []
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
    squashes = _SQUASHES[metadata["format"]]
    outputs = {entry.action_size, 2 * entry.action_size} if squashes else {entry.action_size}
    if [weight.shape[1] for weight, _, _ in layers] != sizes[:-1] or scale.shape != mean.shape or sizes[-1] not in outputs:
        raise ValueError("is not such a policy: its tensors do not fit each other, or the environment's actions")
    return Policy(entry.id, entry.action_low, entry.action_high, layers, _ACTIVATIONS[activation.removeprefix(_NORM_PREFIX)],
                  squashes, mean, scale)
