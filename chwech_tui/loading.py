"""Loads all that a session of the client can need, for what runs on while the files of the program are replaced.

Otherwise a screen that is loaded at its first use is that of another version: after ``git pull``, or after an upgrade.
"""

import contextlib
from importlib import import_module
from pkgutil import walk_packages
from threading import Timer
from typing import Final

import chwech_tui
from chwech_tui.games.registry import GAMES
from chwech_tui.model.course import first_course
from protocol.language import LANGUAGES, catalogue

AFTER_SECONDS: Final = 2.0
"""When a client loads the rest: its first screens have been drawn by then."""


def load_beside() -> None:
    """Load everything in a moment, beside an app that starts with what its first screen needs."""
    timer = Timer(AFTER_SECONDS, _load_what_can_be)
    timer.daemon = True
    timer.start()


def _load_what_can_be() -> None:
    # What is missing by now is missed only where somebody wants it.
    with contextlib.suppress(Exception):
        load_everything()


def load_everything() -> None:
    """Import every module of the client, and read every file of it: the texts of all languages, and the courses."""
    for found in walk_packages(chwech_tui.__path__, f"{chwech_tui.__name__}."):
        import_module(found.name)
    for language in LANGUAGES:
        catalogue(language)
    first_course(tuple(GAMES.values()))
