"""What a terminal can show, read from the variables that describe it: a process's own, or those of an SSH session."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.theme import Colours, Palette

_COLOURLESS: Final = ("dumb", "unknown", "vt1", "vt2")
"""How the names of terminals without colour begin."""

_COLOURFUL: Final = (
    "xterm",
    "tmux",
    "screen",
    "putty",
    "konsole",
    "gnome",
    "vte",
    "rxvt-unicode",
    "iterm",
    "st-",
)
"""How the names of terminals with 256 colours begin, whether they say so or not."""

_BRILLIANT: Final = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "contour")
"""How the names of terminals with every colour begin: few servers are told more than the name."""


def palette_of(environment: Mapping[str, str]) -> Palette:
    """Give what a terminal can show, by TERM, COLORTERM, NO_COLOR and the locale."""
    return Palette(_colours(environment), ascii=not _unicode(environment))


def _colours(environment: Mapping[str, str]) -> Colours:
    term = environment.get("TERM", "").lower()
    if environment.get("NO_COLOR") or term.startswith(_COLOURLESS):
        return Colours.NONE
    said = environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or term.endswith("-direct")
    if said or term.removeprefix("xterm-").startswith(_BRILLIANT):
        return Colours.ALL
    return Colours.MANY if "256" in term or term.startswith(_COLOURFUL) else Colours.SIXTEEN


def _unicode(environment: Mapping[str, str]) -> bool:
    """Say whether the locale is one of UTF-8; so is a terminal that tells none."""
    told = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((value for value in told if value), "UTF-8")
    return "UTF8" in locale.upper().replace("-", "")
