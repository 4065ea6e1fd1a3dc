# SPDX-License-Identifier: MIT
"""cmake/make_registries.py makes a registry of vcpkg and an index of Conan, and Conan's client, where it is, installs from it by
the commands of docs/install.md, and builds a program with it.

The client of vcpkg is in no package of Debian or Python: this checks what its format-manifest and x-add-version write, and where
there is one, that it would write the same. The files of docs/install.md ask for what the registry has.
"""

import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
if shutil.which("git") is None:
    print("skipped: no git")
    sys.exit()


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(condition, sentence):
    if not condition:
        sys.exit(sentence)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    archive, out = folder / "lockstep-0.1.0.tar.gz", folder / "registries"
    with tarfile.open(archive, "w:gz") as tar:
        for part in ("include", "cmake", "LICENSE", "CMakeLists.txt"):
            tar.add(ROOT / part, f"lockstep-0.1.0/{part}")
    who = {f"GIT_{role}_{what}": "nobody@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    for _ in range(2):  # the second time changes nothing but the commits
        run(sys.executable, ROOT / "cmake/make_registries.py", "--homepage", "https://example.org", "--url", archive.as_uri(),
            "--archive", archive, out, env={**os.environ, **who})

    text = (out / "vcpkg/ports/lockstep/vcpkg.json").read_text()
    manifest = json.loads(text)
    expect(text == json.dumps(manifest, indent=2) + "\n", f"vcpkg.json is not formatted as format-manifest does:\n{text}")
    version = manifest["version"]
    order = ["name", "version", "description", "homepage", "license", "supports", "dependencies", "features"]
    expect(list(manifest) == order, f"the keys of vcpkg.json are {list(manifest)}")
    expect(re.fullmatch(r"\d+\.\d+\.\d+", version), f"version is {version}")
    for feature, content in manifest["features"].items():
        expect(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", feature) and list(content) == ["description", "dependencies"],
               f"the feature {feature} is {content}")
        expect(feature in (out / "vcpkg/ports/lockstep/usage").read_text(), f"usage does not name the feature {feature}")
    expect(list(manifest["features"]) == sorted(manifest["features"]), "features are not sorted")
    expect(all(dependency["host"] for dependency in manifest["dependencies"]), "the library by itself has dependencies")
    portfile = (out / "vcpkg/ports/lockstep/portfile.cmake").read_text()
    expect(hashlib.sha512(archive.read_bytes()).hexdigest() in portfile, f"no SHA-512 in:\n{portfile}")
    expect("overlay" not in portfile, f"the port is still that of a checkout:\n{portfile}")
    page = (ROOT / "docs/install.md").read_text()
    configuration, asked = (json.loads(text) for text in re.findall(r"^```json\n(.*?)^```", page, re.M | re.S))
    dependency, = asked["dependencies"]
    expect(dependency["name"] == "lockstep" and set(dependency["features"]) <= set(manifest["features"]),
           f"docs/install.md asks for {dependency}")
    registry, = configuration["registries"]
    expect(list(registry) == ["kind", "repository", "baseline", "packages"] and registry["kind"] == "git" and
           registry["packages"] == ["lockstep"], f"docs/install.md has the registry {registry}")
    tree = run("git", "-C", out / "vcpkg", "rev-parse", "HEAD:ports/lockstep").strip()
    database = json.loads((out / "vcpkg/versions/l-/lockstep.json").read_text())
    listed = {"git-tree": tree, "version": version, "port-version": 0}
    expect(database == {"versions": [listed]} and list(database["versions"][0]) == list(listed), f"the versions are {database}")
    baseline = json.loads((out / "vcpkg/versions/baseline.json").read_text())
    expect(baseline == {"default": {"lockstep": {"baseline": version, "port-version": 0}}}, f"the baseline is {baseline}")
    if vcpkg := shutil.which("vcpkg"):
        run(vcpkg, "format-manifest", out / "vcpkg/ports/lockstep/vcpkg.json")
        (out / "vcpkg/versions/l-/lockstep.json").unlink()
        run(vcpkg, "x-add-version", "lockstep", f"--x-builtin-ports-root={out}/vcpkg/ports",
            f"--x-builtin-registry-versions-dir={out}/vcpkg/versions")
    expect(run("git", "-C", out / "vcpkg", "status", "--porcelain") == "", "the registry has changes that are not committed")

    recipe = out / "conan/recipes/lockstep"
    data = (recipe / "all/conandata.yml").read_text()
    expect(data.count("sha256") == 1 and hashlib.sha256(archive.read_bytes()).hexdigest() in data, f"conandata.yml is\n{data}")
    conan = shutil.which("conan") or shutil.which("conan", path=os.path.dirname(sys.executable))
    if conan is None:
        expect(not os.environ.get("LOCKSTEP_REQUIRE_CONAN"), "no conan; pip install conan")
        print("skipped: no conan; pip install conan. What needs no client is right.")
        sys.exit()
    environment = {**os.environ, "CONAN_HOME": str(folder / "home")}

    def client(*arguments):
        return run(conan, *arguments, env=environment, cwd=folder)

    client("profile", "detect")
    client("remote", "remove", "conancenter")
    commands = [shlex.split(line)[1:] for line in page.splitlines() if line.startswith("conan ")]
    expect([words[0] for words in commands] == ["remote", "install"], f"docs/install.md has Conan's commands {commands}")
    client(*commands[0])
    found = json.loads(client("graph", "info", f"--requires=lockstep/{version}", "--format=json"))["graph"]["nodes"]
    node = next(node for node in found.values() if node["name"] == "lockstep")
    expect((node["homepage"], node["url"], node["dependencies"]) == ("https://example.org", "https://example.org", {}),
           f"Conan's graph has {node}")
    client(*commands[1], "--deployer=direct_deploy")
    installed = folder / "direct_deploy/lockstep"
    expect((installed / "include/lockstep/lockstep.hpp").is_file(), "Conan installs no headers")
    expect((installed / "licenses/LICENSE").is_file(), "Conan installs no license")
    client("test", recipe / "all/test_package", f"lockstep/{version}", "-s", "compiler.cppstd=20")
    client("export", ROOT, "--name=lockstep")
    print(f"{client('--version').strip()} installs lockstep {version}")
