"""pictures.py CHROMIUM [NAME...]: makes the pictures of the bundled environments anew, in docs/pictures, or those of these names.

docs/programs/pictures.cpp writes a page of the viewer for each robot, and a drawing of each classic task. This script builds it
by the compiler CXX or g++, and takes a picture of each page.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
from browser import Browser, save_picture  # noqa: E402

WIDTH, HEIGHT = 480, 320
ALONE = "h1, h2, footer, .figures, .traces { display: none }"  # only the robot stays

# How the camera differs from the viewer's: its distance, and by how many pixels the mouse turns and moves it.
CAMERAS = {
    "ant": {"distance": 0.9},
    "fetch": {"distance": 0.2, "turn": (-40, 0)},
    "grasp": {"distance": 0.7},
    "half_cheetah": {"distance": 0.8},
    "hopper": {"distance": 0.6},
    "humanoid": {"distance": 0.5, "turn": (-90, 0)},
    "humanoid_standup": {"distance": 0.6, "turn": (60, 40), "move": (-30, 0)},
    "inverted_double_pendulum": {"distance": 0.75, "move": (0, 110)},
    "inverted_pendulum": {"distance": 0.75, "move": (0, 60)},
    "pusher": {"distance": 0.6, "turn": (-60, 60)},
    "reacher": {"distance": 0.4, "turn": (0, 150)},
    "reachers": {"distance": 0.6, "turn": (0, 150)},
    "swimmer": {"distance": 0.8, "turn": (0, 80), "move": (60, 0)},
    "ur5e": {"distance": 0.7},
    "walker2d": {"distance": 0.6},
}


def take_picture(chromium, page, picture, distance=1, turn=(0, 0), move=(0, 0)):
    with Browser(chromium, f"{page.as_uri()}#paused") as browser:
        browser.call("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)
        browser.wait_for("document.body.dataset.drawn > 2")
        browser.value(f"document.head.insertAdjacentHTML('beforeend', '<style>{ALONE}</style>')")
        browser.value("document.getElementById('views').dispatchEvent("
                      f"new WheelEvent('wheel', {{deltaY: 1000 * Math.log({distance})}}))")
        middle = WIDTH // 2, HEIGHT // 2
        browser.drag(middle, (middle[0] + turn[0], middle[1] + turn[1]))
        browser.drag(middle, (middle[0] + move[0], middle[1] + move[1]), shift=True)
        drawn = browser.value("document.body.dataset.drawn")
        browser.wait_for(f"document.body.dataset.drawn > {drawn} + 1")
        save_picture(browser, picture)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    chromium, names = sys.argv[1], sys.argv[2:]
    pictures = ROOT / "docs/pictures"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.environ.get("CXX", "g++"), "-std=c++20", "-O1", "-ffp-contract=off", f"-I{ROOT / 'include'}",
                        ROOT / "docs/programs/pictures.cpp", "-o", "pictures"], cwd=folder, check=True)
        subprocess.run(["./pictures"], cwd=folder, check=True)
        made = {file.stem for file in Path(folder).glob("*.*")}
        if unknown := set(names) - made:
            sys.exit(f"pictures.py: there is no picture {', '.join(sorted(unknown))}; there are {', '.join(sorted(made))}")
        for file in sorted(Path(folder).glob("*.*")):
            if names and file.stem not in names:
                continue
            if file.suffix == ".svg":
                shutil.copy(file, pictures)
            else:
                take_picture(chromium, file, pictures / f"{file.stem}.png", **CAMERAS[file.stem])


if __name__ == "__main__":
    main()
