# SPDX-License-Identifier: MIT
"""Which build of the wheel runs, and that all of them give the same numbers.

The same bits, except the sign of a contact force that is 0: a part of the humanoids' dynamics is left out where no lane of a pack
needs it, and packs have other lanes there.
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

import lockstep
from lockstep import _processor

BUILT = [name for name in _processor.instruction_sets() if importlib.util.find_spec(f"lockstep._{name}") is not None]

PROGRAM = """
import hashlib, numpy, lockstep
digest = hashlib.sha256()
for env_id in lockstep.environment_ids():
    envs = lockstep.make_vec(env_id, 20)
    digest.update(envs.reset(seed=1)[0].tobytes())
    envs.action_space.seed(0)
    for _ in range(30):
        observations, rewards, terminated, truncated, _ = envs.step(envs.action_space.sample())
        for array in (observations + 0.0, rewards, terminated, truncated):  # -0 + 0 is 0
            digest.update(array.tobytes())
training = lockstep.train_ppo("Hopper-v5", steps=30_000, seed=1, evaluation_episodes=16)
digest.update(training.policy(numpy.ones((4, 11))).tobytes())
for method in ("sac", "td3", "crossq"):
    config = getattr(lockstep, method.capitalize() + "Config")(steps=700, warmup=400, horizon=16, batch=32, capacity=1000)
    training = getattr(lockstep, "train_" + method)("Hopper-v5", config=config, evaluation_episodes=16)
    digest.update(training.policy(numpy.ones((4, 11))).tobytes())
training = lockstep.train_ars("Hopper-v5", config=lockstep.ArsConfig(steps=20_000), evaluation_episodes=16)
digest.update(training.policy(numpy.ones((4, 11))).tobytes())
print(lockstep.instruction_set(), digest.hexdigest())
"""


def output_with(instruction_set):
    environment = os.environ | {"LOCKSTEP_INSTRUCTION_SET": instruction_set}
    return subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)


def test_the_best_that_is_built_runs():
    assert lockstep.instruction_set() == os.environ.get("LOCKSTEP_INSTRUCTION_SET", BUILT[0])


@pytest.mark.skipif(len(BUILT) < 2, reason="one instruction set only is built, or can run here")
def test_all_give_the_same_numbers():
    outputs = {name: output_with(name).stdout.split() for name in BUILT}
    assert {name: output[0] for name, output in outputs.items()} == {name: name for name in BUILT}
    assert len({output[1] for output in outputs.values()}) == 1


def test_an_instruction_set_that_is_not_there_is_named():
    result = output_with("sve2")
    assert result.returncode != 0
    assert "LOCKSTEP_INSTRUCTION_SET is 'sve2', which this processor does not have; it has " in result.stderr


def test_an_instruction_set_that_was_not_built_is_named(tmp_path):
    package, copy = pathlib.Path(lockstep.__file__).parent, tmp_path / "lockstep"
    copy.mkdir()
    for source in [*package.glob("*.py"), *package.glob("_processor.*")]:
        shutil.copy(source, copy)
    able = _processor.instruction_sets()[-1]
    result = subprocess.run([sys.executable, "-c", "import lockstep"], cwd=tmp_path, capture_output=True, text=True,
                            env=os.environ | {"PYTHONPATH": str(tmp_path), "LOCKSTEP_INSTRUCTION_SET": able})
    assert f"LOCKSTEP_INSTRUCTION_SET is {able!r}, which this package was not built for" in result.stderr


def choose(tmp_path, machine, able, built):
    """What the package does on a machine whose processor is able to run these sets, with these builds in the package."""
    package = tmp_path / "lockstep"
    package.mkdir()
    shutil.copy(pathlib.Path(lockstep.__file__).parent / "_core.py", package)
    (package / "__init__.py").write_text("")
    (package / "_processor.py").write_text(f"def instruction_sets():\n    return {able!r}\n")
    for name in built:
        (package / f"_{name}.py").write_text("")
    program = (f"import platform; platform.machine = lambda: {machine!r}\n"
               "import lockstep._core as it; print(it.instruction_set(), it.core)")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHONPATH", "LOCKSTEP"))}
    return subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True,
                          env=environment)


@pytest.mark.parametrize("machine, able, built, chosen", [
    ("aarch64", ["neon"], ["neon"], "neon"), ("arm64", ["neon"], ["neon"], "neon"),
    ("x86_64", ["avx512", "avx2"], ["avx2", "avx512"], "avx512"), ("x86_64", ["avx512", "avx2"], ["avx2"], "avx2"),
    ("x86_64", ["avx2"], ["avx2", "avx512"], "avx2")])
def test_the_best_of_what_is_built_and_able_is_chosen(tmp_path, machine, able, built, chosen):
    result = choose(tmp_path, machine, able, built)
    assert result.stdout.split()[0] == chosen and f"lockstep._{chosen}" in result.stdout, result.stderr


@pytest.mark.parametrize("machine, able, built, has", [
    ("aarch64", ["neon"], ["avx2", "avx512"], "neon"), ("x86_64", [], ["avx2", "avx512"], "neither AVX2 nor AVX-512")])
def test_a_processor_without_a_build_is_named(tmp_path, machine, able, built, has):
    result = choose(tmp_path, machine, able, built)
    assert f"ImportError: lockstep: this package has no build for this processor ({machine}, which has {has})" in result.stderr
