"""Whole numbers as people read them: one below zero has the sign of a minus, and not a hyphen."""


def figure(number: int) -> str:
    """Return a number: ``125``, ``−15``."""
    return str(number).replace("-", "−")


def change(number: int) -> str:
    """Return what was won or lost, with its sign: ``+7``, ``−1``, ``0``."""
    return f"+{number}" if number > 0 else figure(number)
