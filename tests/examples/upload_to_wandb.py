#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/upload_to_wandb.py reads what a search leaves: upload_to_wandb.py PATH_OF_sweep_pendulum. In the place of the package
wandb is one that writes down what it is told, so nothing is uploaded."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "upload_to_wandb.py"
WANDB = '''
import json

class Run:
    def __init__(self, settings):
        self.told = {"settings": settings, "rows": []}
    def log(self, row, step):
        self.told["rows"].append([step, row])
    def finish(self):
        with open("told", "a") as file:
            file.write(json.dumps(self.told) + "\\n")

def init(**settings):
    return Run(settings)
'''


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([program, "--sweep", "learning_rate=1e-3,3e-3", "--candidates", "2", "--rounds", "1",
                        "--search_seeds", "2", "--steps", "12288", "--episodes", "16", "--logs", "logs"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (folder / "wandb.py").write_text(WANDB)
        subprocess.run([sys.executable, SCRIPT, "logs", "pendulum"], cwd=folder, check=True,
                       env={**os.environ, "PYTHONPATH": str(folder)})
        told = [json.loads(line) for line in (folder / "told").read_text().splitlines()]
    settings = [run["settings"] for run in told]
    names = [f"candidate_{candidate}.seed_{seed}" for candidate in (0, 1) for seed in (0, 1)]
    assert [s["name"] for s in settings] == names, settings
    assert all(s["project"] == "pendulum" and s["group"] == "logs" for s in settings), settings
    assert [s["config"]["seed"] for s in settings] == ["0", "1", "0", "1"], settings
    rates = [float(s["config"]["learning_rate"]) for s in settings]
    assert rates[0] == rates[1] and rates[2] == rates[3] and rates[0] != rates[2], settings
    assert all(float(s["config"]["return"]) < 0 for s in settings), settings
    for run in told:
        steps = [step for step, row in run["rows"]]
        assert len(steps) > 1 and steps == sorted(set(steps)) and steps[-1] == 12288, steps
        assert all(row["steps"] == step and row["policy_loss"] == row["policy_loss"] for step, row in run["rows"])
    print(f"told wandb of {len(told)} trainings")


main(sys.argv[1])
