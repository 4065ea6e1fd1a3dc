# SPDX-License-Identifier: MIT
"""The tables of bench/learning: those of README.md and of docs/ are those of the committed summary, and what they are made of."""

import argparse
import importlib.machinery
import importlib.util
import pathlib
import re
import shutil
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "learning"))
import tables


def row(**changed):
    return dict.fromkeys(tables.COLUMNS, "") | {
        "environment": "half_cheetah", "algorithm": "ppo", "steps": "1003520", "seeds": "5", "worst": "-4.25", "median": "5000.4",
        "interquartile_mean": "99.96", "processor_seconds": "3.7", "threads": "1", "date": "2026-11-22",
        "commit": "abc1234", "processor": "AMD EPYC"} | changed


def rounds_to(exact, told, unit):
    """Whether a number of the summary, which has one decimal, may be told so: "262" in thousands, "-3.6"."""
    step = (1000 if unit else 1) * 10 ** -len(told.partition(".")[2])
    return abs(float(exact) - float(told) * (1000 if unit else 1)) <= 0.5 * step + 1e-6


class Learning(unittest.TestCase):
    def test_pages_show_the_committed_summary(self):
        made = tables.made_pages(tables.read_summary())
        self.assertLessEqual({"README.md", "docs/ppo.md", "docs/sac.md", "docs/crossq.md", "docs/evolution.md"}, set(made))
        for name, (text, expected) in made.items():
            self.assertEqual(text, expected, f"{name}: make its tables with bench/learning/run --readme")

    def test_a_page_shows_the_rows_of_its_learner(self):
        rows = {tables.key(r): r for r in (row(), row(algorithm="sac"), row(algorithm="categorical_sac", minutes="5"))}
        pages = tables.pages_of(rows)
        self.assertEqual(list(pages), ["README.md", "docs/ppo.md", "docs/sac.md"])
        self.assertEqual(pages["README.md"], rows)
        self.assertEqual([len(pages[f"docs/{name}.md"]) for name in ("ppo", "sac")], [1, 2])
        self.assertNotIn("fixed number", tables.part_of({tables.key(r): r for r in [row(minutes="5")]}))
        for learner in tables.LEARNERS.values():
            self.assertTrue((ROOT / "docs" / f"{learner.page}.md").is_file(), learner.page)

    def test_every_row_says_where_it_is_from(self):
        rows = tables.read_summary()
        self.assertGreater(len(rows), 0)
        for key, found in rows.items():
            for column in ("steps", "first_seed", "seeds", "worst", "interquartile_mean", "median", "date", "commit",
                           "processor"):
                self.assertTrue(found[column], f"{key}: {column}")
            name = ".".join(key[:2]) + (f".minutes_{key[2]}" if key[2] else "")
            with (tables.RESULTS / f"{name}.csv").open() as file:
                of_seeds = list(tables.csv.DictReader(file))
            self.assertEqual([found["commit"]] * int(found["seeds"]), [r["commit"] for r in of_seeds], name)
            self.assertEqual([found["processor"]] * int(found["seeds"]), [r["processor"] for r in of_seeds], name)
            of_returns = tables.statistics_of([float(r["deterministic_return"]) for r in of_seeds])
            self.assertEqual({c: found[c] for c in of_returns} | {"seeds": int(found["seeds"])}, of_returns, name)

    def test_comments_of_the_configurations_tell_the_summary(self):
        rows = list(tables.read_summary().values())
        number = r"(-?[\d.]+)( k)?"
        told = [rf"[Mm]edian {number}, worst {number}(?:, best [\d.]+)? of the seeds 801",
                rf": {number} and {number} of the seeds 801",
                rf"; {number} and {number}(?: of 801 to 805)?, [\d.]+ M steps"]
        found = 0
        for path in sorted((ROOT / "include/lockstep/rl").glob("*/tuned.hpp")):
            text = re.sub(r"\n *///", "", path.read_text())
            for match in (match for pattern in told for match in re.finditer(pattern, text)):
                median, median_unit, worst, worst_unit = match.groups()
                self.assertTrue(any(rounds_to(row["median"], median, median_unit) and rounds_to(row["worst"], worst, worst_unit)
                                    for row in rows), f"{path}: no row has \"{match.group()}\"")
                found += 1
        self.assertGreater(found, 20)

    def test_statistics(self):
        of = tables.statistics_of([10, 1, 2, 4, 3])
        self.assertEqual((of["worst"], of["interquartile_mean"], of["median"], of["mean"], of["seeds"]),
                         ("1.0", "3.0", "3.0", "4.0", 5))
        self.assertEqual(tables.interquartile_mean([6, 1, 2]), 3)
        self.assertEqual(tables.statistics_of([7])["standard_error"], "")

    def test_table(self):
        text = tables.table_of([row(algorithm="sac", environment="ant", processor_seconds="", seconds="416.2", steps="800000",
                                    threads="2", processor="Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz"),
                                row()])
        self.assertEqual(text.splitlines()[2:], [
            "| HalfCheetah | PPO | 1 M | 5 | -4.2 | 100.0 | 5000 |  | 3.7 | abc1234, 2026-11-22, EPYC |",
            "| Ant | SAC | 800 k | 5 | -4.2 | 100.0 | 5000 |  | 832 | abc1234, 2026-11-22, Xeon E5-2680 v4 |"])

    def test_rows_of_minutes_have_tables_of_their_own(self):
        text = tables.part_of({tables.key(r): r for r in (row(), row(minutes="20"), row(minutes="5"), row(minutes="1"))})
        self.assertLess(text.index("fixed number"), text.index("With 1 minute of"))
        self.assertLess(text.index("With 1 minute of"), text.index("With 5 minutes"))
        self.assertLess(text.index("With 5 minutes"), text.index("With 20 minutes"))

    def test_a_row_is_not_replaced_by_one_that_has_less(self):
        name = ROOT / "bench" / "learning" / "run"
        loader = importlib.machinery.SourceFileLoader("learning_run", str(name))
        run = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
        loader.exec_module(run)
        rows = {tables.key(r): r for r in (row(), row(minutes="5"), row(algorithm="sac", seeds="3", gymnasium_median="7"))}

        def refusal(**changed):
            chosen = dict(algorithm="ppo", minutes="", steps=None, seeds=5, transfer=False) | changed
            try:
                run.refuse_loss("half_cheetah", argparse.Namespace(**chosen), rows)
            except ValueError as error:
                return str(error)
            return ""

        self.assertEqual(refusal(), "")
        self.assertEqual(refusal(seeds=None), "")
        self.assertEqual(refusal(seeds=1, minutes="20"), "")
        self.assertEqual(refusal(seeds=1, algorithm="td3"), "")
        self.assertIn("--seeds is 4, and the row of 5 seeds of half_cheetah, ppo might be replaced", refusal(seeds=4))
        self.assertIn("the row of 5 seeds of half_cheetah, ppo, 5 minutes", refusal(seeds=4, minutes="5"))
        self.assertIn("the row of 5 seeds of half_cheetah, ppo, 5 minutes", refusal(seeds=4, steps=100))
        self.assertIn("has a return in Gymnasium, which the new one would lack", refusal(algorithm="sac"))

    def test_a_training_has_the_least_minutes_that_hold_it(self):
        self.assertEqual([tables.minutes_that_hold(seconds) for seconds in (3.7, 120, 120.1, 600, 2400)],
                         ["1", "1", "5", "5", "20"])
        with self.assertRaisesRegex(ValueError, "took 2401 processor seconds, more than 20 minutes of two cores"):
            tables.minutes_that_hold(2401)

    def test_only_what_is_between_the_marks_changes(self):
        made = tables.with_tables("before\n" + tables.BEGIN + "old\n" + tables.END + "after\n", {}, "a.md")
        self.assertTrue(made.startswith("before\n" + tables.BEGIN) and made.endswith(tables.END + "after\n"))
        self.assertNotIn("old", made)
        for broken in ("", tables.BEGIN, tables.END + tables.BEGIN, (tables.BEGIN + tables.END) * 2):
            with self.assertRaisesRegex(ValueError, "a.md has not one line"):
                tables.with_tables(broken, {}, "a.md")

    def test_a_summary_is_read_as_it_was_written(self):
        rows = {tables.key(r): {c: str(r[c]) for c in tables.COLUMNS} for r in (row(), row(minutes="5"))}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "summary.csv"
            tables.write_summary(rows, path)
            self.assertEqual(tables.read_summary(path), rows)

    def test_a_row_depends_on_its_environment_and_learner(self):
        sources = tables.sources_of("hopper", "ppo")
        for part in ("envs/hopper", "envs/recorded/hopper", "rl/ppo", "rl/ppo/tuned", "core/lanes"):
            self.assertIn(f"include/lockstep/{part}.hpp", sources)
        for part in ("envs/ant", "rl/off_policy", "rl/off_policy/tuned", "rl/evolution/tuned"):
            self.assertNotIn(f"include/lockstep/{part}.hpp", sources)

    def test_a_comment_is_no_change_of_code(self):
        code = tables.code_of("// one\nint x = 1;  // two\n\n    int y;\n")
        self.assertEqual(code, ["int x = 1;", "    int y;"])
        self.assertNotEqual(code, tables.code_of("int x = 2;\n    int y;\n"))

    def test_a_commit_names_the_trainings_that_it_changes(self):
        for said, changed in (("", True), ("unchanged", False), ("ant", True), ("humanoid,ant", True), ("humanoid, hopper", False),
                              ("humanoid, hoper", True), ("unchanged, hopper", True), ("humanoid, ant.ppo", True),
                              ("ant.sac, hopper", False), ("ant.sac, hopper.pqo", True)):
            self.assertEqual(tables.changes_trainings(said, "ant.ppo"), changed, said)

    def test_a_row_is_old_when_code_that_it_depends_on_changed(self):
        if shutil.which("git") is None:
            self.skipTest("no git")
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(tables, "ROOT", pathlib.Path(folder)):
            source = pathlib.Path(folder) / "a.hpp"

            def commit(text, message="a"):
                source.write_text(text)
                tables.git("add", "--all")
                tables.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", message)
                return tables.git("rev-parse", "--short", "HEAD")

            tables.git("init", "--quiet")
            first = commit("int x;\n")
            self.assertEqual(tables.changes_since(first, ["a.hpp"], "ant.ppo"), "")
            commit("int x;  // one\n")
            self.assertEqual(tables.changes_since(first, ["a.hpp"], "ant.ppo"), "")
            source.write_text("int y;\n")
            self.assertIn("1 of 1 files changed since", tables.changes_since(first, ["a.hpp"], "ant.ppo"))
            second = commit("int y;\n")
            self.assertIn(f"the last in {second} of", tables.changes_since(first, ["a.hpp"], "ant.ppo"))
            self.assertEqual(tables.changes_since(second, ["a.hpp"], "ant.ppo"), "")
            source = source.rename(source.with_name("b.hpp"))
            third = commit("int y;\n", "Move a\n\nTrainings: unchanged")
            self.assertEqual(tables.changes_since(second, ["b.hpp"], "ant.ppo"), "")
            self.assertIn("1 of 1 files changed since", tables.changes_since(first, ["b.hpp"], "ant.ppo"))
            commit("int z;\n", "Rename y\n\nTrainings: unchanged")
            self.assertEqual(tables.changes_since(third, ["b.hpp"], "ant.ppo"), "")
            fourth = commit("int x;\n", "Name z anew\n\nTrainings: humanoid, ant")
            self.assertEqual(tables.changes_since(third, ["b.hpp"], "hopper.ppo"), "")
            self.assertIn(f"the last in {fourth} of", tables.changes_since(third, ["b.hpp"], "ant.ppo"))
            third = commit("int w;\n", "Rename x\n\nTrainings: unchanged")
            commit("int w;  // one\n", "Say what w is")
            self.assertEqual(tables.changes_since(fourth, ["b.hpp"], "ant.ppo"), "")
            source.write_text("int v;\n")
            self.assertIn("1 of 1 files changed since", tables.changes_since(third, ["b.hpp"], "ant.ppo"))
            self.assertIn("is not among those of this branch", tables.changes_since("1234567", ["a.hpp"], "ant.ppo"))


if __name__ == "__main__":
    unittest.main()
