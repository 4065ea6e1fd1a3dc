# SPDX-License-Identifier: MIT
"""The tables of what was learnt: summary.csv with a row for each environment, learner and length of training, the tables of
README.md and of the learners' pages made from it, and the rows that are older than what they depend on."""

import csv
import functools
import os
import pathlib
import re
import statistics
import subprocess
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench" / "learning" / "results"
SUMMARY = RESULTS / "summary.csv"
COLUMNS = ["environment", "algorithm", "minutes", "steps", "first_seed", "seeds", "worst", "interquartile_mean", "median", "mean",
           "standard_error", "gymnasium_median", "seconds", "processor_seconds", "threads", "date", "commit", "processor"]
BEGIN, END = "<!-- made by bench/learning/run --readme -->\n", "<!-- end -->\n"
TITLES = {"half_cheetah": "HalfCheetah", "walker2d": "Walker2d", "humanoid_standup": "HumanoidStandup",
          "inverted_pendulum": "InvertedPendulum", "inverted_double_pendulum": "InvertedDoublePendulum",
          "mountain_car": "MountainCarContinuous", "cartpole": "CartPole"}
MINUTES = (1, 5, 20)  # of two cores
ENVIRONMENTS = {path.stem for path in (ROOT / "bench" / "learning").glob("*.cpp")}


class Learner(typing.NamedTuple):
    """What tables call it, its headers in include/lockstep/rl, the folder of its configurations there, and its page in docs/."""
    title: str
    headers: tuple
    tuned: str
    page: str


LEARNERS = {"default_ppo": Learner("PPO, defaults", ("ppo",), "ppo", "ppo"),
            "ppo": Learner("PPO", ("ppo",), "ppo", "ppo"),
            "tuned_ppo": Learner("PPO, tuned layers", ("ppo",), "ppo", "ppo"),
            "sac": Learner("SAC", ("sac",), "off_policy", "sac"),
            "categorical_sac": Learner("SAC, categorical", ("sac", "off_policy/categorical_critic"), "off_policy", "sac"),
            "td3": Learner("TD3", ("td3",), "off_policy", "td3"),
            "crossq": Learner("CrossQ", ("crossq",), "off_policy", "crossq"),
            "categorical_crossq": Learner("CrossQ, categorical", ("crossq", "off_policy/categorical_critic"), "off_policy",
                                          "crossq"),
            "ars": Learner("ARS", ("ars",), "evolution", "evolution")}


def interquartile_mean(numbers):
    """The mean after the lowest and the highest quarter are removed; a quarter is rounded down to a whole number of values."""
    cut = len(numbers) // 4
    return statistics.mean(sorted(numbers)[cut:len(numbers) - cut])


def statistics_of(returns):
    """What a row of the summary says of the returns of its seeds."""
    error = f"{statistics.stdev(returns) / len(returns) ** 0.5:.1f}" if len(returns) > 1 else ""
    numbers = {"worst": min(returns), "interquartile_mean": interquartile_mean(returns), "median": statistics.median(returns),
               "mean": statistics.mean(returns)}
    return {name: f"{number:.1f}" for name, number in numbers.items()} | {"seeds": len(returns), "standard_error": error}


def minutes_that_hold(processor_seconds):
    """The least of MINUTES that two cores need for a training of so many processor seconds. ValueError if all are too few."""
    for minutes in MINUTES:
        if processor_seconds <= 2 * 60 * minutes:
            return str(minutes)
    raise ValueError(f"a training took {processor_seconds:.0f} processor seconds, more than {MINUTES[-1]} minutes of two cores")


def processor_seconds(row):
    """Of all threads together. Where they were not recorded: the clock's."""
    return float(row["processor_seconds"] or row["seconds"]) * int(row["threads"])


def key(row):
    return row["environment"], row["algorithm"], row["minutes"]


def read_summary(path=SUMMARY):
    with path.open() as file:
        return {key(row): row for row in csv.DictReader(file)}


def write_summary(rows, path=SUMMARY):
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(rows[k] for k in sorted(rows))


def shown(number):
    """A return, without digits that say nothing."""
    return "" if number == "" else f"{float(number):.{0 if abs(float(number)) >= 100 else 1}f}"


def processor_shown(name):
    """The name of a processor in a word or two: Xeon."""
    return " ".join(re.sub(r"\((R|TM)\)|\b(AMD|Intel|CPU|Processor)\b|@.*", "", name).split())


def steps_shown(steps):
    return f"{float(f'{int(steps) / 1e6:.2g}'):g} M" if int(steps) >= 1e6 - 1 else f"{round(int(steps) / 1000)} k"


def table_of(rows):
    """In Markdown."""
    titles = ("environment", "learner", "steps", "seeds", "worst", "interquartile mean", "median", "in Gymnasium",
              "processor seconds", "of")
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    for row in sorted(rows, key=lambda row: (list(LEARNERS).index(row["algorithm"]), key(row))):
        environment = row["environment"]
        seconds = processor_seconds(row)
        cells = [TITLES.get(environment, environment.capitalize()), LEARNERS[row["algorithm"]].title, steps_shown(row["steps"]),
                 row["seeds"], *(shown(row[c]) for c in ("worst", "interquartile_mean", "median", "gymnasium_median")),
                 f"{seconds:.{0 if seconds >= 100 else 1}f}",
                 f"{row['commit']}, {row['date']}, {processor_shown(row['processor'])}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def part_of(rows):
    """What stands between the marks of a page that shows these rows."""
    parts = [("With a fixed number of steps:", [row for row in rows.values() if not row["minutes"]])]
    for minutes in sorted({row["minutes"] for row in rows.values() if row["minutes"]}, key=float):
        plural = "" if minutes == "1" else "s"
        text = f"With {minutes} minute{plural} of two cores at most, {120 * int(minutes)} processor seconds:"
        parts.append((text, [row for row in rows.values() if row["minutes"] == minutes]))
    return "\n" + "\n".join(f"{text}\n\n{table_of(some)}" for text, some in parts if some) + "\n"


def with_tables(text, rows, name):
    """The text of the page `name` with its tables made anew. ValueError if it has not one pair of marks."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(END) < text.index(BEGIN):
        raise ValueError(f"{name} has not one line {BEGIN.strip()} and one line {END.strip()} after it")
    begin = text.index(BEGIN) + len(BEGIN)
    return text[:begin] + part_of(rows) + text[text.index(END):]


def pages_of(rows):
    """The pages that show the rows, by their paths below ROOT, each with those that it shows: README.md has all, and the page of
    a learner has the learner's."""
    pages = {"README.md": rows}
    for found, row in rows.items():
        pages.setdefault(f"docs/{LEARNERS[row['algorithm']].page}.md", {})[found] = row
    return pages


def made_pages(rows):
    """The same paths, each with the text of the page as it is and with its tables made anew."""
    texts = {name: (ROOT / name).read_text() for name in pages_of(rows)}
    return {name: (texts[name], with_tables(texts[name], some, name)) for name, some in pages_of(rows).items()}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def sources_of(environment, algorithm):
    """The files of this repository that a training of the learner in the environment is compiled from, without the tables of
    configurations of other learners."""
    learner = LEARNERS[algorithm]
    headers = [f"envs/{environment}", *(f"rl/{header}" for header in (*learner.headers, "evaluate", "tuned")), "device/cpu"]
    text = "".join(f"#include <lockstep/{header}.hpp>\n" for header in headers)
    command = [os.environ.get("CXX", "c++"), "-std=c++20", "-MM", "-I", ROOT / "include", "-x", "c++", "-"]
    listed = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    paths = [pathlib.Path(word) for word in listed.replace("\\\n", " ").split()[1:] if word != "-"]
    others = [f"rl/{other.tuned}/tuned.hpp" for other in LEARNERS.values() if other.tuned != learner.tuned]
    sources = sorted(str(path.resolve().relative_to(ROOT)) for path in paths if path.is_absolute())
    return [source for source in sources if not source.endswith(tuple(others))]


def code_of(text):
    """The lines of a source without comments, which change no training."""
    lines = (re.sub(r"\s*//.*", "", line).rstrip() for line in text.splitlines())
    return [line for line in lines if line]


@functools.cache
def code_in(commit, path):
    """The code of a file in a commit, or None if it is not there."""
    found = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, capture_output=True, text=True)
    return code_of(found.stdout) if found.returncode == 0 else None


def differs(commit, path):
    """Whether a file has other code than in a commit, which may lack it."""
    return code_in(commit, path) != code_of((ROOT / path).read_text())


def is_training(name):
    """Whether a name is that of an environment, as in "ant", or of a learner in one, as in "ant.ppo"."""
    environment, dot, algorithm = name.partition(".")
    return environment in ENVIRONMENTS and (not dot or algorithm in LEARNERS)


def changes_trainings(said, training):
    """Whether a commit changes a training, such as "ant.ppo". said: the commit's trailer Trainings, which is `unchanged` or names
    all trainings that it changes, with commas between them; "ant" names those of all learners in Ant. Without a trailer, or with
    another word, it changes all."""
    names = {name.strip() for name in said.split(",")}
    if names == {"unchanged"}:
        return False
    return not names.isdisjoint({training, training.partition(".")[0]}) or not all(map(is_training, names))


@functools.cache  # git needs a second for each, and rows share commits
def said_since(commit, head, path):
    """Each commit to a file after `commit`, up to `head`, with what it says in its trailer Trainings; "" without one."""
    shown = "--format=%h %(trailers:key=Trainings,valueonly,separator=%x2C)"
    lines = git("log", "--follow", shown, f"{commit}..{head}", "--", path)
    return [(made, said) for made, _, said in (line.partition(" ") for line in lines.splitlines())]


def changes_code(commit, path):
    """Whether a commit changed the code of a file, and not its comments alone. A file of another name then counts as changed."""
    return code_in(commit, path) is None or code_in(f"{commit}~", path) != code_in(commit, path)


def changed_since(commit, path, training):
    """Whether a file has other code than in a commit, apart from what commits did that do not change the training."""
    if not differs(commit, path):
        return False
    head = git("rev-parse", "HEAD")
    return differs(head, path) or any(changes_trainings(said, training) and changes_code(made, path)
                                      for made, said in said_since(commit, head, path))


def changes_since(commit, sources, training):
    """Why a row of a commit is not of the present sources; empty if it is."""
    if subprocess.run(["git", "merge-base", "--is-ancestor", commit, "HEAD"], cwd=ROOT, capture_output=True).returncode != 0:
        return "its commit is not among those of this branch"
    touched = git("diff", "--name-only", "--no-renames", commit, "--", *sources).splitlines()
    changed = [path for path in touched if changed_since(commit, path, training)]
    if not changed:
        return ""
    last = git("log", "-1", "--format=%h of %cs", f"{commit}..HEAD", "--", *changed)
    return f"{len(changed)} of {len(sources)} files changed since, the last in {last or 'no commit yet'}"


def stale(rows):
    """Yields a line for every row that is older than what it depends on, as soon as it is known: git takes a second for each."""
    for environment, algorithm, minutes in sorted(rows):
        row = rows[environment, algorithm, minutes]
        why = changes_since(row["commit"], sources_of(environment, algorithm), f"{environment}.{algorithm}")
        if why:
            name = f"{environment}, {algorithm}" + (f", minutes {minutes}" if minutes else "")
            yield f"{name}: of {row['commit']}, {row['date']}: {why}"
