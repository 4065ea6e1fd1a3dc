#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what MuJoCo says about a capsule (radius 0.02 m, core 0.1 m) at an upright cylinder (radius 0.05 m, height 0.1 m) in
random places: tests/data/physics/capsule_cylinder.csv. Every third core is parallel to the faces to within 0.2 rad. Needs the
package mujoco:

    tests/golden/capsule_cylinder.py tests/data
"""

import sys

import mujoco
import numpy as np

MODEL = """<mujoco><default><geom margin="0.002" condim="1"/></default><worldbody>
<body><freejoint/><geom type="cylinder" size="0.05 0.05"/></body>
<body><freejoint/><geom type="capsule" size="0.02 0.05"/></body></worldbody></mujoco>"""


def main(folder):
    model = mujoco.MjModel.from_xml_string(MODEL)
    data, rng = mujoco.MjData(model), np.random.default_rng(1)
    with open(f"{folder}/physics/capsule_cylinder.csv", "w") as file:
        file.write(f"# MuJoCo {mujoco.__version__}: from a cylinder's centre to a capsule's, half its core, MuJoCo's contacts "
                   "and the first of them\n")
        parts = [("center", 3), ("half", 3), ("contacts", 1), ("distance", 1), ("normal", 3), ("position", 3)]
        file.write(",".join(f"{name}{i}" for name, count in parts for i in range(count)) + "\n")
        written = 0
        while written < 600:
            axis = rng.standard_normal(3)
            if written % 3 == 0:
                axis[2] = rng.uniform(-0.2, 0.2) * np.hypot(axis[0], axis[1])
            axis /= np.linalg.norm(axis)
            mujoco.mj_resetData(model, data)
            data.qpos[7:10] = rng.uniform(-0.12, 0.12, 3)
            mujoco.mju_quatZ2Vec(data.qpos[10:14], axis)
            mujoco.mj_forward(model, data)
            if data.ncon > 0:
                nearest = data.contact[0]
                half = 0.05 * data.geom_xmat[1].reshape(3, 3)[:, 2]
                # MuJoCo's normal leads from the first geom to the second, the capsule to the cylinder.
                sign = 1 if model.geom_type[nearest.geom[0]] == mujoco.mjtGeom.mjGEOM_CYLINDER else -1
                row = [*data.qpos[7:10], *half, data.ncon, nearest.dist, *(sign * nearest.frame[:3]), *nearest.pos]
                file.write(",".join(f"{x:.12g}" for x in row) + "\n")
                written += 1


main(sys.argv[1])
