"""A name in a list: who is a bot is marked, and nobody can be called so that it looks the same."""

from chwech_tui.drawing.line import cells, clip, left
from chwech_tui.model.people import BOT_MARK, People
from protocol.vocabulary import Seat


def draw_name(people: People, seat: Seat, width: int) -> str:
    """Set the name of a seat at the left of so many cells."""
    return left(marked(people.name(seat), BOT_MARK, width) if seat in people.bots else people.name(seat), width)


def marked(name: str, mark: str, width: int) -> str:
    """Put a mark behind a name, in so many cells at most; it is the name that gives way."""
    return clip(name, width - cells(mark)) + mark
