"""The abilities of a terminal, read from environment variables: those of the process or of an SSH session."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.theme import Colours, Palette

_COLOURLESS: Final = ("dumb", "unknown", "vt1", "vt2")
"""The prefixes of TERM for terminals without colour."""

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
"""The prefixes of TERM for terminals with 256 colours, even if the name does not say so."""

_BRILLIANT: Final = ("kitty", "alacritty", "foot", "wezterm", "ghostty", "contour")
"""The prefixes of TERM for terminals with 24-bit colours; SSH clients seldom send COLORTERM to a server."""


def palette_of(environment: Mapping[str, str]) -> Palette:
    """Return the palette of a terminal, by TERM, COLORTERM, NO_COLOR and the locale."""
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
    """Return True if the locale is UTF-8 or unknown."""
    told = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next((value for value in told if value), "UTF-8")
    return "UTF8" in locale.upper().replace("-", "")
