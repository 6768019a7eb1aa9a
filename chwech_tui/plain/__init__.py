"""Plain mode: the client as a dialogue of lines, for screen readers, braille lines, slow links and dumb terminals."""

from collections.abc import Mapping


def wants_plain(environment: Mapping[str, str]) -> bool:
    """Return True if the environment asks for plain mode, or has a terminal that can only write lines."""
    return bool(environment.get("CHWECH_PLAIN")) or environment.get("TERM") in {"", "dumb", "unknown"}
