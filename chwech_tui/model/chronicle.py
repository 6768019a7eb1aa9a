"""The log of the table: recent events as sentences, with the same act by several players in a row merged."""

from typing import Any, Final

from msgspec import Struct

from chwech_tui.describe import said, table_sentence, together
from chwech_tui.model.game import ClientGame
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import BOT_MARK, People
from protocol.seating import SeatTaken
from protocol.talk import Line as Words
from protocol.vocabulary import Event

LONGEST: Final = 200


class LogEntry(Struct, frozen=True):
    """One sentence of the log."""

    line: Line
    names: tuple[str, ...] = ()
    """The players who did it, for acts that several players may do one after another."""

    verb: str = ""
    """The verb of the act; empty for entries that are not merged."""


Chronicle = tuple[LogEntry, ...]
"""The log, the newest entry last."""


def note(chronicle: Chronicle, text: str, hue: Hue = Hue.DIM) -> Chronicle:
    """Add a remark that is not an event of the game."""
    return _add(chronicle, LogEntry((Span(text, hue),)))


def record(chronicle: Chronicle, event: Event, people: People, game: ClientGame[Any] | None) -> Chronicle:
    """Add an event, and the seal of the cards when a deal begins."""
    act = game.shared_act(event) if game is not None else None
    if act is not None:
        return _add_together(chronicle, people.call(act[0]), act[1])
    if isinstance(event, SeatTaken) and not event.was:
        return _add_together(chronicle, people.call(event.seat) + (BOT_MARK if event.bot else ""), "sit down")
    line = table_sentence(event, people) or (game.sentence(event, people) if game is not None else ())
    told = _add(chronicle, LogEntry(line)) if line else chronicle
    # In every game the event that deals the cards carries their commitment.
    commitment = getattr(event, "commitment", None)
    return note(told, f"Seal {commitment[:16]}…", Hue.FAINT) if commitment else told


def overhear(chronicle: Chronicle, line: Words) -> Chronicle:
    """Add a line of chat among spectators."""
    return _add(chronicle, LogEntry(said(f"{line.name} (watching)", line.text)))


def _add_together(chronicle: Chronicle, name: str, verb: str) -> Chronicle:
    last = chronicle[-1] if chronicle else None
    if last is not None and last.verb == verb:
        names = (*last.names, name)
        return (*chronicle[:-1], LogEntry(together(names, verb), names, verb))
    return _add(chronicle, LogEntry(together((name,), verb), (name,), verb))


def _add(chronicle: Chronicle, entry: LogEntry) -> Chronicle:
    return (*chronicle, entry)[-LONGEST:]
