# SPDX-License-Identifier: MIT
"""viewer_in_browser.py CHROMIUM PAGE: plays the page that tests/io/viewer.cpp writes, and checks what it shows.
viewer_in_browser.py CHROMIUM PAGE --picture FILE [--time SECONDS]: takes a picture of a page, as README shows one."""

import argparse
import array
import base64
import json
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from browser import Browser, save_picture  # noqa: E402
from png import pixels_of  # noqa: E402


def time_of(browser):
    return float(browser.value("document.body.dataset.time"))


def shown(browser):
    """Waits until the page has drawn what it is told, and returns its time."""
    drawn = int(browser.value("document.body.dataset.drawn"))
    browser.wait_for(f"document.body.dataset.drawn > {drawn + 1}")
    return time_of(browser)


def middle_of(browser, element):
    box = browser.value(f"(() => {{ const b = document.querySelector('{element}').getBoundingClientRect();"
                        "return [b.left, b.top, b.width, b.height]; })()")
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def robot_pixels(picture, left, right):
    """How many pixels between two columns have the robot's warm colour."""
    def is_warm(red, green, blue):
        return red > blue + 40 > 60 and red > green + 10
    return sum(is_warm(*row[x]) for row in pixels_of(picture) for x in range(left, right))


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def play(program, page):
    with Browser(program, page + "#time=0.4&paused") as browser:
        browser.wait_for("document.body.dataset.drawn > 2")
        check(browser.value("document.title") == "Test", "the page has its title")
        check(browser.value("document.querySelectorAll('.view').length") == 3, "each episode has a view")
        check(time_of(browser) == 0.4, f"#time=0.4&paused begins there, not at {time_of(browser)}")
        ant = robot_pixels(browser.picture(), 0, 400)
        pole = robot_pixels(browser.picture(), 400, 800)
        check(browser.value("document.querySelectorAll('.figures')[2].textContent") == "step 10",
              "an episode without rewards shows no return")
        check(ant > 2000 and pole > 500, f"the robots are drawn: {ant} and {pole} pixels")

        before = browser.value("document.querySelector('.figures').textContent")
        browser.key("ArrowRight")
        browser.key("ArrowRight")
        check(abs(shown(browser) - 0.5) < 1e-6, f"two frames on is 0.5 s, not {time_of(browser)}")
        after = browser.value("document.querySelector('.figures').textContent")
        check("step 8" in before and "step 10" in after and before != after, f"the figures follow: {before}; {after}")

        browser.click(middle_of(browser, "#play"))
        browser.wait_for("document.body.dataset.time > 0.8")
        browser.click(middle_of(browser, "#play"))
        stopped = shown(browser)
        check(shown(browser) == stopped, "a paused page stands still")

        browser.click(middle_of(browser, ".traces"))
        half = shown(browser)
        seconds = browser.value("JSON.parse(document.getElementById('episodes').textContent)"
                                ".map(episode => (episode.frames - 1) * episode.seconds_per_frame)")
        check(abs(half - seconds[0] / 2) < 0.02, f"a click on the middle of the traces seeks there: {half} s of {seconds[0]}")

        seen = browser.picture()
        browser.drag((200, 300), (330, 310))
        shown(browser)
        turned = browser.picture()
        check(pixels_of(seen) != pixels_of(turned), "a drag turns the camera")
        check(robot_pixels(turned, 0, 400) > 2000, "the robot stays in view")

        browser.click(middle_of(browser, "#curves"))
        shown(browser)
        check(browser.value("document.querySelector('.traces').clientHeight") == 0, "traces can be hidden")
        check(not browser.complaints, f"the console is empty: {browser.complaints}")

    with Browser(program, page + "#time=1000&paused") as browser:
        browser.wait_for("document.body.dataset.drawn > 2")
        check(abs(time_of(browser) - max(seconds)) < 2e-3, "a time after the end is the end")
        check(not browser.complaints, f"the console is empty: {browser.complaints}")


def risen(page, ground, folder):
    """The page with its second robot, which stands at one place, 5 m higher in its last frame, and with that ground."""
    text = page.read_text()
    found = re.search(r'(<script [^>]*id="episodes"[^>]*>)(.*?)(</script>)', text, re.DOTALL)
    episodes = json.loads(found[2])
    roots = array.array("f", base64.b64decode(episodes[1]["roots"]))
    for frame in range(episodes[1]["frames"]):
        roots[3 * frame + 2] += 5 * frame / (episodes[1]["frames"] - 1)
    episodes[1] |= {"roots": base64.b64encode(roots.tobytes()).decode(), "ground": ground}
    (folder / "risen.html").write_text(text[:found.start(2)] + json.dumps(episodes) + text[found.end(2):])
    return (folder / "risen.html").as_uri()


def follow(program, page):
    for ground in (None, 0):
        with tempfile.TemporaryDirectory() as folder, \
                Browser(program, risen(page, ground, pathlib.Path(folder)) + "#time=1000&paused") as browser:
            browser.wait_for("document.body.dataset.drawn > 2")
            seen = robot_pixels(browser.picture(), 400, 800)
            check(seen > 300, f"a robot that rises is in view: {seen} pixels with the ground {ground}")
            check(not browser.complaints, f"the console is empty: {browser.complaints}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chromium")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--picture", type=pathlib.Path)
    parser.add_argument("--time", type=float, default=5)
    arguments = parser.parse_args()
    url = arguments.page.resolve().as_uri()
    if arguments.picture is None:
        play(arguments.chromium, url)
        follow(arguments.chromium, arguments.page)
        return
    with Browser(arguments.chromium, f"{url}#time={arguments.time}&paused", width=1000, height=520) as browser:
        browser.wait_for("document.body.dataset.drawn > 2")
        save_picture(browser, arguments.picture)


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, RuntimeError) as error:
        sys.exit(f"viewer_in_browser.py: {error}")
