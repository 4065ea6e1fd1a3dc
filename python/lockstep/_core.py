# SPDX-License-Identifier: MIT
"""The extension module of the best instruction set that this processor has.

LOCKSTEP_INSTRUCTION_SET chooses another one, for example to compare bits.
"""

import importlib
import os
import platform
import sys

try:
    _processor = importlib.import_module("lockstep._processor")
except ModuleNotFoundError as error:
    advice = "build it with `pip install` from its repository" if sys.version_info >= (3, 10) else "it needs Python 3.10 or newer"
    raise ImportError(f"lockstep: this package was not built for {platform.python_implementation()} {platform.python_version()} "
                      f"on {platform.machine()}: {advice}") from error


def _load():
    able = _processor.instruction_sets()
    wanted = os.environ.get("LOCKSTEP_INSTRUCTION_SET")
    if wanted is not None and wanted not in able:
        raise ImportError(f"lockstep: LOCKSTEP_INSTRUCTION_SET is {wanted!r}, which this processor does not have; "
                          f"it has {', '.join(able) or 'none that is built for'}")
    for name in [wanted] if wanted is not None else able:
        try:
            return name, importlib.import_module(f"lockstep._{name}")
        except ModuleNotFoundError as error:
            if error.name != f"lockstep._{name}":
                raise
    if wanted is not None:
        raise ImportError(f"lockstep: LOCKSTEP_INSTRUCTION_SET is {wanted!r}, which this package was not built for")
    raise ImportError(f"lockstep: this package has no build for this processor ({platform.machine()}, which has "
                      f"{', '.join(able) or 'neither AVX2 nor AVX-512'})")


name, core = _load()


def instruction_set():
    """The instruction set that runs: "avx512", "avx2" or "neon"."""
    return name
