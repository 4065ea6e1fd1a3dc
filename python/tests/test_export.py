# SPDX-License-Identifier: MIT
"""Policies in other languages act as they do here."""

import shutil
import subprocess

import numpy as np
import pytest

import lockstep
from test_learn import SHORT, train
from test_policy import discrete_policy, random_tensors, recurrent_policy, write_policy

METHODS = ["ppo", "sac", "td3", "ars"]
OF_FILES = {"recurrent": recurrent_policy, "discrete": discrete_policy}
pytestmark = pytest.mark.filterwarnings("ignore:lockstep. .*learns little")


@pytest.fixture(scope="module")
def policies():
    return {method: train(method, "Hopper-v5", config=SHORT[method], evaluation_episodes=16).policy for method in METHODS}


def observations_for(policy):
    away = np.random.default_rng(0).uniform(-3, 3, (20, policy.observation_size))
    return (policy._mean + away / np.maximum(policy._scale, 1e-6)).astype(np.float32)


@pytest.mark.parametrize("method", [*METHODS, "discrete"])
def test_onnxruntime_computes_the_same_actions(policies, method, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    policy, path = policies[method] if method in METHODS else OF_FILES[method](tmp_path), tmp_path / "it.onnx"
    policy.export(path)
    observations = observations_for(policy)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    actions, = session.run(["action"], {"observation": observations})
    np.testing.assert_allclose(actions, policy(observations).reshape(20, -1), rtol=1e-6, atol=1e-6)


def test_onnxruntime_remembers_the_same(tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    policy, path = recurrent_policy(tmp_path), tmp_path / "hopper.onnx"
    policy.export(path)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    memory = np.zeros((20, policy.memory_size), np.float32)
    for seed in range(5):
        observations = np.random.default_rng(seed).normal(size=(20, 11)).astype(np.float32)
        action, memory = session.run(["action", "next_memory"], {"observation": observations, "memory": memory})
        np.testing.assert_allclose(action, policy(observations), rtol=1e-6, atol=2e-6)


@pytest.mark.parametrize("method", [*METHODS, *OF_FILES])
def test_a_compiler_of_c_computes_the_same_actions(policies, method, tmp_path):
    compiler = shutil.which("cc") or pytest.skip("no compiler of C")
    policy = policies[method] if method in METHODS else OF_FILES[method](tmp_path)
    name = "acrobot" if method == "discrete" else "hopper"
    policy.export(tmp_path / f"{name}.h")
    declared, passed = ("hopper_policy_memory memory = {{0}};", "&memory, ") if policy.memory_size > 0 else ("", "")
    (tmp_path / "main.c").write_text("""
#include <stdio.h>
#include "hopper.h"
int main(void) {
    DECLARED
    float observation[HOPPER_POLICY_OBSERVATION_SIZE], action[HOPPER_POLICY_ACTION_SIZE];
    printf("%.9g\\n", hopper_policy_self_test());
    for (;;) {
        for (int i = 0; i < HOPPER_POLICY_OBSERVATION_SIZE; ++i) {
            if (scanf("%f", &observation[i]) != 1) {
                return 0;
            }
        }
        hopper_policy_act(PASSED observation, action);
        for (int i = 0; i < HOPPER_POLICY_ACTION_SIZE; ++i) {
            printf("%.9g\\n", action[i]);
        }
    }
}
""".replace("DECLARED", declared).replace("PASSED ", passed).replace("hopper", name).replace("HOPPER", name.upper()))
    subprocess.run([compiler, "-std=c99", "-O1", "-o", tmp_path / "main", tmp_path / "main.c"], check=True)
    observations = observations_for(policy)
    text = " ".join(f"{number:.9g}" for number in observations.ravel())
    numbers = subprocess.run([tmp_path / "main"], input=text, capture_output=True, text=True, check=True).stdout.split()
    assert float(numbers[0]) < 2e-6  # its self-test
    actions = [policy(observation) for observation in observations]
    np.testing.assert_allclose(np.array(numbers[1:], float).reshape(20, -1), np.reshape(actions, (20, -1)), rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("method, name, suffix", [
    ("sac", "Hopper", ".mjs"), ("sac", "Hopper", ".js"), ("discrete", "Acrobot", ".mjs")])
def test_node_computes_the_same_actions(policies, method, name, suffix, tmp_path):
    node = shutil.which("node") or shutil.which("nodejs") or pytest.skip("no Node")
    policy = policies[method] if method in METHODS else OF_FILES[method](tmp_path)
    policy.export(tmp_path / f"it{suffix}")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    observations = observations_for(policy)
    (tmp_path / "main.mjs").write_text(f"""
import {{ {name}Policy }} from "./it{suffix}";
const policy = new {name}Policy();
console.log(JSON.stringify({observations.tolist()}.map((observation) => policy.act(observation))));
""")
    text = subprocess.run([node, tmp_path / "main.mjs"], capture_output=True, text=True, check=True).stdout
    np.testing.assert_allclose(np.array(eval(text)), policy(observations).reshape(20, -1), rtol=2e-6, atol=2e-6)


def test_a_loaded_policy_of_other_layers_is_exported(tmp_path):
    """The layers are those of the file, and none that a learner of this package has."""
    write_policy(tmp_path / "it.policy", random_tensors([11, 32, 24, 3], True), environment="basic_hopper",
                 format="lockstep.policy.1", activation="layer_norm gelu_tanh")
    policy = lockstep.load_policy(tmp_path / "it.policy")
    policy.export(tmp_path / "it.onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(str(tmp_path / "it.onnx"), providers=["CPUExecutionProvider"])
    observations = observations_for(policy)
    np.testing.assert_allclose(session.run(None, {"observation": observations})[0], policy(observations), rtol=2e-6, atol=2e-6)
    assert session.get_inputs()[0].shape == ["batch", 11] and session.get_outputs()[0].shape == ["batch", 3]
    policy.save(tmp_path / "again.policy")
    assert (tmp_path / "again.policy").read_bytes() == (tmp_path / "it.policy").read_bytes()


def test_what_cannot_be_exported_is_named(policies, tmp_path):
    policy = policies["ppo"]
    for name, suffix in {"hopper.pt": ".pt", "hopper": "", "hopper.ONNX": ".ONNX"}.items():
        with pytest.raises(ValueError) as error:
            policy.export(tmp_path / name)
        assert str(error.value) == f"lockstep: {tmp_path / name}: its suffix is {suffix!r}, not one of .h, .js, .mjs, .onnx"
    write_policy(tmp_path / "old.policy", random_tensors([11, 8, 3], False), format="lockstep.policy.1", activation="tanh")
    with pytest.raises(ValueError, match="lockstep: .*old.onnx: is not a policy: its environment is missing"):
        lockstep.load_policy(tmp_path / "old.policy", "Hopper-v5").export(tmp_path / "old.onnx")
    with pytest.raises(FileNotFoundError, match="lockstep: cannot be written: .*nowhere/hopper.onnx'"):
        policy.export(tmp_path / "nowhere" / "hopper.onnx")
    assert [path.name for path in tmp_path.iterdir()] == ["old.policy"]
