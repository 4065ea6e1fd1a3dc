# SPDX-License-Identifier: MIT
"""The environments beside Gymnasium's: its checker, its registry, and its own environments step by step."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import lockstep

IDS = lockstep.environment_ids()
ROBOTS = [env_id for env_id in IDS if env_id.endswith("-v5")]
DISCRETE = ["Acrobot-v1", "CartPole-v1"]


def test_all_of_gymnasiums_robots_are_there():
    originals = {name for name, spec in gymnasium.registry.items()
                 if name.endswith("-v5") and ".mujoco." in str(spec.entry_point)}
    assert set(ROBOTS) == originals
    assert set(IDS) - set(ROBOTS) == {"Pendulum-v1", "MountainCarContinuous-v0", *DISCRETE}


@pytest.mark.parametrize("env_id", IDS)
def test_the_checker_of_gymnasium_passes(env_id):
    env = gymnasium.make("lockstep/" + env_id)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for harmless in ("A Box observation space m", "For Box action spaces, we recommend", "WARN: A Box", ".*render"):
            warnings.filterwarnings("ignore", f".*{harmless}")
        check_env(env.unwrapped)
    assert env.spec.max_episode_steps == gymnasium.spec(env_id).max_episode_steps
    env.close()


@pytest.mark.parametrize("env_id", IDS)
def test_spaces_are_gymnasiums(env_id):
    ours, theirs = lockstep.make_vec(env_id, 2, dtype=np.float64), gymnasium.make(env_id)
    assert ours.single_observation_space.shape == theirs.observation_space.shape
    np.testing.assert_allclose(ours.single_observation_space.low, theirs.observation_space.low, rtol=1e-6)
    np.testing.assert_allclose(ours.single_observation_space.high, theirs.observation_space.high, rtol=1e-6)
    assert type(ours.single_action_space) is type(theirs.action_space)
    assert ours.action_space == batch_space(theirs.action_space, 2)
    assert ours.action_space.dtype == (np.int64 if env_id in DISCRETE else np.float32)


@pytest.mark.parametrize("env_id", IDS)
def test_frames_a_second_are_gymnasiums(env_id):
    assert lockstep.make_vec(env_id, 2).metadata["render_fps"] == gymnasium.make(env_id).metadata["render_fps"]


@pytest.mark.parametrize("env_id", IDS)
def test_options_are_gymnasiums_with_its_defaults(env_id):
    import inspect
    theirs = inspect.signature(gymnasium.make(env_id).unwrapped.__class__.__init__).parameters
    theirs = {name: parameter.default for name, parameter in theirs.items()
              if name not in ("self", "kwargs", "xml_file", "default_camera_config", "render_mode")}
    assert lockstep.options_of(env_id) == theirs


def test_make_vec_and_make_find_the_environments():
    envs = gymnasium.make_vec("lockstep/HalfCheetah-v5", num_envs=1024, forward_reward_weight=2)
    assert isinstance(envs, lockstep.VectorEnv)
    assert (envs.num_envs, envs.options["forward_reward_weight"]) == (1024, 2)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert envs.metadata["render_fps"] == 20
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (1024, 17) and infos == {}
    env = gymnasium.make("lockstep/HalfCheetah-v5", max_episode_steps=3)
    assert isinstance(env.unwrapped, lockstep.SingleEnv)
    env.reset(seed=1)
    truncated = [env.step(env.action_space.sample())[3] for _ in range(3)]
    assert truncated == [False, False, True]


def test_a_wrapper_of_gymnasium_counts_episodes():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(lockstep.make_vec("Hopper-v5", 8, max_episode_steps=20))
    envs.reset(seed=0)
    lengths = []
    for _ in range(60):
        *_, infos = envs.step(envs.action_space.sample())
        lengths += list(infos["episode"]["l"][infos["_episode"]]) if "episode" in infos else []
    assert lengths and max(lengths) == 20


def episodes_of_a_loop(mode, steps=400):
    """The returns, lengths and last observations of each environment's episodes, gathered as CleanRL's scripts do."""
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec("lockstep/Hopper-v5", num_envs=8, autoreset_mode=mode, max_episode_steps=30))
    assert envs.metadata["autoreset_mode"] == mode
    weights = np.random.default_rng(0).normal(size=(11, 3))
    observations, _ = envs.reset(seed=1)
    sums, over = np.zeros((8, 2)), np.zeros(8, bool)
    episodes = [[] for _ in range(8)]
    for _ in range(steps):
        following, rewards, terminated, truncated, infos = envs.step(np.tanh(observations @ weights))
        counts = ~over if mode == AutoresetMode.NEXT_STEP else np.ones(8, bool)  # after an end, a step only begins an episode
        assert (rewards[~counts] == 0).all()
        sums[counts] += np.stack([rewards, np.ones(8)], 1)[counts]
        over = terminated | truncated
        for i in np.flatnonzero(over):
            last = following[i] if mode == AutoresetMode.NEXT_STEP else infos["final_obs"][i]
            episodes[i].append((*sums[i], *last))
            told = infos["episode"]["r"][i], infos["episode"]["l"][i]
            np.testing.assert_allclose(told, sums[i], rtol=1e-5)
            sums[i] = 0
        observations = following
    return episodes


def test_a_loop_sees_the_same_episodes_in_both_modes():
    later, at_once = (episodes_of_a_loop(mode) for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP))
    for one, other in zip(later, at_once):
        count = min(len(one), len(other))
        assert count > 5
        np.testing.assert_allclose(one[:count], other[:count], rtol=1e-5)


def originals_at(env_id, envs, **options):
    """Gymnasium's environments in the states of ours."""
    originals = []
    if env_id in ROBOTS:
        qpos, qvel = envs.qpos.astype(float), envs.qvel.astype(float)
    for i in range(envs.num_envs):
        env = gymnasium.make(env_id, **options).unwrapped
        env.reset(seed=0)
        if env_id in ROBOTS:
            env.set_state(qpos[i], qvel[i])
            if "Reacher" in env_id:
                env.goal = qpos[i][-2:]
            if "Pusher" in env_id:
                env.goal_pos, env.cylinder_pos = qpos[i][-2:], qpos[i][-4:-2]
        else:
            env.state = state_seen(env_id, envs, i)
        originals.append(env)
    return originals


def state_seen(env_id, envs, i):
    """Gymnasium's state in the classic environment i, from what is observed."""
    packs = envs.observations_in_lanes  # [packs][numbers][lanes]
    seen = packs[i // packs.shape[2], :, i % packs.shape[2]].astype(float)
    if env_id == "Pendulum-v1":
        return np.array([np.arctan2(seen[1], seen[0]), seen[2]])
    if env_id == "Acrobot-v1":
        return np.array([np.arctan2(seen[1], seen[0]), np.arctan2(seen[3], seen[2]), *seen[4:]])
    return seen


def random_actions(random, space, count):
    """Indices, or numbers that are partly beyond the bounds."""
    if isinstance(space, gymnasium.spaces.Discrete):
        return random.integers(space.n, size=count)
    return random.uniform(1.2 * space.low, 1.2 * space.high, (count, *space.shape)).astype(np.float32)


def as_original(action):
    """An action as Gymnasium's environments take it: a number of float64, or an index."""
    return action.astype(float) if action.dtype == np.float32 else action


# An error of float32 grows by contacts; forces of contacts are large. Steps, relative and absolute tolerance.
TOLERANCES = {"HalfCheetah-v5": (8, 5e-3, 5e-3), "Ant-v5": (10, 2e-3, 2e-3), "Humanoid-v5": (10, 2e-3, 5e-3), 
              "HumanoidStandup-v5": (5, 5e-3, 5e-2)}


def follow(env_id, steps, rtol, atol, dtype=np.float64, **options):
    """Steps ours and Gymnasium's from the same states under the same actions, until an episode ends."""
    count = 8
    envs = lockstep.make_vec(env_id, count, dtype=dtype, autoreset_mode=AutoresetMode.DISABLED, **options)
    observations, _ = envs.reset(seed=7)
    originals = originals_at(env_id, envs, **options)
    random = np.random.default_rng(3)
    for step in range(steps):
        actions = random_actions(random, envs.single_action_space, count)
        observations, rewards, terminated, truncated, _ = envs.step(actions)
        for i, env in enumerate(originals):
            seen, reward, over, _, _ = env.step(as_original(actions[i]))
            where = f"step {step}, environment {i}"
            np.testing.assert_allclose(observations[i], seen, rtol=rtol, atol=atol, err_msg=where)
            np.testing.assert_allclose(rewards[i], np.asarray(reward, float).item(), rtol=rtol, atol=atol, err_msg=where)
            assert terminated[i] == over
        assert not truncated.any()
        if terminated.any():
            break
    return step + 1


@pytest.mark.parametrize("env_id", IDS)
def test_steps_are_gymnasiums(env_id):
    steps, rtol, atol = TOLERANCES.get(env_id, (20, 1e-3, 1e-3))
    assert follow(env_id, steps, rtol, atol) >= 2


OTHERS = {
    "Ant-v5": {"frame_skip": 3, "exclude_current_positions_from_observation": False, "include_cfrc_ext_in_observation": False,
               "healthy_z_range": (0.1, 2.0), "contact_cost_weight": 1e-3, "contact_force_range": (-2.0, 3.0)},
    "HalfCheetah-v5": {"frame_skip": 2, "exclude_current_positions_from_observation": False, "ctrl_cost_weight": 0.3,
                       "forward_reward_weight": 2.0},
    "Hopper-v5": {"frame_skip": 1, "exclude_current_positions_from_observation": False, "healthy_reward": 3.0,
                  "healthy_angle_range": (-0.1, 0.1)},
    "Humanoid-v5": {"frame_skip": 2, "exclude_current_positions_from_observation": False, "include_cinert_in_observation": False,
                    "include_qfrc_actuator_in_observation": False, "terminate_when_unhealthy": False},
    "HumanoidStandup-v5": {"include_cvel_in_observation": False, "include_cfrc_ext_in_observation": False,
                           "ctrl_cost_weight": 1.0},
    "Walker2d-v5": {"frame_skip": 10, "healthy_z_range": (0.5, 3.0), "terminate_when_unhealthy": False},
    "Swimmer-v5": {"frame_skip": 6, "exclude_current_positions_from_observation": False},
    "Reacher-v5": {"frame_skip": 4, "reward_dist_weight": 3.0},
    "Pusher-v5": {"frame_skip": 3, "reward_near_weight": 2.0},
    "InvertedPendulum-v5": {"frame_skip": 1},
    "InvertedDoublePendulum-v5": {"frame_skip": 2, "healthy_reward": 1.0},
    "Pendulum-v1": {"g": 3.0},
    "MountainCarContinuous-v0": {"goal_velocity": 0.01},
    "CartPole-v1": {"sutton_barto_reward": True},
    "Acrobot-v1": {},
}


@pytest.mark.parametrize("env_id", IDS)
def test_steps_with_other_options_are_gymnasiums(env_id):
    _, rtol, atol = TOLERANCES.get(env_id, (20, 1e-3, 1e-3))
    assert follow(env_id, 5, rtol, atol, **OTHERS[env_id]) >= 1


# What ends an episode: a push to one side, or a torque along the speed of the second rod.
ENDING = {"CartPole-v1": lambda observations: np.zeros(len(observations), np.int64),
          "Acrobot-v1": lambda observations: np.where(observations[:, 5] < 0, 0, 2)}


@pytest.mark.parametrize("env_id, options", [
    ("CartPole-v1", {}), ("CartPole-v1", {"sutton_barto_reward": True}), ("Acrobot-v1", {})])
def test_an_episode_ends_where_gymnasiums_does(env_id, options):
    envs = lockstep.make_vec(env_id, 20, autoreset_mode=AutoresetMode.SAME_STEP, **options)
    observations, _ = envs.reset(seed=3)
    original = gymnasium.make(env_id, **options).unwrapped
    ends = 0
    for _ in range(150):
        actions = ENDING[env_id](observations)
        states = [state_seen(env_id, envs, i) for i in range(20)]
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for i in range(20):
            original.reset(seed=0)
            original.state = states[i]
            seen, reward, over, _, _ = original.step(actions[i])
            assert (rewards[i], terminated[i]) == (reward, over)
            np.testing.assert_allclose(infos["final_obs"][i] if over else observations[i], seen, rtol=1e-3, atol=1e-4)
        ends += terminated.sum()
        assert not truncated.any()
    assert ends >= 10


def test_episodes_of_the_acrobot_are_truncated_as_gymnasiums():
    envs = gymnasium.make_vec("lockstep/Acrobot-v1", num_envs=3)
    envs.reset(seed=0)
    for step in range(1, 501):
        *_, terminated, truncated, _ = envs.step(np.ones(3, np.int64))  # no torque
        assert not terminated.any() and truncated.all() == truncated.any() == (step == 500)


@pytest.mark.parametrize("main_body", [1, "torso", 4, "aux_4"])
def test_the_main_body_of_the_ant_is_gymnasiums(main_body):
    assert follow("Ant-v5", 5, 2e-3, 2e-3, main_body=main_body) == 5


def test_reset_noise_scale_spreads_the_starts():
    starts = [lockstep.make_vec("HalfCheetah-v5", 64, reset_noise_scale=scale).reset(seed=0)[0] for scale in (0.0, 0.1, 1)]
    spread = [np.abs(start).max() for start in starts]
    assert spread[0] == 0 and 0.1 < spread[1] < 1 < spread[2]
