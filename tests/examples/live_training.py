# SPDX-License-Identifier: MIT
"""live_training.py CHROMIUM PAGE POLICY_PROGRAM: trains in the page of examples/live_training, and checks what comes of it.
live_training.py CHROMIUM PAGE --seconds: prints how long HalfCheetah takes to an episode's return of 3000."""

import argparse
import base64
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from browser import Browser  # noqa: E402


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def set_field(browser, field, value):
    browser.value(f"document.getElementById('{field}').value = '{value}'")


def click(browser, button):
    browser.value(f"document.getElementById('{button}').click()")


def state_is(browser, state):
    browser.wait_for(f"document.body.dataset.state === '{state}'")


def opened(program, page):
    return Browser(program, page, patience=600)


def policy_of(browser):
    return base64.b64decode(browser.value("btoa(Array.from(policy, byte => String.fromCharCode(byte)).join(''))"))


def name_of_saved_policy(browser):
    """The name under which the policy is saved if another robot is chosen in the meantime."""
    browser.value("window.saved = null; HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }")
    set_field(browser, "environment", "1")
    click(browser, "save")
    set_field(browser, "environment", "0")
    return browser.value("window.saved")


def check_bad_input(browser):
    for field, value, message in (("learning_rate", "fast", "The learning rate is \"fast\"; it must be a number above 0."),
                                  ("learning_rate", "-1", "The learning rate is \"-1\"; it must be a number above 0."),
                                  ("seed", "1.5", "The seed is \"1.5\"; it must be a whole number from 0 on."),
                                  ("seed", "", "The seed is \"\"; it must be a whole number from 0 on.")):
        kept = browser.value(f"document.getElementById('{field}').value")
        set_field(browser, field, value)
        click(browser, "start")
        state_is(browser, "failed")
        problem = browser.value("document.body.dataset.problem")
        check(problem == message, f"{field} {value} is refused: {problem}")
        set_field(browser, field, kept)


def check_browsers_that_lack(program, page):
    refused = "WebAssembly.instantiate = async () => { throw new WebAssembly.CompileError('no such vectors'); };"
    for before, message in (
            ("delete window.Worker;", "This browser has no workers, in one of which the training would run."),
            ("const Whole = Blob; window.Blob = function (parts, kind) "
             f"{{ return new Whole([`{refused}`, ...parts], kind); }};",
             "This browser lacks the vectors of WebAssembly that the training needs (relaxed SIMD). no such vectors")):
        with Browser(program, page, before=before) as browser:
            state_is(browser, "failed")
            problem = browser.value("document.body.dataset.problem")
            check(problem == message, f"a browser after {before} is told: {problem}")
            check(not browser.complaints, f"the console is empty: {browser.complaints}")


def check_library_error(browser):
    good = browser.value("document.getElementById('learning_rate').value")
    set_field(browser, "learning_rate", "1e30")
    click(browser, "start")
    browser.wait_for("(document.body.dataset.problem ?? '').includes('is not finite in update 1')")
    state_is(browser, "ready")
    set_field(browser, "learning_rate", good)


def check_pendulum(browser, policy_program):
    set_field(browser, "environment", "1")
    set_field(browser, "seed", "3")
    click(browser, "start")
    state_is(browser, "trains")
    browser.wait_for("policy !== null && document.body.dataset.state === 'ready'")
    check(browser.value("curve.length") > 3, "the learning curve has points")
    check(browser.value("curve.at(-1)[1]") > -400, "Pendulum learns")
    with tempfile.TemporaryDirectory() as folder:
        native = pathlib.Path(folder) / "pendulum.policy"
        subprocess.run([policy_program, native], check=True)
        check(policy_of(browser) == native.read_bytes(), "the page's policy has the bits of a native training")


def check_half_cheetah(browser):
    set_field(browser, "environment", "0")
    click(browser, "start")
    click(browser, "start")
    browser.wait_for("document.body.dataset.state === 'ready' && policy !== null")
    steps = browser.value("Number(document.body.dataset.steps)")
    check(0 < steps < 1e6, f"a training can be stopped: {steps} steps")
    check(len(policy_of(browser)) > 10000, "a stopped training has a policy")
    check(name_of_saved_policy(browser) == "half_cheetah.policy", "the policy is named after the robot that was trained")

    films = browser.value("Number(document.body.dataset.films)")
    click(browser, "start")
    browser.wait_for("document.body.dataset.episode_return > 1000")
    check(browser.value("Number(document.body.dataset.films)") > films, "the robot is shown while it learns")


def seconds_to_return(browser, wanted):
    begun = time.monotonic()
    click(browser, "start")
    browser.wait_for(f"document.body.dataset.episode_return > {wanted}")
    return time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chromium")
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("policy_program", nargs="?")
    parser.add_argument("--seconds", action="store_true")
    arguments = parser.parse_args()
    with opened(arguments.chromium, arguments.page.resolve().as_uri()) as browser:
        state_is(browser, "ready")
        if arguments.seconds:
            print(f"{seconds_to_return(browser, 3000):.1f}")
            return
        check_bad_input(browser)
        check_library_error(browser)
        check_pendulum(browser, arguments.policy_program)
        check_half_cheetah(browser)
        check(not browser.complaints, f"the console is empty: {browser.complaints}")
    check_browsers_that_lack(arguments.chromium, arguments.page.resolve().as_uri())


if __name__ == "__main__":
    try:
        main()
    except (AssertionError, RuntimeError) as error:
        sys.exit(f"live_training.py: {error}")
