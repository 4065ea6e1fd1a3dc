#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Adds a release to a registry of vcpkg and an index of Conan, which are made if they are not there.

    cmake/make_registries.py --homepage URL --url URL --archive FILE FOLDER

FILE is the release's archive, which users get from the second URL; its hashes become part of the recipes. It is a tar file with
one folder in it, such as that of

    git archive --prefix=lockstep-0.1.0/ --output=lockstep-0.1.0.tar.gz v0.1.0

FOLDER/vcpkg becomes a git repository to publish:

    "registries": [{"kind": "git", "repository": ..., "baseline": COMMIT, "packages": ["lockstep"]}]

and FOLDER/conan an index:

    conan remote add lockstep FOLDER/conan --type=local-recipes-index
"""

import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def version():
    return ".".join(re.findall(r"#define LOCKSTEP_VERSION_\w+ (\d+)", (ROOT / "include/lockstep/version.hpp").read_text()))


def write_json(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=2) + "\n")  # as vcpkg format-manifest and x-add-version write it


def replaced(text, pattern, replacement):
    """The text with the only match of the pattern replaced; an error if there is another number of them."""
    result, count = re.subn(pattern, lambda _: replacement, text)
    if count != 1:
        sys.exit(f"{pattern} matches {count} times, not once, in:\n{text}")
    return result


def add_to_vcpkg(folder, homepage, url, archive):
    def git(*arguments):
        return subprocess.run(["git", "-C", folder, *arguments], check=True, capture_output=True, text=True).stdout.strip()

    port, source = folder / "ports/lockstep", ROOT / "cmake/vcpkg/lockstep"
    port.mkdir(parents=True, exist_ok=True)
    if not (folder / ".git").exists():
        git("init", "--quiet")
    manifest = {}
    for key, value in json.loads((source / "vcpkg.json").read_text()).items():
        manifest[key] = version() if key == "version" else value
        if key == "description":
            manifest["homepage"] = homepage
    write_json(port / "vcpkg.json", manifest)
    sha512 = hashlib.sha512(archive.read_bytes()).hexdigest()
    file = f"lockstep-{version()}{''.join(archive.suffixes[-2:])}"
    download = (f"vcpkg_download_distfile(ARCHIVE\n    URLS {url}\n    FILENAME {file}\n"
                f"    SHA512 {sha512})\nvcpkg_extract_source_archive(SOURCE_PATH ARCHIVE \"${{ARCHIVE}}\")\n")
    portfile = (source / "portfile.cmake").read_text()
    (port / "portfile.cmake").write_text(replaced(portfile, r"(?s)\A# An overlay port.*?SOURCE_PATH[^\n]*\n", download))
    shutil.copy(source / "usage", port)

    git("add", "ports")
    git("commit", "--quiet", "--allow-empty", "--message", f"Add lockstep {version()}")
    database = folder / "versions/l-/lockstep.json"
    versions = json.loads(database.read_text())["versions"] if database.exists() else []
    versions = [entry for entry in versions if entry["version"] != version()]
    added = {"git-tree": git("rev-parse", "HEAD:ports/lockstep"), "version": version(), "port-version": 0}
    write_json(database, {"versions": [added, *versions]})
    write_json(folder / "versions/baseline.json", {"default": {"lockstep": {"baseline": version(), "port-version": 0}}})
    git("add", "versions")
    git("commit", "--quiet", "--allow-empty", "--message", f"List lockstep {version()}")
    return git("rev-parse", "HEAD")


def add_to_conan(folder, homepage, url, archive):
    recipe = folder / "recipes/lockstep"
    sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()
    (recipe / "all").mkdir(parents=True, exist_ok=True)
    text = (ROOT / "conanfile.py").read_text()
    text = replaced(text, r'    license = "MIT"\n', f'    license = "MIT"\n    homepage = "{homepage}"\n    url = "{homepage}"\n')
    text = replaced(text, r"    exports_sources = [^\n]*\n", "")
    (recipe / "all/conanfile.py").write_text(text)
    add_entry(recipe / "config.yml", "versions", 'folder: "all"')
    add_entry(recipe / "all/conandata.yml", "sources", f'url: "{url}"\n    sha256: "{sha256}"')
    test = recipe / "all/test_package"
    shutil.copytree(ROOT / "tests/package", test, dirs_exist_ok=True)
    script = (ROOT / "test_package/conanfile.py").read_text()
    (test / "conanfile.py").write_text(replaced(script, r'build_script_folder="../tests/package"', ""))


def add_entry(path, title, lines):
    """Adds this version to a file of YAML: a title, below it the versions, and below each its lines."""
    lines = f'  "{version()}":\n    {lines}\n'
    before = path.read_text() if path.exists() else f"{title}:\n"
    before = re.sub(rf'(?m)^  "{re.escape(version())}":\n(    .*\n)*', "", before)
    path.write_text(before + lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--homepage", required=True)
    parser.add_argument("--url", required=True, help="where users get the archive")
    parser.add_argument("--archive", required=True, type=pathlib.Path, help="the same file here")
    parser.add_argument("folder", type=pathlib.Path)
    chosen = parser.parse_args()
    if not chosen.archive.is_file():
        sys.exit(f"{chosen.archive}: is not a file")
    baseline = add_to_vcpkg(chosen.folder / "vcpkg", chosen.homepage, chosen.url, chosen.archive)
    add_to_conan(chosen.folder / "conan", chosen.homepage, chosen.url, chosen.archive)
    print(f"lockstep {version()}; baseline of vcpkg: {baseline}")


if __name__ == "__main__":
    main()
