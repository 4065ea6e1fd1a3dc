# SPDX-License-Identifier: MIT
"""Files that are written wholly or not at all."""

import contextlib
import errno
import os
import pathlib


def replace_file(path, content):
    """Replaces the file, or the one that a symbolic link names, by these bytes. Raises OSError, naming it, if it cannot be."""
    path = pathlib.Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():  # a device, which root could replace
        raise OSError(errno.EINVAL, "lockstep: cannot be written: it is not a file", str(path))
    target = pathlib.Path(os.path.realpath(path))
    if target.is_symlink():  # which names itself
        raise OSError(errno.ELOOP, f"lockstep: cannot be written: {os.strerror(errno.ELOOP)}", str(path))
    written = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        written.write_bytes(content)
        written.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            written.unlink()
        raise type(error)(error.errno, f"lockstep: cannot be written: {error.strerror}", str(path)) from None
