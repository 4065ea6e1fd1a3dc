# SPDX-License-Identifier: MIT
"""Runs the models that tests/io/export/onnx.cpp wrote, in onnxruntime, beside the library's own actions.

    onnx_in_runtime.py FOLDER
"""

import json
import os
import pathlib
import sys

try:
    import numpy as np
    import onnx
    import onnxruntime
except ImportError as error:
    if os.environ.get("LOCKSTEP_REQUIRE_ONNXRUNTIME"):
        sys.exit(f"{error}; pip install onnx onnxruntime numpy")
    print(f"skipped: {error}; pip install onnx onnxruntime numpy")
    sys.exit()

TOLERANCE = 1e-6  # of an action larger than 1, relative to its size
folder = pathlib.Path(sys.argv[1])
models = sorted(folder.glob("*.onnx"))
if not models:
    sys.exit(f"{folder} has no models")
worst = 0
for path in models:
    onnx.checker.check_model(str(path), full_check=True)
    model = onnx.load(path)
    if [(o.domain, o.version) for o in model.opset_import] != [("", 17)]:
        sys.exit(f"{path}: opset is {model.opset_import}")
    episode = json.loads(path.with_suffix(".json").read_text())
    observations, actions = (np.array(episode[key], np.float32) for key in ("observations", "actions"))
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    inputs = {put.name: put.shape for put in session.get_inputs()}
    if list(inputs["observation"]) != ["batch", observations.shape[1]]:
        sys.exit(f"{path}: observation has the shape {inputs['observation']}")
    if "memory" in inputs:
        # Two episodes side by side, one of which begins a step late: what one remembers is not the other's.
        memory = np.zeros((2, inputs["memory"][1]), np.float32)
        found = []
        for step, observation in enumerate(observations):
            late = observations[max(step - 1, 0)]
            inputs = {"observation": np.stack([observation, late]), "memory": memory}
            action, memory = session.run(["action", "next_memory"], inputs)
            if step == 0:
                memory[1] = 0
            elif not np.allclose(action[1], found[-1], atol=TOLERANCE):
                sys.exit(f"{path}: a row of the batch depends on its neighbour")
            found.append(action[0])
        found = np.stack(found)
    else:
        found, = session.run(["action"], {"observation": observations})
    if found.shape != actions.shape or found.dtype != np.float32:
        sys.exit(f"{path}: actions are {found.dtype} {found.shape}, not float32 {actions.shape}")
    difference = float((np.abs(found - actions) / np.maximum(1, np.abs(actions))).max())
    print(f"{path.name}: {difference:.2g}")
    worst = max(worst, difference)
if not worst <= TOLERANCE:
    sys.exit(f"differs by {worst:.2g}, more than {TOLERANCE}")
print(f"onnxruntime {onnxruntime.__version__} agrees on {len(models)} models")
