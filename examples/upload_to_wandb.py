#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Uploads the trainings of a search to Weights & Biases: upload_to_wandb.py FOLDER PROJECT, where FOLDER was given as --logs."""
import csv
import pathlib
import sys

import wandb

folder, project = pathlib.Path(sys.argv[1]), sys.argv[2]
with open(folder / "search.csv") as file:
    evaluations = {row["candidate"]: row for row in csv.DictReader(file)}  # the last one of each candidate
for path in sorted(folder.glob("candidate_*/metrics.csv")):
    candidate, seed = (part.split("_")[1] for part in path.parent.name.split("."))
    summary = evaluations.get(candidate, {"candidate": candidate})
    run = wandb.init(project=project, group=folder.name, name=path.parent.name, config={**summary, "seed": seed}, reinit=True)
    with open(path) as file:
        for row in csv.DictReader(file):
            # NaN is no episode that ended, or a cost that is not known.
            run.log({name: float(value) for name, value in row.items() if value != "nan"}, step=int(row["steps"]))
    run.finish()
