# SPDX-License-Identifier: MIT
"""bench/gpu/run.sh: what it refuses, what it says where there is no card, and what it writes. Learners take a minute to compile:
scripts stand for them here, and the target `benchmarks` has one. gpu_benchmark.py [opencl]: an environment on OpenCL, too."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HAS_OPENCL = "opencl" in sys.argv[1:]
LEARNERS = [f"{learner}_pendulum" for learner in ("ppo", "sac", "td3", "crossq")]


class GpuBenchmark(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.programs, self.out = (pathlib.Path(folder.name) / name for name in ("programs", "out"))
        self.programs.mkdir()

    def run_script(self, *options):
        """Returns the exit code, and what the script says."""
        environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
        environment.pop("LOCKSTEP_NVRTC", None)
        done = subprocess.run([ROOT / "bench/gpu/run.sh", "--out", self.out, "--programs", self.programs, *options],
                              env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def skip(self, reason):
        """Skips the test, or fails it where OpenCL is required."""
        (self.fail if os.environ.get("LOCKSTEP_REQUIRE_OPENCL") else self.skipTest)(reason)

    def write_program(self, name, text):
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def results(self):
        (path,) = self.out.iterdir()
        return path.name, path.read_text().splitlines()

    def test_options_that_it_does_not_know(self):
        for options, sentence in ((["--card", "0"], "unknown option --card"), (["0"], "unknown option 0"),
                                  (["--device", "cpu"], "no device cpu"), (["--only", "card,price"], "no part price"),
                                  (["--minutes", "0"], "--minutes takes a whole number, not 0"),
                                  (["--minutes", "1.5"], "--minutes takes a whole number, not 1.5"),
                                  (["--quick", "--minutes"], "--minutes needs a value")):
            with self.subTest(options=options):
                code, said = self.run_script(*options)
                self.assertEqual((code, said.splitlines()[0]), (2, f"bench/gpu/run.sh: {sentence}"))
        self.assertFalse(self.out.exists())

    def test_no_card(self):
        code, said = self.run_script("--only", "card")
        self.assertIn("bench/gpu/run.sh: nothing is measured, since no card can be used: lockstep::cuda: ", said)
        self.assertEqual(code, 1)
        self.assertFalse(self.out.exists())

    def test_results(self):
        self.write_program("card", "echo A card, driver 1.2")
        for name in ("environment_pendulum", *LEARNERS):
            self.write_program(name, f'echo {name} says "$@"')
        self.write_program("td3_pendulum", "echo bits differ; exit 3")
        code, said = self.run_script("--device", "opencl", "--quick", "--environments", "pendulum", "--jobs", "1",
                                     "--only", "card,bits,end_to_end,speed,solve")
        self.assertEqual(code, 1, said)
        name, lines = self.results()
        self.assertRegex(name, r"^\d{4}-\d\d-\d\d-opencl-A-card-driver-1-2\.txt$")
        self.assertEqual([re.sub("^(date|commit): .*", r"\1: ...", line) for line in lines], [
            "card: A card, driver 1.2",
            "device: lockstep::opencl, quick",
            "date: ...",
            "commit: ...",
            "parts: card,bits,end_to_end,speed,solve",
            "== bits: against the processor, and repeated",
            "ppo_pendulum says bits",
            "sac_pendulum says bits",
            "bits differ",
            "FAILED with exit code 3: td3_pendulum bits",
            "crossq_pendulum says bits",
            "environment_pendulum says bits 40 30",
            "== end to end, and where the time goes",
            "ppo_pendulum says speed 0.3 256",
            "sac_pendulum says speed 0.3 256",
            "== speed: steps/s against the number of environments",
            "environment_pendulum says speed 0.3 256 1024",
            "== time to solve, by PPO",
            "ppo_pendulum says solve -1230 5"])
        self.write_program("td3_pendulum", "echo td3")
        self.assertEqual(self.run_script("--device", "opencl", "--quick", "--environments", "pendulum", "--only", "bits")[0], 0)

    def test_opencl(self):
        if not HAS_OPENCL:
            self.skip("no OpenCL")
        for name in LEARNERS:
            self.write_program(name, "true")
        code, said = self.run_script("--device", "opencl", "--quick", "--environments", "pendulum", "--only", "card,bits,speed")
        if "no card can be used" in said:
            self.skip(said)
        self.assertEqual(code, 0, said)
        text = "\n".join(self.results()[1])
        for line in ("card: .+, driver .+",
                     r"bits lockstep::envs::pendulum +\d+ numbers, 0 differ from the processor's, 0 when repeated, .*",
                     r"speed lockstep::envs::pendulum +256 environments +[\d.]+ M steps/s .*",
                     r"speed lockstep::envs::pendulum +1024 environments +[\d.]+ M steps/s .*"):
            self.assertRegex(text, f"(?m)^{line}$")
        self.assertNotIn("FAILED", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
