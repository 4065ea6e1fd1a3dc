#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""TensorBoard's own reader and writer, from the Python package tensorboard.

    tensorboard_official.py read FOLDER     checks what the test io/tensorboard left in FOLDER
    tensorboard_official.py write FILE      makes tests/data/io/tensorboard.official, with which the test io/storage/event_record
                                            compares
"""

import math
import sys

try:
    from tensorboard.backend.event_processing import event_accumulator, plugin_event_multiplexer
    from tensorboard.compat.proto import event_pb2, summary_pb2
    from tensorboard.plugins.hparams import metadata, summary_v2
    from tensorboard.summary.writer import record_writer
except ImportError as error:
    sys.exit(f"the Python package tensorboard is missing: {error}")


def write(path):
    with open(path, "wb") as file:
        writer = record_writer.RecordWriter(file)
        events = [event_pb2.Event(wall_time=1234567890.125, file_version="brain.Event:2")]
        values = [("rollout/ep_rew_mean", 4321.5), ("train/approx_kl", -0.0078125)]
        events.append(event_pb2.Event(wall_time=1234567891.25, step=5_000_000_000, summary=summary_pb2.Summary(
            value=[summary_pb2.Summary.Value(tag=tag, simple_value=value) for tag, value in values])))
        hparams = summary_v2.hparams_pb({"learning_rate": 0.25}, trial_id="trial", start_time_secs=1234567890.5)
        events.append(event_pb2.Event(wall_time=1234567892.5, summary=hparams))
        for event in events:
            writer.write(event.SerializeToString(deterministic=True))


def read(folder):
    accumulator = event_accumulator.EventAccumulator(folder)
    accumulator.Reload()
    scalars = accumulator.Tags()["scalars"]
    expected = {"time/iterations", "time/fps", "rollout/ep_rew_mean", "train/approx_kl", "costs/joules_per_million_steps", "own"}
    assert expected <= set(scalars), scalars
    returns = accumulator.Scalars("rollout/ep_rew_mean")
    # The first row has no return, the last was cut off.
    assert [(event.step, event.value) for event in returns] == [(2000, 20.25), (3000, 30.25)], returns
    iterations = accumulator.Scalars("time/iterations")
    assert [(event.step, event.value) for event in iterations] == [(1000, 1), (2000, 2), (3000, 3)], iterations
    assert all(1.7e9 < event.wall_time < 1e10 for event in iterations), iterations
    assert "costs/price_per_million_steps" not in scalars, scalars
    assert math.isinf(accumulator.Scalars("own")[0].value)

    content = accumulator.SummaryMetadata("_hparams_/session_start_info").plugin_data.content
    start = metadata.parse_session_start_info_plugin_data(content)
    hparams = {name: getattr(value, value.WhichOneof("kind")) for name, value in start.hparams.items()}
    assert hparams["learning_rate"] == 0.5 and hparams["seed"] == 3, hparams
    assert hparams["normalize_advantage"] is True and hparams["name"] == "a name", hparams
    assert start.start_time_secs > 1.7e9

    # What TensorBoard serves: one run, with these hyperparameters.
    multiplexer = plugin_event_multiplexer.EventMultiplexer()
    multiplexer.AddRunsFromDirectory(folder)
    multiplexer.Reload()
    assert list(multiplexer.Runs()) == ["."], multiplexer.Runs()
    print(f"TensorBoard reads {len(scalars)} curves and {len(hparams)} hyperparameters")


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in ("read", "write"):
        sys.exit(__doc__.strip())
    {"read": read, "write": write}[arguments[0]](arguments[1])


main(sys.argv[1:])
