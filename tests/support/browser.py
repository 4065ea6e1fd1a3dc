# SPDX-License-Identifier: MIT
"""Chromium without a window, driven over the pipe of its DevTools protocol (chromedevtools.github.io/devtools-protocol)."""

import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

FLAGS = ["--headless", "--remote-debugging-pipe", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--hide-scrollbars", "--no-first-run", "--disable-background-networking"]


class Browser:
    """One page. Use it in a with statement, which ends the browser. `before`: JavaScript that runs before the page's own."""

    def __init__(self, program, url, width=1200, height=700, patience=180, before=""):
        self.patience = patience
        self.complaints = []  # what the page printed on its console, and errors that nothing caught
        self.profile = tempfile.mkdtemp()
        (commands_read, self.commands), (self.answers, answers_write) = os.pipe(), os.pipe()

        def take_pipes():  # the browser reads commands from descriptor 3, and answers on 4
            for descriptor, number in ((os.dup(commands_read), 3), (os.dup(answers_write), 4)):
                os.dup2(descriptor, number)

        self.process = subprocess.Popen(
            [program, *FLAGS, f"--window-size={width},{height}", f"--user-data-dir={self.profile}"],
            preexec_fn=take_pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands_read)
        os.close(answers_write)
        os.set_blocking(self.answers, False)
        self.unread, self.count, self.session, self.of_frame = b"", 0, None, {}
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Page.addScriptToEvaluateOnNewDocument", source=before)
        self.call("Page.navigate", url=url)
        self.wait_for("location.href !== 'about:blank' && document.readyState === 'complete'")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        end = time.monotonic() + self.patience
        while b"\0" not in self.unread:
            try:
                piece = os.read(self.answers, 1 << 20)
            except BlockingIOError:
                piece = None
            if piece == b"" or self.process.poll() is not None:
                raise RuntimeError("the browser has ended")
            if time.monotonic() > end:
                raise RuntimeError(f"the browser did not answer in {self.patience} s")
            if piece is None:
                time.sleep(0.01)
            else:
                self.unread += piece
        text, self.unread = self.unread.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        command = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.commands, json.dumps(command).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if message.get("method") == "Runtime.consoleAPICalled":
                self.complaints.append(" ".join(str(part.get("value", part)) for part in message["params"]["args"]))
            elif message.get("method") == "Runtime.exceptionThrown":
                self.complaints.append(message["params"]["exceptionDetails"].get("exception", {}).get("description", "an error"))
            elif message.get("method") == "Log.entryAdded":
                self.complaints.append(message["params"]["entry"]["text"])

    def value(self, expression):
        """Of JavaScript."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, **self.of_frame)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['exception']['description']}")
        return answer["result"].get("value")

    def enter_frame(self, name):
        """From here on JavaScript sees the document of the frame whose address ends with `name`, but not that page's variables."""
        end = time.monotonic() + self.patience
        while True:
            frames = self.call("Page.getFrameTree")["frameTree"].get("childFrames", [])
            found = [child["frame"]["id"] for child in frames if child["frame"]["url"].endswith(name)]
            if found:
                break
            if time.monotonic() > end:
                raise RuntimeError(f"no frame showed {name} in {self.patience} s")
            time.sleep(0.05)
        self.of_frame = {"contextId": self.call("Page.createIsolatedWorld", frameId=found[0])["executionContextId"]}

    def wait_for(self, expression):
        end = time.monotonic() + self.patience
        while not self.value(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"{expression} did not become true in {self.patience} s")
            time.sleep(0.05)

    def key(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key)

    def drag(self, start, end, shift=False):
        for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1,
                      modifiers=8 if shift else 0)

    def click(self, place):
        self.drag(place, place)

    def picture(self):
        """What the page shows, as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])


def save_picture(browser, path):
    pathlib.Path(path).write_bytes(browser.picture())
