"""Lets tests be without rights to files, whoever gives them."""

import contextlib
import encodings.idna  # noqa: F401 - a codec that is missed once is missed for ever, and a user without rights misses it
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

NOBODY: Final = 65_534  # A user without rights, whom root becomes for a moment.


@contextlib.contextmanager
def without_rights() -> Iterator[None]:
    """Do what follows without the right of root to look everywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@contextlib.contextmanager
def reachable_folder() -> Iterator[Path]:
    """Give a folder that everyone can come to, unlike those that pytest makes for root."""
    folder = Path(tempfile.mkdtemp(prefix="chwech-rights-"))
    try:
        folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder)
