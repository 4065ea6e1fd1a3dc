# SPDX-License-Identifier: MIT
"""The blocks of the pages that are not C++ say what is there: fences.py CMAKE BUILD, the folder of a build.

A page begins with a command, or with a whole program and the command that compiles it. The commands name presets, targets,
programs, options and files that exist; so do those of bench/ within sentences. The command that compiles and runs the first
program does so.
CMake's text is part of a project that project/package builds. A program in Python is part of a file that the page points to, or
uses no name that it does not have. What is called text is no C++.
"""

import ast
import builtins
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE, BUILD = sys.argv[1], Path(sys.argv[2])
ELSEWHERE = {"readme": "README.md", "python": "python/README.md", "changelog": "CHANGELOG.md"}
FIRST_SCREEN = 2000  # characters
# Programs of others, whose options are not looked up.
OF_OTHERS = {"cat", "chromium", "conan", "dpkg", "export", "git", "mkdocs", "node", "tensorboard", "vcpkg", "wandb"}
CODE_FLAGS = "-std=c++20 -O2 -march=native -ffp-contract=off -I include"
FIRST_PROGRAM = "docs/programs/first_training.cpp"

problems = []


def expect(condition, page, sentence):
    if not condition:
        problems.append(f"{page.relative_to(ROOT)}: {sentence}")


def blocks_of(text):
    """(language, content, where it begins) of each fenced block."""
    return [(found[1], found[2], found.start()) for found in re.finditer(r"^```([a-z]*)\n(.*?)^```$", text, re.M | re.S)]


def linked_files(page, ending):
    links = re.findall(r"\]\(([^()#]+)\)", page.read_text())
    return [page.parent / link for link in links if link.endswith(ending) and (page.parent / link).is_file()]


def check_first_screen(page, blocks):
    if not blocks or blocks[0][2] > FIRST_SCREEN:
        expect(False, page, "has no code on its first screen")
        return
    language, content, _ = blocks[0]
    if language == "cpp":
        programs = {path.resolve().relative_to(ROOT): path.read_text() for path in linked_files(page, ".cpp")}
        shown = [path for path, program in programs.items() if program[program.index("#include"):] == content]
        expect(shown, page, "its first block is not the whole of a program that it points to")
        expect(any(f" {path} " in commands for path in shown for _, commands, _ in blocks[1:2]), page,
               "its second block does not compile the program of the first one")
    elif language == "python":
        expect(re.match("import |from ", content), page, "its first program imports nothing")
    else:
        expect(language == "sh", page, f"its first block is {language}, and neither a program nor a command")


# Commands


def commands_of(text):
    """The words of each simple command of a script."""
    text = re.sub(r"<<'END'\n.*?^END\n", "\n", text, flags=re.M | re.S)
    text = re.sub(r"\\\n|&&[ ]*\n", lambda match: " " if match[0][0] == "\\" else "&& ", text)
    for line in text.splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=";&|<>")
        lexer.whitespace_split = True
        words = []
        for word in [*lexer, "&&"]:
            if set(word) <= set(";&|"):
                if words:
                    yield words
                words = []
            else:
                words.append(word)


def presets():
    read = json.loads((ROOT / "CMakePresets.json").read_text())
    return {kind: {preset["name"] for preset in read[f"{kind}Presets"]} for kind in ("configure", "build", "workflow")}


def targets():
    """Those of the build, and the examples, of which the build leaves out those whose libraries are missing."""
    told = subprocess.run([CMAKE, "--build", BUILD, "--target", "help"], capture_output=True, text=True, check=True).stdout
    examples = {path.stem for path in (ROOT / "examples").glob("*.cpp")} | {path.parent.name for path in
                                                                         (ROOT / "examples").glob("*/CMakeLists.txt")}
    return set(re.findall(r"^(?:\.\.\. )?([\w/.+-]+)(?=:| |$)", told, re.M)) | examples


PRESETS, TARGETS = presets(), targets()


def options_of_example(name):
    """What --help lists. A program that is not built, as its library is missing, has the options of its source."""
    for program in (BUILD / "tests/programs/examples" / name, BUILD / "examples" / name):
        if program.exists():
            told = subprocess.run([program, "--help"], capture_output=True, text=True).stdout
            return set(re.findall(r"^ +(--\w+)", told, re.M))
    source = (ROOT / "examples" / f"{name}.cpp").read_text()
    config = (ROOT / "include/lockstep/rl/ppo/config.hpp").read_text() if "ls::ppo_config" in source else ""
    return {f"--{option}" for option in re.findall(r'(?:{|visit\()"(\w+)",', source + config)}


def check_options(page, words, known, of):
    for word in words:
        if word.startswith("--"):
            expect(word.split("=")[0] in known, page, f"{of} has no option {word}")


def check_program(page, words):
    """A program of the build: build/PRESET/examples/NAME and its arguments."""
    parts = Path(words[0]).parts
    expect(parts[:1] == ("build",) and parts[1] in PRESETS["configure"], page, f"{words[0]} is in the folder of no preset")
    expect(parts[2] == "examples" and (ROOT / "examples" / f"{parts[-1]}.cpp").exists(), page, f"{words[0]} is no example")
    if (ROOT / "examples" / f"{parts[-1]}.cpp").exists():
        check_options(page, words[1:], options_of_example(parts[-1]), words[0])


def check_cmake(page, words):
    kind = "build" if "--build" in words else "workflow" if "--workflow" in words else "configure"
    if "--preset" in words:
        preset = words[words.index("--preset") + 1]
        expect(preset in PRESETS[kind], page, f"there is no preset {preset} of the kind {kind}")
    if "--install" in words:
        expect(words[words.index("--install") + 1] in {f"build/{preset}" for preset in PRESETS["configure"]}, page,
               f"{words} installs what no preset builds")
    if "--target" in words:
        for target in words[words.index("--target") + 1:]:
            expect(target in TARGETS, page, f"there is no target {target}")


@functools.cache
def options_of_script(script):
    return set(re.findall(r"--\w+", subprocess.run([script, "--help"], capture_output=True, text=True).stdout))


def check_benchmarks(page, names):
    for name in names:
        expect((ROOT / "bench" / name).exists() or (ROOT / f"bench/{name}.cpp").exists(), page, f"there is no benchmark {name}")


def check_script(page, words):
    """A script of the repository."""
    script = ROOT / words[0]
    if not os.access(script, os.X_OK):
        expect(False, page, f"{words[0]} is no program of the repository")
    elif words[0] == "examples/restart_ranks.sh":
        check_program(page, words[3:])  # behind the numbers of ranks and the name
    else:
        check_options(page, [word for word in words[1:] if word != "--help"], options_of_script(script), words[0])
    if words[0] == "bench/run":
        check_benchmarks(page, [word for word in words[1:] if not word.startswith(("-", "NAME"))])


def check_command(page, words, made):
    """`made`: what earlier commands of the block left."""
    while words and re.match(r"\w+=", words[0]):
        words = words[1:]
    if not words:
        return
    program = words[0]
    if program == "cmake":
        check_cmake(page, words)
    elif program == "g++":
        expect(" ".join(words[1:]).startswith(CODE_FLAGS), page, f"compiles with other flags than {CODE_FLAGS}")
        for word in words[1:]:
            if word.endswith(".cpp"):
                expect((ROOT / word).is_file(), page, f"compiles {word}, which is not there")
        made.add("./" + words[words.index("-o") + 1])
    elif program.startswith("./"):
        expect(program in made, page, f"runs {program}, which no command made")
    elif program.startswith("build/"):
        check_program(page, words)
    elif program == "mpirun":
        check_program(page, words[next(i for i, word in enumerate(words) if word.startswith("build/")):])
    elif program == "apt-get":
        installed = (ROOT / ".ci/run").read_text() + (ROOT / ".github/workflows/ci.yml").read_text()
        for word in words[2:] if words[1] == "install" else []:
            expect(word.startswith("-") or word in installed.split() or "arm64" in word or "aarch64" in word, page,
                   f"no test of the project installs {word}")
    elif program in ("pip", "python3"):
        for word in words[1:]:
            is_file = word.startswith("./") or word.endswith((".py", ".txt"))
            expect(not is_file or (ROOT / word).exists(), page, f"{word} is not there")
    elif "/" in program:
        check_script(page, words)
    else:
        expect(program in OF_OTHERS, page, f"has a command that nothing checks: {' '.join(words)}")
    for word in words[1:]:
        if re.match("(docs|examples|bench|cmake|tests)/", word):
            expect((ROOT / word).exists(), page, f"names {word}, which is not there")
        if match := re.match(r"build/\w+/examples/(\w+)/", word):
            expect((ROOT / "examples" / match[1]).is_dir(), page, f"names {word}, which nothing builds")


def check_first_program():
    """Compiles and runs the first program, as the pages say."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "first_training"
        command = ["g++", *CODE_FLAGS.split(), FIRST_PROGRAM, "-pthread", "-o", program]
        compiled = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        expect(compiled.returncode == 0, ROOT / FIRST_PROGRAM, f"does not compile:\n{compiled.stderr}")
        if compiled.returncode == 0:
            told = subprocess.run([program], cwd=folder, capture_output=True, text=True)
            expect(told.returncode == 0 and "episodes" in told.stdout, ROOT / FIRST_PROGRAM, f"says {told.stdout}{told.stderr}")


# Programs in Python


def check_python(page, content, names):
    """`names`: those that the blocks before have. A name that is used in none of them is missing."""
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id not in names:
            expect(hasattr(builtins, node.id), page, f"uses {node.id} in Python before it has it")


def main():
    nav = re.findall(r"[ :-] ([a-z0-9_]+)\.md$", (ROOT / "mkdocs.yml").read_text(), re.M)
    projects = [path.read_text() for path in (ROOT / "tests/package").rglob("CMakeLists.txt")]
    for name in nav:
        page = ROOT / ELSEWHERE.get(name, f"docs/{name}.md")
        blocks = blocks_of(page.read_text())
        if name == "changelog":
            continue
        check_first_screen(page, blocks)
        for command in re.findall(r"`(bench/[^`]*)`", page.read_text()):
            if (ROOT / command.split()[0]).suffix in ("", ".sh"):
                check_script(page, shlex.split(command))
        if name == "readme":
            check_benchmarks(page, re.findall(r"^\| `(\w+)`: ", page.read_text(), re.M))
        names = set()
        for language, content, _ in blocks:
            if language == "sh":
                made = set()
                for words in commands_of(content):
                    check_command(page, words, made)
            elif language == "cmake":
                expect(any(content in project for project in projects), page,
                       f"has CMake's text that is in no project of tests/package:\n{content}")
            elif language == "python":
                if not any(content in file.read_text() for file in linked_files(page, ".py")):
                    check_python(page, content, names)
            elif language == "text":
                expect(not re.search(";$", content, re.M), page, f"calls this C++ text:\n{content}")
    if shutil.which("g++"):
        check_first_program()
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(nav)} pages are right")


main()
