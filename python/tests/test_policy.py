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


def recurrent_tensors(sizes, units):
    """Gated recurrent units before a perceptron of these sizes."""
    random = np.random.default_rng(3)
    tensors = random_tensors([units, *sizes[1:]], False)
    shapes = {"input.weight": (3 * units, sizes[0]), "input.bias": (3 * units,),
              "memory.weight": (3 * units, units), "memory.bias": (3 * units,)}
    tensors |= {f"actor.gru.{part}": random.normal(size=shape).astype(np.float32) for part, shape in shapes.items()}
    return tensors | {"observation.mean": np.full(sizes[0], 0.5, np.float32), "observation.scale": np.ones(sizes[0], np.float32)}


def recurrent_policy(folder):
    write_policy(folder / "it.policy", recurrent_tensors([11, 24, 3], 6), environment="basic_hopper", format="lockstep.policy.1",
                 activation="tanh")
    return lockstep.load_policy(folder / "it.policy")


def discrete_policy(folder):
    tensors = random_tensors([6, 24, 3], False)
    del tensors["log_deviation"]
    write_policy(folder / "it.policy", tensors, environment="basic_acrobot", format="lockstep.categorical_policy.1",
                 activation="tanh")
    return lockstep.load_policy(folder / "it.policy")


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


def test_gated_recurrent_units_are_those_of_pytorch(tmp_path):
    torch = pytest.importorskip("torch")
    policy = recurrent_policy(tmp_path)
    assert policy.memory_size == 6 and repr(policy) == "Policy('Hopper-v5', 11 -> 6 -> 24 -> 3)"
    at = {name: torch.from_numpy(values) for name, values in recurrent_tensors([11, 24, 3], 6).items()}
    gru = torch.nn.GRU(11, 6)
    with torch.no_grad():
        for theirs, ours in {"ih": "input", "hh": "memory"}.items():
            getattr(gru, f"weight_{theirs}_l0").copy_(at[f"actor.gru.{ours}.weight"])
            getattr(gru, f"bias_{theirs}_l0").copy_(at[f"actor.gru.{ours}.bias"])
        episodes = np.random.default_rng(2).normal(size=(20, 5, 11)).astype(np.float32) * 3  # [steps][episodes][numbers]
        x, _ = gru((torch.from_numpy(episodes) - at["observation.mean"]).clip(-10, 10))
        x = torch.tanh(torch.nn.functional.linear(x, at["actor.0.weight"], at["actor.0.bias"]))
        x = torch.nn.functional.linear(x, at["actor.1.weight"], at["actor.1.bias"])
    actions = np.stack([policy(step) for step in episodes])
    np.testing.assert_allclose(actions, x.clip(-1, 1).numpy(), rtol=1e-4, atol=1e-5)


def test_a_recurrent_policy_remembers_its_episodes_until_they_end(tmp_path):
    policy = recurrent_policy(tmp_path)
    first, second = np.random.default_rng(2).normal(size=(2, 4, 11)).astype(np.float32)
    begun = policy(first)
    went_on = policy(second)
    policy.reset()
    fresh = policy(second)
    assert (np.abs(went_on - fresh).max(axis=1) > 1e-3).all()
    policy.reset()
    assert (policy(first) == begun).all()
    ended = np.array([True, False, False, True])
    policy.reset(ended)
    np.testing.assert_array_equal(policy(second), np.where(ended[:, None], fresh, went_on))

    policy.reset()
    np.testing.assert_allclose([policy(observation) for observation in (first[0], second[0])], [begun[0], went_on[0]], atol=1e-6)
    drawn = policy(first[0], deterministic=False, seed=1)
    assert drawn.shape == (3,)
    with pytest.raises(ValueError, match=r"the shape \(4, 11\), but those before had \(11,\): reset\(\) begins anew"):
        policy(first)
    policy.reset()
    policy(first)
    for flags in ([True, False], [0, 0, 0, 1], True):
        with pytest.raises(ValueError, match=r"lockstep: flags are of .*, not of bool and shape \(4,\) as the observations"):
            policy.reset(flags)


@pytest.mark.parametrize("name, shape, message", [
    ("actor.convolution.0.weight", (4, 1, 3, 3), "is a convolutional policy, which only C\\+\\+ runs"),
    ("actor.gru.memory.bias", None, "tensor \"actor.gru.memory.bias\" is missing"),
    ("actor.gru.memory.weight", (18,), "tensor \"actor.gru.memory.weight\" has the shape \\(18,\\), not two dimensions"),
    ("actor.gru.input.weight", (18, 10), "tensor \"actor.gru.input.weight\" has the shape \\(18, 10\\), not \\(18, 11\\)"),
    ("actor.gru.more", (3,), "tensor \"actor.gru.more\" has no place in it"),
    ("actor.0.weight", (24, 11), "its tensors do not fit each other")])
def test_what_numpy_does_not_run_is_refused(name, shape, message, tmp_path):
    tensors = recurrent_tensors([11, 24, 3], 6)
    if shape is None:
        del tensors[name]
    else:
        tensors[name] = np.zeros(shape, np.float32)
    write_policy(tmp_path / "it.policy", tensors, environment="basic_hopper", format="lockstep.policy.1", activation="tanh")
    with pytest.raises(ValueError, match=f"lockstep: .*it.policy: .*{message}"):
        lockstep.load_policy(tmp_path / "it.policy")


@pytest.mark.parametrize("format, outputs", [("lockstep.policy.1", 3), ("lockstep.squashed_policy.1", 6),
                                             ("lockstep.deterministic_policy.1", 3)])
def test_a_policy_of_an_environment_of_ones_own_acts_within_its_bounds(tmp_path, format, outputs):
    tensors = random_tensors([5, 8, outputs], False)
    tensors["actor.1.weight"] *= 20  # some actions are at the bounds
    if format != "lockstep.policy.1":
        del tensors["log_deviation"]
    write_policy(tmp_path / "it.policy", tensors, environment="parking", format=format, activation="tanh", action_low="-0.5",
                 action_high="3")
    policy = lockstep.load_policy(tmp_path / "it.policy")
    assert (policy.environment, policy.observation_size, policy.action_size) == ("parking", 5, 3)
    assert lockstep.load_policy(tmp_path / "it.policy", "parking").environment == "parking"
    actions = policy(np.random.default_rng(2).normal(size=(200, 5)).astype(np.float32) * 3)
    assert actions.shape == (200, 3)
    np.testing.assert_allclose([actions.min(), actions.max()], [-0.5, 3], atol=0.01)
    policy.export(tmp_path / "it.h")
    assert "parking_policy_act" in (tmp_path / "it.h").read_text()
    with pytest.raises(ValueError, match="is a policy for the environment \"parking\", not for lockstep/Hopper-v5"):
        lockstep.load_policy(tmp_path / "it.policy", "Hopper-v5")


def test_a_policy_of_an_environment_of_ones_own_chooses_discrete_actions(tmp_path):
    tensors = random_tensors([5, 8, 4], False)
    del tensors["log_deviation"]
    texts = {"format": "lockstep.categorical_policy.1", "activation": "tanh", "action_low": "0", "action_high": "3"}
    write_policy(tmp_path / "it.policy", tensors, environment="maze", **texts)
    policy = lockstep.load_policy(tmp_path / "it.policy")
    assert (policy.environment, policy.action_size, policy.action_count) == ("maze", 1, 4)
    actions = policy(np.random.default_rng(2).normal(size=(200, 5)).astype(np.float32) * 3)
    assert actions.shape == (200,) and set(actions) == {0, 1, 2, 3}
    policy.export(tmp_path / "it.h")
    assert "maze_policy_act" in (tmp_path / "it.h").read_text()
    for environment in ("basic_hopper", "cartpole"):  # of real numbers, and of two actions
        write_policy(tmp_path / "it.policy", tensors, environment=environment, **texts)
        with pytest.raises(ValueError, match="its tensors do not fit each other, or the environment's actions"):
            lockstep.load_policy(tmp_path / "it.policy")


def test_discrete_actions_are_drawn_by_their_probabilities(tmp_path):
    policy = discrete_policy(tmp_path)
    for seen in np.random.default_rng(2).normal(size=(3, 6)).astype(np.float32):
        logits = policy._outputs(seen)
        many = np.broadcast_to(seen, (40_000, 6))
        drawn = policy(many, deterministic=False, seed=1)
        shares = np.bincount(drawn, minlength=3) / len(drawn)
        np.testing.assert_allclose(shares, np.exp(logits) / np.exp(logits).sum(), atol=0.01)
        assert drawn.dtype == np.int64 and (policy(many) == logits.argmax()).all()
        np.testing.assert_array_equal(policy(many, deterministic=False, seed=1), drawn)
        assert (policy(many, deterministic=False, seed=2) != drawn).any()
        assert policy(seen, deterministic=False, seed=3) in (0, 1, 2)


def test_the_bounds_are_those_of_the_file(tmp_path):
    """An environment of one's own may have the name of one of this package."""
    tensors = random_tensors([3, 8, 1], False)
    texts = {"environment": "pendulum", "format": "lockstep.policy.1", "activation": "tanh"}
    observations = np.random.default_rng(2).normal(size=(200, 3)).astype(np.float32) * 3
    write_policy(tmp_path / "old.policy", tensors, **texts)
    write_policy(tmp_path / "new.policy", tensors, **texts, action_low="-1", action_high="1")
    np.testing.assert_allclose(lockstep.load_policy(tmp_path / "old.policy")(observations),
                               2 * lockstep.load_policy(tmp_path / "new.policy")(observations), rtol=1e-6)


def test_an_older_file_names_no_environment(tmp_path):
    write_policy(tmp_path / "it.policy", random_tensors([11, 8, 3], False), format="lockstep.policy.1", activation="tanh")
    with pytest.raises(ValueError, match="does not name its environment: say which"):
        lockstep.load_policy(tmp_path / "it.policy")
    assert lockstep.load_policy(tmp_path / "it.policy", "Hopper-v5").environment == "Hopper-v5"
    with pytest.raises(ValueError, match="its tensors do not fit each other, or the environment's actions"):
        lockstep.load_policy(tmp_path / "it.policy", "Ant-v5")
