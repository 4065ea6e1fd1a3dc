# SPDX-License-Identifier: MIT
"""The learners, and the policies that they leave."""

import dataclasses
import inspect
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import warnings

import numpy as np
import pytest

import lockstep

TUNED_PPO = pathlib.Path(__file__).parents[2] / "include/lockstep/rl/ppo/tuned.hpp"
SHORT_SAC = lockstep.SacConfig(steps=700, warmup=400, horizon=16, batch=32, capacity=1000)
SHORT = {"ppo": lockstep.PpoConfig(steps=6 * 16 * 32, environments=16, horizon=32), "sac": SHORT_SAC,
         "td3": lockstep.Td3Config(steps=700, warmup=400, horizon=16, batch=32, capacity=1000),
         "crossq": lockstep.CrossqConfig(steps=700, warmup=400, horizon=16, batch=32, capacity=1000),
         "ars": lockstep.ArsConfig(steps=20_000, directions=16, top_directions=8)}
short = pytest.mark.filterwarnings("ignore:lockstep. .*learns little")  # too short to learn, long enough for what is tested


def train(method, env_id, **options):
    return getattr(lockstep, f"train_{method}")(env_id, **options)


@pytest.fixture(scope="module")
def pendulum():
    return lockstep.train_ppo("Pendulum-v1", steps=200_000, seed=3)


def test_ppo_solves_pendulum(pendulum):
    assert pendulum.evaluation["mean_return"] > -250
    assert pendulum.evaluation["episodes"] == 64
    assert pendulum.config.steps == 200_000 and pendulum.config.seed == 3 and pendulum.config.environments > 0
    assert pendulum.metrics[-1]["steps"] >= 200_000
    assert list(pendulum.metrics[0])[:3] == ["iteration", "steps", "total_steps"]


def test_the_policy_acts_as_that_of_cpp(pendulum):
    random = np.random.default_rng(0)
    observations = random.normal(size=(100, 3)).astype(np.float32)
    actions = pendulum.policy(observations)
    assert actions.shape == (100, 1) and actions.dtype == np.float32 and np.abs(actions).max() <= 2
    for observation, action in zip(observations, actions):
        np.testing.assert_allclose(action, pendulum._learner.act(list(map(float, observation))), rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(pendulum.policy(observation), action, rtol=1e-5, atol=1e-5)


def test_the_policy_earns_in_the_environment_what_the_evaluation_says(pendulum):
    envs = lockstep.make_vec("Pendulum-v1", 64)
    observations, _ = envs.reset(seed=1)
    returns = np.zeros(64)
    for _ in range(200):
        observations, rewards, *_ = envs.step(pendulum.policy(observations))
        returns += rewards
    assert abs(returns.mean() - pendulum.evaluation["mean_return"]) < 60


def test_a_policy_is_saved_and_loaded(pendulum, tmp_path):
    path = tmp_path / "pendulum.policy"
    pendulum.save(path)
    loaded = lockstep.load_policy(path)
    assert repr(loaded) == "Policy('Pendulum-v1', 3 -> 64 -> 64 -> 1)"
    observations = np.ones((5, 3), np.float32)
    np.testing.assert_array_equal(loaded(observations), pendulum.policy(observations))
    with pytest.raises(ValueError, match="is a policy for lockstep/Pendulum-v1, not for lockstep/Hopper-v5"):
        lockstep.load_policy(path, "Hopper-v5")


def with_header(content, change):
    """The bytes of a policy's file after change(header)."""
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    change(header)
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + content[8 + size :]


def without_checksums(content):
    """A policy's file of older versions."""
    def drop(header):
        texts = header["__metadata__"]
        header["__metadata__"] = {key: text for key, text in texts.items() if not key.startswith("crc32")}

    return with_header(content, drop)


def test_a_flipped_bit_anywhere_is_noticed(pendulum, tmp_path):
    path = tmp_path / "flipped.policy"
    pendulum.save(path)
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    for byte in [*range(size + 8), *range(size + 8, len(content), 97), len(content) - 1]:
        flipped = bytearray(content)
        flipped[byte] ^= 4
        path.write_bytes(flipped)
        expected = "tensor .* is damaged: " if byte >= size + 8 else ".*(damaged|cannot be read|was cut off|not of 32-bit floats)"
        with pytest.raises(ValueError, match="flipped.policy: " + expected):
            lockstep.load_policy(path)
    path.write_bytes(without_checksums(content))
    assert lockstep.load_policy(path).environment == "Pendulum-v1"


def test_a_wrong_file_is_named(pendulum, tmp_path):
    path = tmp_path / "wrong.policy"
    pendulum.save(path)
    content = without_checksums(path.read_bytes())
    size = int.from_bytes(content[:8], "little")

    def refused(content, message):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=message) as error:
            lockstep.load_policy(path)
        assert str(error.value).startswith(f"lockstep: {path}: ")

    refused(b"", "is no file of safetensors, or was cut off")
    refused(b"<html>" * 20, "is no file of safetensors, or was cut off")
    refused(content[:-4], "was cut off")
    refused(content + b"text", "has 4 bytes after its last tensor")
    refused(content[:8] + b"x" * size + content[8 + size :], "its header cannot be read")

    def of_another(header, **bounds):
        texts = header["__metadata__"]
        del texts["action_low"], texts["action_high"]
        texts.update(environment="moon_lander", **bounds)

    refused(with_header(content, of_another),
            "is a policy for the environment \"moon_lander\", which is not in this package, and does not say the bounds of its "
            "actions: load it in C\\+\\+ and save it again")
    for low, high in ("1", "-1"), ("-1", "far"), ("-inf", "1"), ("nan", "1"):
        refused(with_header(content, lambda header: of_another(header, action_low=low, action_high=high)),
                f"has the bounds of actions {low!r} and {high!r}, not two numbers in order")
    refused(with_header(content, lambda header: of_another(header, action_low="0")), "has the bounds of actions '0' and None")
    refused(with_header(content, lambda header: header["__metadata__"].update(format="lockstep.categorical_policy.1")),
            "tensor \"log_deviation\" has no place in it")
    refused(with_header(content, lambda header: (header["__metadata__"].update(format="lockstep.categorical_policy.1"),
                                                 header.pop("log_deviation"))),
            "its tensors do not fit each other, or the environment's")
    refused(with_header(content, lambda header: header["__metadata__"].update(format="other")), "its format is 'other'")
    refused(with_header(content, lambda header: header["__metadata__"].update(activation="sine")), "has the activation 'sine'")
    refused(with_header(content, lambda header: header.pop("actor.1.bias")), "tensor \"actor.1.bias\" is missing")
    refused(with_header(content, lambda header: header.pop("actor.1.weight")), "tensor \"actor.1.bias\" has no place in it")
    refused(with_header(content, lambda header: header.pop("observation.mean")), "tensor \"observation.mean\" is missing")
    refused(with_header(content, lambda header: header["actor.2.weight"].update(shape=[2, 32])),
            "its tensors do not fit each other|has the shape")
    refused(with_header(content, lambda header: header.update({"actor.2.bias": header["actor.0.bias"]})),
            r"tensor \"actor.2.bias\" has the shape \(64,\), not \(1,\)")
    unread = "is no file of safetensors: its header cannot be read"
    for offsets in (["0", "256"], [0, 128, 256], [0], 256, [0.0, 256.0], [-256, 0]):
        refused(with_header(content, lambda header: header["actor.0.bias"].update(data_offsets=offsets)), unread)
    for shape in (["64"], 64, [-8, -8], [0, 2**70]):
        refused(with_header(content, lambda header: header["actor.0.bias"].update(shape=shape)), unread)
    for metadata in ([], "text", None, {"environment": ["pendulum"]}, {"activation": 3}):
        refused(with_header(content, lambda header: header.update(__metadata__=metadata)), unread)
    refused(len(deep := b"[" * 200_000).to_bytes(8, "little") + deep, unread)
    broken = bytearray(content)
    broken[-4:] = np.float32(np.nan).tobytes()
    refused(bytes(broken), "has a NaN or an infinity")
    with pytest.raises(FileNotFoundError):
        lockstep.load_policy(tmp_path / "none.policy")


def test_a_policy_is_written_through_a_link(pendulum, tmp_path):
    (tmp_path / "link").symlink_to("later")
    pendulum.policy.save(tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "later").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["later", "link"]
    lockstep.load_policy(tmp_path / "link")
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(OSError, match="lockstep: cannot be written: Too many levels of symbolic links: '.*round'"):
        pendulum.policy.save(tmp_path / "round")
    assert (tmp_path / "round").is_symlink()


def test_a_policy_is_not_saved_where_it_cannot_be(pendulum, tmp_path):
    policy = pendulum.policy
    policy.save(tmp_path / "it.policy")
    assert [path.name for path in tmp_path.iterdir()] == ["it.policy"]
    with pytest.raises(FileNotFoundError, match=r"lockstep: cannot be written: No such file or directory: '.*nowhere/it.policy'"):
        policy.save(tmp_path / "nowhere" / "it.policy")
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError, match="lockstep: cannot be written: .*folder'"):
        policy.save(tmp_path / "folder")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "it.policy"]
    if os.geteuid() != 0:  # who may write everywhere
        (tmp_path / "locked").mkdir(mode=0o500)
        with pytest.raises(PermissionError, match="lockstep: cannot be written: .*locked/it.policy'"):
            policy.save(tmp_path / "locked" / "it.policy")
    with pytest.raises(ValueError, match=r"it.onnx: save\(\) writes what load_policy\(\) reads; export\(\) writes .onnx"):
        policy.save(tmp_path / "it.onnx")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="lockstep: cannot be written: it is not a file: '.*pipe'"):
        policy.save(tmp_path / "pipe")
    policy.export(tmp_path / "it.h")
    with pytest.raises(ValueError, match=r"it.h: .h is what export\(\) writes; load_policy\(\) reads what save\(\) writes"):
        lockstep.load_policy(tmp_path / "it.h")


def test_actions_are_drawn_around_the_mean(pendulum):
    policy, seen = pendulum.policy, np.array([-1, 0.01, 0], np.float32)
    many = np.broadcast_to(seen, (5000, 3))
    drawn = policy(many, deterministic=False, seed=1)
    assert drawn.shape == (5000, 1) and drawn.dtype == np.float32 and np.abs(drawn).max() <= 2
    assert len(np.unique(drawn)) > 100
    deviation = np.exp(policy._log_deviation[0])
    expected = np.clip(policy._outputs(seen) + deviation * np.random.default_rng(0).normal(size=(5000, 1)), -1, 1) * 2
    assert drawn.mean() == pytest.approx(expected.mean(), abs=0.06) and drawn.std() == pytest.approx(expected.std(), rel=0.06)
    np.testing.assert_array_equal(policy(many, deterministic=False, seed=1), drawn)
    assert (policy(many, deterministic=False, seed=2) != drawn).any()
    assert (policy(many, deterministic=False) != policy(many, deterministic=False)).any()
    random, same = np.random.default_rng(1), np.random.default_rng(1)
    np.testing.assert_array_equal(policy(many, deterministic=False, seed=random), policy(many, deterministic=False, seed=same))
    assert (policy(many, deterministic=False, seed=random) != drawn).any()
    assert policy(seen, deterministic=False, seed=3).shape == (1,)
    with pytest.raises(ValueError, match="a seed is for drawn actions: deterministic=False"):
        policy(many, seed=1)


@short
def test_squashed_policies_draw_and_deterministic_ones_do_not():
    observations = np.random.default_rng(0).normal(size=(500, 11))
    for method, draws in {"sac": True, "crossq": True, "td3": False, "ars": False}.items():
        policy = train(method, "Hopper-v5", config=SHORT[method], evaluation_episodes=16).policy
        drawn = policy(observations, deterministic=False, seed=1)
        assert (drawn != policy(observations)).any() == draws and np.abs(drawn).max() <= 1
        if draws:
            outputs = policy._outputs(observations.astype(np.float32))
            noise = (np.arctanh(drawn.astype(float)) - outputs[:, :3]) / np.exp(np.clip(outputs[:, 3:], -20, 2))
            noise = noise[np.abs(drawn).max(1) < 0.999]
            assert noise.mean() == pytest.approx(0, abs=0.15) and noise.std() == pytest.approx(1, abs=0.15)


def test_wrong_observations_are_named(pendulum):
    with pytest.raises(ValueError, match=r"observations have the shape \(4, 2\); a policy for Pendulum-v1 takes 3 numbers"):
        pendulum.policy(np.zeros((4, 2)))
    with pytest.raises(TypeError, match="observations are of dtype object"):
        pendulum.policy([None] * 3)


@short
def test_the_same_seed_gives_the_same_policy_whatever_the_threads():
    config = lockstep.PpoConfig(steps=40_000, seed=5)
    trainings = [lockstep.train_ppo("Hopper-v5", config=config, threads=threads, evaluation_episodes=16) for threads in (1, 2)]
    observations = np.random.default_rng(0).normal(size=(32, 11))
    np.testing.assert_array_equal(*[training.policy(observations) for training in trainings])
    other = lockstep.train_ppo("Hopper-v5", config=config, seed=6, evaluation_episodes=16)
    assert (other.policy(observations) != trainings[0].policy(observations)).any()


@short
@pytest.mark.parametrize("env_id", lockstep.environment_ids())
def test_ppo_trains_in_every_environment(env_id):
    training = lockstep.train_ppo(env_id, steps=5_000, seed=1, evaluation_episodes=16,
                                  on_iteration=lambda metrics: metrics["iteration"] == 2)
    assert len(training.metrics) == 2 and np.isfinite(training.evaluation["mean_return"])
    assert training.policy.environment == env_id
    envs = lockstep.make_vec(env_id, 3)
    assert envs.step is not None and training.policy(envs.reset(seed=0)[0]).shape == envs.action_space.shape


def test_sac_solves_pendulum():
    training = lockstep.train_sac("Pendulum-v1", steps=8_000, seed=1, config=lockstep.SacConfig(warmup=1000))
    assert training.evaluation["mean_return"] > -300
    observations = np.random.default_rng(0).normal(size=(20, 3)).astype(np.float32)
    for observation, action in zip(observations, training.policy(observations)):
        np.testing.assert_allclose(action, training._learner.act(list(map(float, observation))), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("method, config", [
    ("td3", lockstep.Td3Config(steps=7_000, warmup=1000)),
    ("crossq", lockstep.CrossqConfig(steps=4_000, warmup=1000, actor_delay=1, batch=128))])
def test_learners_of_few_steps_solve_pendulum(method, config):
    assert train(method, "Pendulum-v1", seed=1, config=config).evaluation["mean_return"] > -300


@short
@pytest.mark.parametrize("method", SHORT)
def test_the_policy_of_every_learner_acts_as_that_of_cpp(method):
    training = train(method, "Hopper-v5", config=SHORT[method], evaluation_episodes=16)
    observations = np.random.default_rng(0).normal(size=(20, 11)).astype(np.float32)
    actions = training.policy(observations)
    for observation, action in zip(observations, actions):
        np.testing.assert_allclose(action, training._learner.act(list(map(float, observation))), rtol=1e-4, atol=1e-4)
    assert np.abs(actions).max() > 0 and np.abs(actions).max() <= 1


DISCRETE = ["Acrobot-v1", "CartPole-v1"]


@short
@pytest.mark.parametrize("method, env_id", [
    (method, env_id) for method in SHORT for env_id in lockstep.environment_ids()
    if method == "ars" or method != "ppo" and env_id not in DISCRETE])
def test_every_learner_trains_in_every_environment(method, env_id):
    training = train(method, env_id, config=SHORT[method], evaluation_episodes=16,
                     on_iteration=lambda metrics: metrics["iteration"] == 2)
    assert len(training.metrics) in (1, 2) and np.isfinite(training.evaluation["mean_return"])
    assert training.policy.environment == env_id


@pytest.mark.parametrize("env_id", DISCRETE)
@pytest.mark.parametrize("method, title", [
    ("sac", "soft actor-critic"), ("td3", "twin delayed deep deterministic policy gradient"), ("crossq", "CrossQ")])
def test_learners_of_real_numbers_refuse_discrete_actions(method, title, env_id):
    for refuses in (getattr(lockstep, f"train_{method}"), getattr(lockstep, f"tuned_{method}_config")):
        with pytest.raises(ValueError) as error:
            refuses(env_id, 10_000)
        assert str(error.value) == (f"lockstep: train_{method}: {title} acts in real numbers, but the actions of {env_id} are "
                                    "discrete: use train_ppo or train_ars")


@pytest.fixture(scope="module")
def cartpole():
    return lockstep.train_ppo("CartPole-v1", steps=300_000, seed=3)


def test_ppo_balances_the_pole_of_cartpole(cartpole):
    assert cartpole.evaluation["mean_return"] > 490
    envs = lockstep.make_vec("CartPole-v1", 20)
    observations, _ = envs.reset(seed=1)
    for _ in range(400):
        observations, _, terminated, truncated, _ = envs.step(cartpole.policy(observations))
        assert not terminated.any() and not truncated.any()


def test_ppo_swings_up_the_acrobot():
    training = lockstep.train_ppo("Acrobot-v1", steps=300_000, seed=3)
    assert training.evaluation["mean_return"] > -110


def test_a_policy_of_discrete_actions_chooses_as_that_of_cpp(cartpole, tmp_path):
    policy = cartpole.policy
    observations = np.random.default_rng(0).normal(size=(200, 4)).astype(np.float32)
    actions = policy(observations)
    assert actions.shape == (200,) and actions.dtype == np.int64 and set(actions) == {0, 1}
    outputs = policy._outputs(observations)
    for observation, action, logits in zip(observations, actions, outputs):
        assert policy(observation) == action
        if abs(logits[0] - logits[1]) > 1e-4:
            assert cartpole._learner.act(list(map(float, observation))) == [action]
    assert policy(observations[0]) in lockstep.SingleEnv("CartPole-v1").action_space
    policy.save(tmp_path / "it.policy")
    loaded = lockstep.load_policy(tmp_path / "it.policy")
    assert repr(loaded) == "Policy('CartPole-v1', 4 -> 64 -> 64 -> 2)" and (loaded.action_size, loaded.action_count) == (1, 2)
    np.testing.assert_array_equal(loaded(observations), actions)


@pytest.mark.parametrize("method", SHORT)
def test_every_learner_says_what_it_is(method):
    function, config = getattr(lockstep, f"train_{method}"), SHORT[method]
    assert function.__doc__.startswith("Trains a policy by ") and type(config).__name__ in function.__doc__
    assert list(inspect.signature(function).parameters)[:4] == ["env_id", "steps", "seed", "config"]
    assert type(config).__doc__.startswith("What may be set of ") and "seed" in inspect.signature(type(config)).parameters
    with pytest.raises(TypeError, match=f"train_{method}: missing a required argument: 'env_id'"):
        function()
    assert function.__name__ == f"train_{method}" and pickle.loads(pickle.dumps(function)) is function
    header = re.search(r"\((include/.*)\)", type(config).__doc__).group(1)
    assert (TUNED_PPO.parents[4] / header).is_file()


@short
@pytest.mark.parametrize("method", SHORT)
def test_a_training_that_was_interrupted_goes_on_to_the_same_policy(method, tmp_path):
    path, again = tmp_path / "it.checkpoint", {"config": SHORT[method], "evaluation_episodes": 16, "threads": 1}
    observations = np.random.default_rng(0).normal(size=(20, 11)).astype(np.float32)
    whole = train(method, "Hopper-v5", **again)
    assert len(whole.metrics) > 2

    def press_control_c(metrics):
        if metrics["iteration"] == 2:
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a program in the background begins by ignoring it
    try:
        with pytest.raises(KeyboardInterrupt):
            train(method, "Hopper-v5", **again, checkpoint=path, on_iteration=press_control_c)
    finally:
        signal.signal(signal.SIGINT, before)
    rest = train(method, "Hopper-v5", **again, checkpoint=path, resume=path)
    assert [row["iteration"] for row in rest.metrics] == [row["iteration"] for row in whole.metrics[2:]]
    np.testing.assert_array_equal(rest.policy(observations), whole.policy(observations))
    over = train(method, "Hopper-v5", **again, resume=path)
    assert over.metrics == [] and over.evaluation == whole.evaluation
    whole.save_checkpoint(tmp_path / "other.checkpoint")
    assert train(method, "Hopper-v5", **again, resume=tmp_path / "other.checkpoint").evaluation == whole.evaluation


TERMINATED = """
import signal, sys, lockstep

def terminate(metrics):
    if metrics["iteration"] == 2:
        signal.raise_signal(signal.SIGTERM)

signal.signal(signal.SIGTERM, signal.SIG_DFL)
lockstep.train_ppo("Hopper-v5", steps=8192, seed=3, config=lockstep.PpoConfig(environments=16, horizon=32), threads=1,
                   evaluation_episodes=16, checkpoint=sys.argv[1], on_iteration=terminate)
"""


@short
def test_sigterm_ends_the_program_after_the_checkpoint_is_saved(tmp_path):
    path, again = tmp_path / "it.checkpoint", {"steps": 8192, "seed": 3, "threads": 1, "evaluation_episodes": 16,
                                               "config": lockstep.PpoConfig(environments=16, horizon=32)}
    ended = subprocess.run([sys.executable, "-W", "ignore", "-c", TERMINATED, str(path)], stderr=subprocess.PIPE)
    assert ended.returncode == -signal.SIGTERM, ended.stderr.decode()
    rest, whole = train("ppo", "Hopper-v5", **again, resume=path), train("ppo", "Hopper-v5", **again)
    assert [row["iteration"] for row in rest.metrics] == [row["iteration"] for row in whole.metrics[2:]]
    assert rest.evaluation == whole.evaluation


@short
def test_a_handler_of_sigterm_stays_that_of_the_program(tmp_path):
    came = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: came.append(number))
    try:
        trained = train("ppo", "Hopper-v5", steps=2048, config=SHORT["ppo"], evaluation_episodes=16, checkpoint=tmp_path / "it",
                        on_iteration=lambda metrics: signal.raise_signal(signal.SIGTERM))
        assert len(came) == len(trained.metrics) > 1
    finally:
        signal.signal(signal.SIGTERM, before)


@short
def test_a_training_goes_on_with_other_steps_in_the_configuration_of_its_checkpoint(tmp_path):
    path, stop = tmp_path / "it.checkpoint", {"evaluation_episodes": 16, "on_iteration": lambda metrics: True}

    def goes_on(method, env_id, few, many, **options):
        before = train(method, env_id, steps=few, checkpoint=path, **options, **stop)
        assert getattr(lockstep, f"tuned_{method}_config")(env_id, many) != dataclasses.replace(before.config, steps=many)
        after = train(method, env_id, steps=many, resume=path, **stop)
        assert after.metrics[0]["iteration"] == 2 and after.config == dataclasses.replace(before.config, steps=many)
        path.unlink()

    goes_on("ppo", "Ant-v5", 20_000, 20_000_000)
    goes_on("ppo", "Humanoid-v5", 20_000, 20_000_000, seed=7)
    for method, config in SHORT.items():
        goes_on(method, "Hopper-v5", None, 50_000, config=config)
    lockstep.train_ppo("Hopper-v5", config=SHORT["ppo"], checkpoint=path, **stop)
    with pytest.raises(ValueError, match="another training: its config.seed is \"1\", not \"2\""):
        lockstep.train_ppo("Hopper-v5", 20_000, seed=2, resume=path, **stop)
    with pytest.raises(ValueError, match="of another learner, ppo: its config.warmup is missing"):
        lockstep.train_sac("Hopper-v5", 20_000, resume=path, **stop)
    content = path.read_bytes()
    for wrong in (b"", b"hello " * 10, content[:100], content[:-4], content.replace(b'"config.epochs":"10"', b'"config.epochs":"x0"'),
                  content.replace(b'"config.clip":"0.2"', b'"config.clip":"nan"')):
        path.write_bytes(wrong)
        with pytest.raises(ValueError, match=f"^lockstep: train_ppo: {path}: "):
            lockstep.train_ppo("Hopper-v5", 20_000, resume=path, **stop)


class FailsInAnIteration:
    """An entry of a learner, or its learner, whose third iteration raises an error."""

    def __init__(self, of, error):
        self._of, self._error, self._iterations = of, error, 0

    def __getattr__(self, name):
        return getattr(self._of, name)

    def make(self, *arguments):
        return FailsInAnIteration(self._of.make(*arguments), self._error)

    def iterate(self):
        self._iterations += 1
        if self._iterations == 3:
            self._of.iterate()
            raise self._error
        return self._of.iterate()


@short
@pytest.mark.parametrize("error", [RuntimeError("a device is lost"), MemoryError(), ValueError("wrong")], ids=repr)
def test_a_learner_that_fails_in_an_iteration_leaves_the_checkpoint_before(error, tmp_path, monkeypatch):
    path, key, contents = tmp_path / "it.checkpoint", ("ppo", "Hopper-v5"), []
    with monkeypatch.context() as patch:
        patch.setitem(lockstep.learn._LEARNERS, key, FailsInAnIteration(lockstep.learn._LEARNERS[key], error))
        with pytest.raises(type(error)):
            lockstep.train_ppo("Hopper-v5", config=SHORT["ppo"], evaluation_episodes=16, checkpoint=path,
                               on_iteration=lambda metrics: contents.append(path.read_bytes()))
    assert len(contents) == 2 and path.read_bytes() == contents[-1]


@short
def test_a_wrong_checkpoint_is_named_before_the_training(tmp_path):
    def refused(kind, message, env_id="Hopper-v5", **options):
        with pytest.raises(kind, match=message):
            lockstep.train_ppo(env_id, **({"config": SHORT["ppo"]} | options), on_iteration=lambda metrics: pytest.fail("trains"))

    path = tmp_path / "it.checkpoint"
    lockstep.train_ppo("Hopper-v5", config=SHORT["ppo"], evaluation_episodes=16, checkpoint=path,
                       on_iteration=lambda metrics: True)
    refused(FileExistsError, f"lockstep: {path} exists: resume=.* goes on with it; remove it to begin anew", checkpoint=path)
    refused(ValueError, f"train_ppo: {path}: is a checkpoint of another training: its environment is ", "Pendulum-v1",
            resume=path)
    refused(ValueError, f"{path}: is a checkpoint of another training: its config.epochs is ", resume=path,
            config=dataclasses.replace(SHORT["ppo"], epochs=3))
    refused(FileNotFoundError, "none.checkpoint", resume=tmp_path / "none.checkpoint")
    refused(FileNotFoundError, "there is no folder .*nowhere", checkpoint=tmp_path / "nowhere" / "it.checkpoint")
    refused(IsADirectoryError, f"lockstep: {tmp_path} is a folder, not a file for a checkpoint", checkpoint=tmp_path)
    refused(TypeError, "lockstep: checkpoint is 5, not the path of a file", checkpoint=5)
    refused(TypeError, "lockstep: resume is 5, not the path of a file", resume=5)
    refused(ValueError, f"train_ppo: {os.devnull}: ", resume=os.devnull, config=None)
    (tmp_path / "text").write_text("hello " * 10)
    refused(ValueError, f"{tmp_path / 'text'}: ", resume=tmp_path / "text")
    if os.geteuid() != 0:  # who may write everywhere
        (tmp_path / "locked").mkdir(mode=0o500)
        refused(PermissionError, "locked' cannot be written", checkpoint=tmp_path / "locked" / "it.checkpoint")


def test_the_configuration_is_that_of_cpp():
    members = {field.name for field in dataclasses.fields(lockstep.PpoConfig)}
    assert {"steps", "seed", "learning_rate", "lambda_", "clip"} <= members
    assert lockstep.PpoConfig().lambda_ == pytest.approx(0.97)
    assert lockstep.SacConfig().batch == 256 and lockstep.tuned_sac_config("Hopper-v5", 500_000).steps == 500_000
    assert lockstep.tuned_ppo_config("HalfCheetah-v5", 2_000_000) == lockstep.PpoConfig(steps=2_000_000)
    assert lockstep.tuned_ppo_config("Pendulum-v1", 5) == lockstep.PpoConfig(steps=5)
    assert lockstep.tuned_ppo_config("Pendulum-v1") == lockstep.PpoConfig()


def test_what_was_searched_for_is_trained_with():
    tuned = lockstep.tuned_ppo_config("Hopper-v5")
    row = re.search(r'tuned_entry<ppo_config>\{"hopper",\s*\{(.*?)\}', TUNED_PPO.read_text(), re.S).group(1)
    stated = {name: value.replace("'", "") for name, value in re.findall(r"\.(\w+) = ([\d']+)[,\s]", row + " ")}
    assert stated and {name: str(getattr(tuned, name)) for name in stated} == stated
    assert tuned != lockstep.PpoConfig(steps=tuned.steps)
    assert lockstep.tuned_ppo_config("Hopper-v5", 700_000).steps == 700_000


def test_an_environment_without_a_search_is_trained_in_without_steps():
    training = lockstep.train_ppo("Pendulum-v1", seed=1, on_iteration=lambda metrics: True, evaluation_episodes=16)
    assert training.config.steps == training.metrics[0]["total_steps"] == lockstep.PpoConfig().steps


def test_a_configuration_that_learns_little_is_warned_of():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        training = lockstep.train_ppo("Pendulum-v1", config=lockstep.PpoConfig(steps=3 * 16 * 32, environments=16, horizon=32),
                                      evaluation_episodes=16)
    assert len(training.metrics) == 3 and len(caught) == 1
    assert str(caught[0].message).startswith("lockstep: ppo_config.steps is 1536, which gives only 3 iterations of ")
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="^lockstep: sac_config[.]") as caught:
        lockstep.train_sac("Pendulum-v1", config=SHORT_SAC, evaluation_episodes=16, on_iteration=lambda metrics: True)
    assert {each.filename for each in caught} == {__file__}


@short
def test_options_reach_the_training():
    heavy = lockstep.train_ppo("Pendulum-v1", steps=20_000, seed=3, g=0.0, evaluation_episodes=16)
    light = lockstep.train_ppo("Pendulum-v1", steps=20_000, seed=3, evaluation_episodes=16)
    assert heavy.metrics != light.metrics and heavy.evaluation["mean_return"] > light.evaluation["mean_return"]


def test_a_wrong_configuration_is_named():
    train = lockstep.train_ppo
    with pytest.raises(ValueError, match="^lockstep: train_ppo: ppo_config.discount is 1.5"):
        train("Pendulum-v1", config=lockstep.PpoConfig(discount=1.5))
    with pytest.raises(ValueError, match="^lockstep: train_ppo: PpoConfig.epochs is -1, not a whole number from 0"):
        train("Pendulum-v1", config=lockstep.PpoConfig(epochs=-1))
    with pytest.raises(TypeError, match="PpoConfig.clip is 'wide', not a number"):
        train("Pendulum-v1", config=lockstep.PpoConfig(clip="wide"))
    with pytest.raises(TypeError, match="PpoConfig.scale_rewards is 1, not True or False"):
        train("Pendulum-v1", config=lockstep.PpoConfig(scale_rewards=1))
    with pytest.raises(TypeError, match="config is 5, not a PpoConfig"):
        train("Pendulum-v1", config=5)
    for steps in (0, -5, 1e6, True):
        with pytest.raises(ValueError, match=f"steps is {steps}, not a whole number above 0"):
            train("Pendulum-v1", steps=steps)
    with pytest.raises(TypeError, match=r"PpoConfig has no 'learning_rat' \(did you mean learning_rate\?\). It has: env"):
        lockstep.PpoConfig(learning_rat=1e-3)
    with pytest.raises(TypeError, match=r"epochs is no option of Pendulum-v1, but of the learner: config=lockstep.PpoConfig\(e"):
        train("Pendulum-v1", epochs=3)
    with pytest.raises(TypeError, match="on_iteration is 'print', not a function"):
        train("Pendulum-v1", steps=10_000, on_iteration="print")
    with pytest.raises(ValueError, match="frame_skip is 3: the learners train with its default, 4"):
        train("Hopper-v5", steps=10_000, frame_skip=3)
    with pytest.raises(ValueError, match="has no option 'mass'"):
        train("Pendulum-v1", steps=10_000, mass=3)
    meant = {"stepps": "steps", "thread": "threads", "learning_rat": "learning_rate", "chekpoint": "checkpoint"}
    for wrong, right in meant.items():
        with pytest.raises(ValueError, match=rf"Pendulum-v1 has no option '{wrong}' \(did you mean {right}\?\)"):
            train("Pendulum-v1", **{wrong: 3})


@pytest.mark.parametrize("name, value, kind, message", [
    ("evaluation_episodes", 0, ValueError, "evaluation_episodes is 0, below 1"),
    ("evaluation_episodes", 2**32 + 1, ValueError, "evaluation_episodes is 4294967297, above 2\\*\\*32"),
    ("evaluation_episodes", 2.5, TypeError, "evaluation_episodes is 2.5, not a whole number"),
    ("threads", -1, ValueError, "threads is -1, below 0"),
    ("threads", "two", TypeError, "threads is 'two', not a whole number")])
def test_a_wrong_number_is_named_before_the_training(name, value, kind, message):
    with pytest.raises(kind, match=f"^lockstep: {message}$"):
        lockstep.train_ppo("Pendulum-v1", steps=10_000, on_iteration=lambda metrics: pytest.fail("it trained"), **{name: value})
