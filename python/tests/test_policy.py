# SPDX-License-Identifier: MIT
"""Policies of every activation, beside the same layers in PyTorch."""

import json

import numpy as np
import pytest

import lockstep


def write_policy(path, tensors, **metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, values in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [len(data), len(data) + values.nbytes]}
        data += values.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def random_tensors(sizes, normalizes):
    random = np.random.default_rng(1)
    tensors = {"observation.mean": random.normal(size=sizes[0]), "observation.scale": random.uniform(0.5, 2, sizes[0]),
               "log_deviation": np.zeros(sizes[-1])}
    for i, (inputs, outputs) in enumerate(zip(sizes, sizes[1:])):
        tensors |= {f"actor.{i}.weight": random.normal(size=(outputs, inputs)) / np.sqrt(inputs),
                    f"actor.{i}.bias": random.normal(size=outputs)}
        if normalizes and i + 2 < len(sizes):
            tensors |= {f"actor.{i}.norm.weight": random.uniform(0.5, 2, outputs),
                        f"actor.{i}.norm.bias": random.normal(size=outputs)}
    return {name: values.astype(np.float32) for name, values in tensors.items()}


@pytest.mark.parametrize("normalizes", [False, True])
@pytest.mark.parametrize("activation", ["tanh", "relu", "elu", "silu", "gelu_tanh", "identity"])
def test_layers_are_those_of_pytorch(tmp_path, activation, normalizes):
    torch = pytest.importorskip("torch")
    sizes = [11, 32, 24, 3]
    tensors = random_tensors(sizes, normalizes)
    write_policy(tmp_path / "it.policy", tensors, environment="basic_hopper", format="lockstep.policy.1",
                 activation="layer_norm " * normalizes + activation)
    policy = lockstep.load_policy(tmp_path / "it.policy")
    assert policy.environment == "Hopper-v5"

    functions = {"gelu_tanh": lambda x: torch.nn.functional.gelu(x, approximate="tanh"), "identity": lambda x: x}
    function = functions.get(activation, getattr(torch.nn.functional, activation, None))
    at = {name: torch.from_numpy(values) for name, values in tensors.items()}
    observations = np.random.default_rng(2).normal(size=(50, 11)).astype(np.float32) * 3
    x = ((torch.from_numpy(observations) - at["observation.mean"]) * at["observation.scale"]).clip(-10, 10)
    for i in range(3):
        x = torch.nn.functional.linear(x, at[f"actor.{i}.weight"], at[f"actor.{i}.bias"])
        if i < 2:
            if normalizes:
                gains, shifts = at[f"actor.{i}.norm.weight"], at[f"actor.{i}.norm.bias"]
                x = torch.nn.functional.layer_norm(x, x.shape[-1:], gains, shifts, eps=1e-5)
            x = function(x)
    np.testing.assert_allclose(policy(observations), x.clip(-1, 1).numpy(), rtol=1e-4, atol=1e-5)


def test_what_numpy_does_not_run_is_refused(tmp_path):
    tensors = random_tensors([11, 8, 3], False) | {"actor.gru.input.weight": np.zeros((3, 3), np.float32)}
    write_policy(tmp_path / "it.policy", tensors, environment="basic_hopper", format="lockstep.policy.1", activation="tanh")
    with pytest.raises(ValueError, match="is a recurrent or a convolutional policy, which only C\\+\\+ runs"):
        lockstep.load_policy(tmp_path / "it.policy")


def test_an_older_file_names_no_environment(tmp_path):
    write_policy(tmp_path / "it.policy", random_tensors([11, 8, 3], False), format="lockstep.policy.1", activation="tanh")
    with pytest.raises(ValueError, match="does not name its environment: say which"):
        lockstep.load_policy(tmp_path / "it.policy")
    assert lockstep.load_policy(tmp_path / "it.policy", "Hopper-v5").environment == "Hopper-v5"
    with pytest.raises(ValueError, match="its tensors do not fit each other, or the environment's actions"):
        lockstep.load_policy(tmp_path / "it.policy", "Ant-v5")
