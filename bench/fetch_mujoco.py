#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench/fetch_mujoco.py FOLDER: unpacks the newest wheel of mujoco-core, MuJoCo's C library, into FOLDER unless it is there. It
needs Python's pip. LOCKSTEP_MUJOCO_DIR is then FOLDER."""

import pathlib
import subprocess
import sys
import zipfile


def fetch_mujoco(folder):
    """Raises subprocess.CalledProcessError if pip cannot fetch the wheel; pip says why."""
    folder = pathlib.Path(folder)
    if (folder / "mujoco").is_dir():
        return
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", folder,
                    "mujoco-core"], check=True)
    (wheel,) = folder.glob("mujoco_core-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    wheel.unlink()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        fetch_mujoco(sys.argv[1])
    except subprocess.CalledProcessError:
        sys.exit("fetch_mujoco: pip cannot fetch mujoco-core")
