"""Builds the documentation's site without a warning, and reads it from a folder: site.py MKDOCS [CHROMIUM]."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
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
print("the site is whole")
