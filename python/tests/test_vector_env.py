# SPDX-License-Identifier: MIT
"""How many environments begin, step and end."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import lockstep


def rollout(steps, seed=5, env_id="Hopper-v5", count=20, **options):
    """Everything that `steps` random steps return, stacked; the actions of environment i are the same whatever the count."""
    envs = lockstep.make_vec(env_id, count, **options)
    observations, infos = envs.reset(seed=seed)
    rows = [(observations, np.zeros(count), np.zeros(count, bool), np.zeros(count, bool), infos)]
    random = [np.random.default_rng(i) for i in range(count)]
    for _ in range(steps):
        rows.append(envs.step(np.stack([each.uniform(-1, 1, envs.single_action_space.shape[0]) for each in random])))
    return [list(column) for column in zip(*rows)]


def stacked(column):
    return np.stack(column)


def test_arrays_have_the_shapes_and_dtypes_of_the_spaces():
    envs = lockstep.make_vec("HalfCheetah-v5", 33)
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space and infos == {}
    observations, rewards, terminated, truncated, infos = envs.step(envs.action_space.sample())
    assert observations in envs.observation_space
    assert (rewards.shape, terminated.shape, truncated.shape) == ((33,),) * 3
    assert (rewards.dtype, terminated.dtype, truncated.dtype) == (np.float32, np.bool_, np.bool_)


def test_float64_shows_the_same_numbers():
    single, double = rollout(30), rollout(30, dtype=np.float64)
    assert double[0][0].dtype == double[1][1].dtype == np.float64
    for column in range(4):
        np.testing.assert_array_equal(stacked(single[column]).astype(float), stacked(double[column]).astype(float))


def test_a_seed_decides_everything():
    first, same, other = rollout(30), rollout(30), rollout(30, seed=6)
    np.testing.assert_array_equal(stacked(first[0]), stacked(same[0]))
    assert (stacked(first[0]) != stacked(other[0])).any()


@pytest.mark.parametrize("options", [{"threads": 1}, {"threads": 3}, {"count": 7}, {"count": 41}])
def test_neither_threads_nor_the_count_matter(options):
    one, other = rollout(40), rollout(40, **options)
    count = min(len(one[1][0]), len(other[1][0]))
    for column in range(4):
        np.testing.assert_array_equal(stacked(one[column])[:, :count], stacked(other[column])[:, :count])


def test_a_reset_without_a_seed_goes_on():
    envs = lockstep.make_vec("Pendulum-v1", 4)
    seeded = envs.reset(seed=3)[0]
    after = envs.reset()[0]
    assert (seeded != after).any()
    np.testing.assert_array_equal(envs.reset(seed=3)[0], seeded)
    np.testing.assert_array_equal(envs.reset()[0], after)
    unseeded = [lockstep.make_vec("Pendulum-v1", 4).reset()[0] for _ in range(2)]
    assert (unseeded[0] != unseeded[1]).any()


def test_episodes_are_truncated_after_max_episode_steps():
    for limit in (5, None, 0):
        _, _, terminated, truncated, _ = rollout(210, env_id="Pendulum-v1", max_episode_steps=limit)
        assert not stacked(terminated).any()
        wanted = {5: range(5, 211, 6), None: [200], 0: []}[limit]
        assert list(np.flatnonzero(stacked(truncated)[:, 0])) == list(wanted)


def test_next_step_begins_an_episode_with_the_step_after_an_end():
    observations, rewards, terminated, truncated, infos = rollout(120)
    over = stacked(terminated) | stacked(truncated)
    steps, environments = np.nonzero(over[:-1])
    assert len(steps) > 20
    assert all(info == {} for info in infos)
    for step, i in zip(steps, environments):
        assert observations[step][i][0] < 0.7 or abs(observations[step][i][1]) > 0.2  # the last of the episode
        assert abs(observations[step + 1][i][0] - 1.25) < 0.006  # the first of the next
        assert rewards[step + 1][i] == 0 and not over[step + 1][i]


def test_same_step_begins_it_at_once_and_tells_the_last_observation():
    options = {"max_episode_steps": 17}
    later = rollout(60, **options)
    observations, rewards, terminated, truncated, infos = rollout(60, autoreset_mode=AutoresetMode.SAME_STEP, **options)
    over = stacked(terminated) | stacked(truncated)
    seen = 0
    for step in range(61):
        assert ("final_obs" in infos[step]) == over[step].any()
        if over[step].any():
            np.testing.assert_array_equal(infos[step]["_final_obs"], over[step])
            np.testing.assert_array_equal(infos[step]["_final_info"], over[step])
            assert infos[step]["final_info"] == {}
            for i in range(20):
                assert (infos[step]["final_obs"][i] is not None) == over[step][i]
                seen += over[step][i]
                if over[step][i]:
                    assert abs(observations[step][i][0] - 1.25) < 0.006
    assert seen > 20
    # Up to the first end both modes do the same, and then NEXT_STEP returns what is final here.
    for i in range(20):
        end = np.argmax(over[:, i])
        np.testing.assert_array_equal(stacked(observations)[:end, i], stacked(later[0])[:end, i])
        np.testing.assert_array_equal(infos[end]["final_obs"][i], later[0][end][i])
        np.testing.assert_array_equal(observations[end][i], later[0][end + 1][i])


def test_disabled_waits_for_a_reset():
    envs = lockstep.make_vec("Hopper-v5", 20, autoreset_mode="Disabled")
    envs.reset(seed=0)
    while True:
        observations, _, terminated, truncated, _ = envs.step(envs.action_space.sample())
        if (terminated | truncated).any():
            break
    mask = terminated | truncated
    with pytest.raises(Exception, match=f"the episode of environment {np.argmax(mask)} is over"):
        envs.step(envs.action_space.sample())
    after, _ = envs.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(after[~mask], observations[~mask])
    assert (np.abs(after[mask][:, 0] - 1.25) < 0.006).all()
    envs.step(envs.action_space.sample())


def test_without_copies_the_same_arrays_are_written_again():
    for copy in (True, False):
        envs = lockstep.make_vec("Pendulum-v1", 8, copy=copy)
        envs.reset(seed=0)
        first = envs.step(envs.action_space.sample())
        kept = first[0].copy()
        second = envs.step(envs.action_space.sample())
        assert (second[0] is first[0]) == (not copy)
        assert (first[0] == kept).all() == copy


def test_lanes_are_shown_without_a_copy():
    envs = lockstep.make_vec("HalfCheetah-v5", 40)
    observations, _ = envs.reset(seed=0)
    view = envs.observations_in_lanes
    packs, numbers, lanes = view.shape
    assert (packs, numbers) == (-(-40 // lanes), 18) and view.dtype == np.float32
    assert not view.flags.writeable and not view.flags.owndata
    for _ in range(2):
        for i in (0, 17, 39):
            np.testing.assert_array_equal(view[i // lanes, 1:, i % lanes], observations[i])
        observations = envs.step(envs.action_space.sample())[0]
    qpos = envs.state_in_lanes("qpos")
    np.testing.assert_array_equal(qpos.transpose(0, 2, 1).reshape(-1, 9)[:40], envs.qpos)
    np.testing.assert_array_equal(envs.qvel, observations[:, 8:])
    from_dlpack = np.from_dlpack(observations)
    assert np.shares_memory(from_dlpack, observations)


def lanes_before_and_after_a_step():
    """The views of the memory themselves, and an array of what they showed before a step that changed them."""
    envs = lockstep.make_vec("HalfCheetah-v5", 4)
    envs.reset(seed=0)
    views = [envs.observations_in_lanes, envs.state_in_lanes("qpos"), envs.state_in_lanes("qvel")]
    kept = [view.copy() for view in views]
    return views, kept, lambda: envs.step(envs.action_space.sample())


def test_numpy_takes_lanes_by_dlpack_without_a_copy_and_cannot_write_them():
    views, kept, step = lanes_before_and_after_a_step()
    for view in views:
        with pytest.raises(BufferError, match="readonly"):  # to a library that knows no read-only memory
            view.__dlpack__()
    if np.lib.NumpyVersion(np.__version__) < "2.1.0":
        pytest.skip("this numpy knows no read-only memory")
    taken = [np.from_dlpack(view) for view in views]
    step()
    for view, other, before in zip(views, taken, kept):
        assert np.shares_memory(view, other) and not other.flags.writeable and other.strides == view.strides
        np.testing.assert_array_equal(other, view)
        assert (other != before).any()


def test_pytorch_takes_lanes_by_dlpack_without_a_copy():
    torch = pytest.importorskip("torch")
    views, kept, step = lanes_before_and_after_a_step()
    try:
        taken = [torch.from_dlpack(view) for view in views]
    except BufferError:
        pytest.skip("this PyTorch knows no read-only memory")
    step()
    for view, tensor, before in zip(views, taken, kept):
        assert tensor.data_ptr() == view.ctypes.data
        np.testing.assert_array_equal(tensor.numpy(), view)
        assert (tensor.numpy() != before).any()


def test_views_outlive_the_environment():
    envs = lockstep.make_vec("HalfCheetah-v5", 4)
    envs.reset(seed=0)
    view = envs.observations_in_lanes
    kept = view.copy()
    envs.close()
    del envs
    np.testing.assert_array_equal(view, kept)


@pytest.mark.parametrize("dtype", [np.float16, np.float64, np.int8])
def test_actions_of_other_real_dtypes_are_converted(dtype):
    results = []
    for given in (dtype, np.float32):
        envs = lockstep.make_vec("Pendulum-v1", 8)
        envs.reset(seed=0)
        results.append(envs.step(np.full((8, 1), 2, dtype).astype(given))[0])
    np.testing.assert_array_equal(*results)
    envs.step([[0.5]] * 8)


@pytest.mark.parametrize("given", [np.int8, np.uint64, list])
def test_discrete_actions_of_every_whole_dtype_are_taken(given):
    results, actions = [], np.arange(8) % 3
    for as_given in (given, np.int64):
        envs = lockstep.make_vec("Acrobot-v1", 8)
        envs.reset(seed=0)
        results.append(envs.step(actions.tolist() if as_given is list else actions.astype(as_given))[0])
    np.testing.assert_array_equal(*results)
    speeds = results[0][:, 5]  # of the second rods, which the torques of -1, 0 and 1 turn
    assert speeds[actions == 0].max() < speeds[actions == 1].min() < speeds[actions == 1].max() < speeds[actions == 2].min()


def test_discrete_environments_begin_again_in_both_modes():
    left = np.zeros(20, np.int64)  # the pole falls to the right
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        envs = lockstep.make_vec("CartPole-v1", 20, autoreset_mode=mode)
        assert envs.action_space.sample().shape == (20,)
        observations, _ = envs.reset(seed=0)
        assert observations in envs.observation_space
        over, ends = np.zeros(20, bool), 0
        for _ in range(40):
            observations, rewards, terminated, truncated, infos = envs.step(left)
            begun = over if mode == AutoresetMode.NEXT_STEP else terminated
            last = infos["final_obs"] if "final_obs" in infos else observations
            assert (np.abs(observations[begun]) <= 0.05).all() and not truncated.any()
            assert (rewards == (np.where(begun, 0, 1) if mode == AutoresetMode.NEXT_STEP else 1)).all()
            assert all(last[i][2] > np.radians(12) for i in np.flatnonzero(terminated))
            over, ends = terminated, ends + terminated.sum()
        assert ends >= 40


def test_actions_may_lie_in_any_order_in_memory():
    results = []
    for order in "CF":
        envs = lockstep.make_vec("HalfCheetah-v5", 8)
        envs.reset(seed=0)
        actions = np.random.default_rng(0).uniform(-1, 1, (8, 6)).astype(np.float32)
        results.append(envs.step(np.asarray(actions, order=order))[0])
    np.testing.assert_array_equal(*results)
