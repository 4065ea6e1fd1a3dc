"""What the site needs beside MkDocs: files of the repository that pages link to, the page in which HalfCheetah learns, equations
as MathML, and the reference by Doxygen."""

import functools
import html
import os
import re
import shutil
import subprocess
from pathlib import Path

from latex2mathml.converter import convert
from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent
PAGES_ELSEWHERE = {"readme.md": "README.md", "python.md": "python/README.md", "changelog.md": "CHANGELOG.md"}
TRAINING = "<!-- the page that trains -->"
TRAINING_FRAME = """<iframe src="live_training.html" title="HalfCheetah learns" loading="lazy"
style="width: 100%; height: 36rem; border: 1px solid gray"></iframe>"""
WITHOUT_TRAINING = "This copy of the site lacks the page: [Watch a policy](viewer.md#train-in-a-page) says how to build it."
LINK = re.compile(r"\[([^][]+)\]\(([^():#]+)(#[^()]*)?\)")
EQUATION = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)


@functools.cache
def training_page():
    """The newest page that examples/live_training has built, or None."""
    built = ROOT.glob("build/*/examples/live_training/live_training.html")
    return max(built, key=lambda page: page.stat().st_mtime, default=None)


def on_files(files, config):
    for page, source in PAGES_ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    if training_page() is not None:
        files.append(File.generated(config, "live_training.html", abs_src_path=str(training_page())))
    elif os.environ.get("LOCKSTEP_REQUIRE_LIVE_TRAINING"):
        raise SystemExit("the site needs live_training.html: cmake --build --preset release --target live_training")
    return files


def on_page_markdown(markdown, page, config, files):
    """A link to a file of the repository becomes a link to a copy, which a browser shows as text. A link to a folder becomes the
    folder's name. Where a page says so, HalfCheetah learns in a frame."""
    folder = Path(page.file.abs_src_path).parent
    pages = {(ROOT / source).resolve(): page for page, source in PAGES_ELSEWHERE.items()}

    def of_site(match):
        target = (folder / match[2]).resolve()
        if target in pages:
            link = pages[target]
        elif target.is_relative_to(ROOT / "docs"):
            link = str(target.relative_to(ROOT / "docs"))
        elif target.is_dir():
            return match[1]
        else:
            link = f"sources/{target.relative_to(ROOT)}.txt"
            if files.get_file_from_path(link) is None:
                files.append(File.generated(config, link, content=target.read_text()))
        return f"[{match[1]}]({link}{match[3] or ''})"

    return LINK.sub(of_site, markdown.replace(TRAINING, WITHOUT_TRAINING if training_page() is None else TRAINING_FRAME))


def on_page_content(content, page, config, files):
    """Equations become MathML, which browsers show without a script."""

    def to_mathml(match):
        return convert(html.unescape(match[2]), display="block" if match[1] == "div" else "inline")

    return EQUATION.sub(to_mathml, content)


def on_post_build(config):
    """The reference: what Doxygen makes of the docstrings, in api/."""
    doxygen = shutil.which("doxygen")
    if doxygen is None:
        raise SystemExit("the reference needs doxygen; Debian has it in doxygen")
    settings = (ROOT / "docs/Doxyfile").read_text() + f"\nOUTPUT_DIRECTORY = {config['site_dir']}\nHTML_OUTPUT = api\n"
    subprocess.run([doxygen, "-"], input=settings, text=True, cwd=ROOT, check=True)
