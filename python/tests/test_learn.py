# SPDX-License-Identifier: MIT
"""The learners, and the policies that they leave."""

import dataclasses
import json
import pathlib
import re
import warnings

import numpy as np
import pytest

import lockstep

TUNED_PPO = pathlib.Path(__file__).parents[2] / "include/lockstep/rl/ppo/tuned.hpp"
SHORT_SAC = lockstep.SacConfig(steps=700, warmup=400, horizon=16, batch=32, capacity=1000)
short = pytest.mark.filterwarnings("ignore:lockstep. .*learns little")  # too short to learn, long enough for what is tested


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


def test_a_wrong_file_is_named(pendulum, tmp_path):
    path = tmp_path / "wrong.policy"
    pendulum.save(path)
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")

    def refused(content, message):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=message) as error:
            lockstep.load_policy(path)
        assert str(error.value).startswith(f"lockstep: {path}: ")

    refused(b"", "is no file of safetensors, or was cut off")
    refused(b"<html>" * 20, "is no file of safetensors, or was cut off")
    refused(content[:-4], "was cut off")
    refused(content[:8] + b"x" * size + content[8 + size :], "its header cannot be read")

    def with_header(change):
        header = json.loads(content[8 : 8 + size])
        change(header)
        text = json.dumps(header).encode()
        return len(text).to_bytes(8, "little") + text + content[8 + size :]

    refused(with_header(lambda header: header["__metadata__"].update(environment="moon_lander")),
            "is a policy for the environment \"moon_lander\", which is not in this package")
    refused(with_header(lambda header: header["__metadata__"].update(format="other")), "its format is 'other'")
    refused(with_header(lambda header: header["__metadata__"].update(activation="sine")), "has the activation 'sine'")
    refused(with_header(lambda header: header.pop("actor.1.bias")), "tensor \"actor.1.bias\" is missing")
    refused(with_header(lambda header: header.pop("actor.1.weight")), "tensor \"actor.1.bias\" has no place in it")
    refused(with_header(lambda header: header.pop("observation.scale")), "tensor \"observation.scale\" is missing")
    refused(with_header(lambda header: header["actor.2.weight"].update(shape=[2, 32])),
            "its tensors do not fit each other|has the shape")
    refused(with_header(lambda header: header.update({"actor.2.bias": header["actor.0.bias"]})),
            r"tensor \"actor.2.bias\" has the shape \(64,\), not \(1,\)")
    unread = "is no file of safetensors: its header cannot be read"
    for offsets in (["0", "256"], [0, 128, 256], [0], 256, [0.0, 256.0], [-256, 0]):
        refused(with_header(lambda header: header["actor.0.bias"].update(data_offsets=offsets)), unread)
    for shape in (["64"], 64, [-8, -8], [0, 2**70]):
        refused(with_header(lambda header: header["actor.0.bias"].update(shape=shape)), unread)
    for metadata in ([], "text", None, {"environment": ["pendulum"]}, {"activation": 3}):
        refused(with_header(lambda header: header.update(__metadata__=metadata)), unread)
    refused(len(deep := b"[" * 200_000).to_bytes(8, "little") + deep, unread)
    broken = bytearray(content)
    broken[-4:] = np.float32(np.nan).tobytes()
    refused(bytes(broken), "has a NaN or an infinity")
    with pytest.raises(FileNotFoundError):
        lockstep.load_policy(tmp_path / "none.policy")


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


@short
@pytest.mark.parametrize("env_id", lockstep.environment_ids())
def test_sac_trains_in_every_environment(env_id):
    training = lockstep.train_sac(env_id, config=SHORT_SAC, evaluation_episodes=16,
                                  on_iteration=lambda metrics: metrics["iteration"] == 2)
    assert len(training.metrics) == 2 and np.isfinite(training.evaluation["mean_return"])
    assert training.policy.environment == env_id


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
    with pytest.raises(ValueError, match="lockstep: train_ppo: .*discount is 1.5"):
        train("Pendulum-v1", config=lockstep.PpoConfig(discount=1.5))
    with pytest.raises(ValueError, match="PpoConfig.epochs is -1, not a whole number from 0"):
        train("Pendulum-v1", config=lockstep.PpoConfig(epochs=-1))
    with pytest.raises(TypeError, match="PpoConfig.clip is 'wide', not a number"):
        train("Pendulum-v1", config=lockstep.PpoConfig(clip="wide"))
    with pytest.raises(TypeError, match="PpoConfig.scale_rewards is 1, not True or False"):
        train("Pendulum-v1", config=lockstep.PpoConfig(scale_rewards=1))
    with pytest.raises(TypeError, match="config is 5, not a PpoConfig"):
        train("Pendulum-v1", config=5)
    with pytest.raises(ValueError, match="steps is 0, not a whole number above 0"):
        train("Pendulum-v1", steps=0)
    with pytest.raises(ValueError, match="frame_skip is 3: the learners train with its default, 4"):
        train("Hopper-v5", steps=10_000, frame_skip=3)
    with pytest.raises(ValueError, match="has no option 'mass'"):
        train("Pendulum-v1", steps=10_000, mass=3)


@pytest.mark.parametrize("name, value, kind, message", [
    ("evaluation_episodes", 0, ValueError, "evaluation_episodes is 0, below 1"),
    ("evaluation_episodes", 2**32 + 1, ValueError, "evaluation_episodes is 4294967297, above 2\\*\\*32"),
    ("evaluation_episodes", 2.5, TypeError, "evaluation_episodes is 2.5, not a whole number"),
    ("threads", -1, ValueError, "threads is -1, below 0"),
    ("threads", "two", TypeError, "threads is 'two', not a whole number")])
def test_a_wrong_number_is_named_before_the_training(name, value, kind, message):
    with pytest.raises(kind, match=f"^lockstep: {message}$"):
        lockstep.train_ppo("Pendulum-v1", steps=10_000, on_iteration=lambda metrics: pytest.fail("it trained"), **{name: value})
