"""What the site needs beside MkDocs: files of the repository that pages link to, equations as MathML, and the reference by
Doxygen."""

import html
import re
import shutil
import subprocess
from pathlib import Path

from latex2mathml.converter import convert
from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent
PAGES_ELSEWHERE = {"readme.md": "README.md", "python.md": "python/README.md", "changelog.md": "CHANGELOG.md"}
LINK = re.compile(r"\[([^][]+)\]\(([^():#]+)(#[^()]*)?\)")
EQUATION = re.compile(r'<(span|div) class="arithmatex">\\[(\[](.*?)\\[)\]]</\1>', re.DOTALL)


def on_files(files, config):
    for page, source in PAGES_ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown, page, config, files):
    """A link to a file of the repository becomes a link to a copy, which a browser shows as text. A link to a folder becomes the
    folder's name."""
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

    return LINK.sub(of_site, markdown)


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
