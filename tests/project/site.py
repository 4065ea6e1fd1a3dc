"""Builds the documentation's site without a warning, and reads it from a folder: site.py MKDOCS [CHROMIUM]. Where the page of
examples/live_training is built, HalfCheetah learns in the site's first page."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
from browser import Browser  # noqa: E402

mkdocs, chromium = sys.argv[1], (sys.argv[2:] + [""])[0]

with tempfile.TemporaryDirectory() as folder:
    site = Path(folder) / "site"
    built = subprocess.run([mkdocs, "build", "--site-dir", site], cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert built.returncode == 0, built.stderr

    for name in re.findall(r"([a-z0-9_]+)\.md", (ROOT / "mkdocs.yml").read_text()):
        page = (site / f"{name}.html").read_text()
        loaded = re.findall(r'<(?:script|img|link|iframe)[^>]*(?:src|href)="(https?:[^"]*)"', page)
        assert not loaded, f"{name}.html needs a network: {loaded}"
        assert "arithmatex" not in page, f"{name}.html has an equation that is no MathML"
        for link in re.findall(r'<a [^>]*href="([^":#]+\.(?:html|txt|cpp))', page):
            assert (site / link).exists(), f"{name}.html points to {link}, which is not there"
    assert "check_environment" in "".join(page.read_text() for page in (site / "api").glob("*.html"))

    if chromium:
        search = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000", "--dump-dom",
             f"{(site / 'index.html').as_uri()}?q=truncated"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
        assert re.search(r"[1-9][0-9]* matching documents", search), "the search finds nothing in a folder"

    trains = (site / "live_training.html").exists()
    assert ('<iframe src="live_training.html"' in (site / "index.html").read_text()) == trains
    if chromium and trains:
        with Browser(chromium, (site / "index.html").as_uri(), patience=60) as browser:
            browser.value("document.querySelector('iframe').scrollIntoView()")
            browser.enter_frame("live_training.html")
            browser.wait_for("document.body?.dataset.state === 'ready'")
            browser.value("document.getElementById('start').click()")
            browser.wait_for("document.body.dataset.episode_return > 1000")
            assert not browser.complaints, f"the console is empty: {browser.complaints}"
print("the site is whole")
