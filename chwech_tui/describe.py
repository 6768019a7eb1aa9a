"""Sentences: how a table is run, what happens at it, and the log of recent events; pure."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from chwech_tui.model.game import ClientGame
from chwech_tui.model.ink import Hue, Line, Span, printable
from chwech_tui.model.people import BOT_MARK, People, listed, third_person
from protocol.absence import Absence, CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.seating import Began, HostGiven, Readied, RematchOffered, Removed, SeatLeft, SeatTaken
from protocol.setup import Arrangement, Clock, Delay, OptionValue
from protocol.tableview import TableEntry
from protocol.talk import TEXT_CHARACTERS, Said
from protocol.talk import Line as Words
from protocol.text import clean_text
from protocol.vocabulary import Event, Seat

_ABSENCES: Final = {Absence.LOST: "lost the connection", Absence.AWAY: "stepped away", Absence.IDLE: "did not act"}


def count(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 card``, ``5 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def as_sentence(text: str) -> str:
    """Return the text of a refusal with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def together(names: tuple[str, ...], verb: str) -> Line:
    """Return one sentence for one or several people who did the same."""
    third = len(names) == 1 and names[0] != "You"
    called = [names[0], *("you" if name == "You" else name for name in names[1:])]
    return (Span(f"{listed(called)} {third_person(verb) if third else verb}.", Hue.DIM),)


def table_sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event of the table; an empty line for an event of the game, or one that needs none."""
    match event:
        case SeatTaken(name=name, bot="", was=was) if was:
            return (Span(f"{printable(name)} sits down in place of {printable(was)} (bot).", Hue.DIM),)
        case SeatTaken(name=name, was=was) if was:
            return (Span(f"The bot {printable(was)} is called {printable(name)} from now on.", Hue.DIM),)
        case SeatTaken(name=name, bot=bot):
            return (Span(f"{printable(name)} sits down{f' ({bot} bot)' if bot else ''}.", Hue.DIM),)
        case SeatLeft(name=name):
            return (Span(f"{printable(name)} gets up.", Hue.DIM),)
        case Removed(name=name):
            return (Span(f"The host frees the seat of {printable(name)}.", Hue.DIM),)
        case HostGiven(seat=seat):
            return (Span(f"{people.does(seat, 'run')} the table now.", Hue.DIM),)
        case Readied(seat=seat, ready=ready):
            return (Span(f"{_is(people, seat)} {'ready' if ready else 'not ready'}.", Hue.DIM),)
        case Began():
            return (Span("The game begins.", Hue.STRONG),)
        case Said(name=name, text=text):
            return said(name, text)
        case _:
            return _presence(event, people)


def _presence(event: Event, people: People) -> Line:
    match event:
        case StoodIn(seat=seat, why=why):
            whom = "you" if seat == people.viewer else people.name(seat)
            return (Span(f"A bot plays for {whom}, who {_ABSENCES[why]}.", Hue.DIM),)
        case CameBack(seat=seat):
            return (Span(f"{_is(people, seat)} back.", Hue.DIM),)
        case Resigned(seat=seat):
            return (Span(f"{people.does(seat, 'leave')} for good: a bot plays on.", Hue.DIM),)
        case TimedOut(seat=seat):
            return (Span(f"{people.does(seat, 'run')} out of time.", Hue.ALERT),)
        case Paused():
            return (Span("All have agreed: the game is paused.", Hue.STRONG),)
        case Resumed(seat=seat):
            ended = "The pause is over" if seat is None else f"{people.does(seat, 'end')} the pause"
            return (Span(f"{ended}: the game goes on.", Hue.STRONG),)
        case RematchOffered(seat=seat):
            return (Span(f"{people.does(seat, 'want')} to play once more.", Hue.ACCENT),)
        case _:
            return ()


def _is(people: People, seat: Seat) -> str:
    """Return the start of a sentence about a player: ``You are``, ``Ann is``."""
    return "You are" if seat == people.viewer else f"{people.name(seat)} is"


def said(name: str, text: str) -> Line:
    """Return a chat message with the name of its author."""
    return (Span(f"{clean_text(name, cells=48)}: ", Hue.ACCENT), Span(clean_text(text, cells=2 * TEXT_CHARACTERS)))


def victory(people: People, winners: tuple[Seat, ...]) -> str:
    """Return who wins; partners win together, others share the win."""
    if len(winners) == 1:
        return people.does(winners[0], "win")
    together = people.sides and len({people.sides[seat] for seat in winners}) == 1
    return f"{people.listed(winners)} {'win together' if together else 'share the win'}"


def option_words(options: Mapping[str, OptionValue], known: Mapping[str, str]) -> list[str]:
    """Return the options of a table in words; ``known`` has those of some, by ``name=value``."""
    return [known.get(f"{name}={value}") or _option_words(name, value) for name, value in options.items()]


def _option_words(name: str, value: OptionValue) -> str:
    said = name.replace("_", " ")
    if isinstance(value, bool):
        return said if value else f"no {said}"
    if isinstance(value, int):
        return count(value, said.removesuffix("s"))
    return f"{said} {value.replace('_', ' ')}"


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
    return remark(chronicle, (Span(text, hue),))


def remark(chronicle: Chronicle, line: Line) -> Chronicle:
    """Add a styled remark that is not an event of the game."""
    return _add(chronicle, LogEntry(line))


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
    return note(told, f"Seal of the deck {commitment[:8]}…", Hue.FAINT) if commitment else told


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


_DAY: Final = 86_400
_HOUR: Final = 3600
_MINUTE: Final = 60

CLOCKS: Final = (
    Clock(),
    Clock(30, 300),
    Clock(60, 600),
    Clock(120, 600),
    Clock(_DAY),
    Clock(3 * _DAY),
    Clock(7 * _DAY),
    Clock(14 * _DAY),
)
"""The clocks to choose from, the default first."""

DELAYS: Final = {Delay.NONE: "at once", Delay.TRICK: "a trick later", Delay.DEAL: "a deal later"}


def span_words(seconds: float) -> str:
    """Return a length of time in words: ``30 s``, ``5 min``, ``3 days``."""
    if seconds >= _DAY:
        days = round(seconds / _DAY)
        return f"{days} day" if days == 1 else f"{days} days"
    if seconds > 2 * _MINUTE and seconds % _MINUTE == 0:
        return f"{seconds / _MINUTE:g} min"
    return f"{seconds:g} s"


def span_left(seconds: float) -> str:
    """Return the remaining time, rounded down: ``2 days``, ``23 h``, ``5 min``."""
    if seconds >= 2 * _DAY:
        return f"{seconds // _DAY:.0f} days"
    if seconds >= _HOUR:
        return f"{seconds // _HOUR:.0f} h"
    return f"{max(0.0, seconds) // _MINUTE:.0f} min"


def ago(seconds: float) -> str:
    """Return how long ago something was, roughly: ``just now``, ``40 minutes ago``, ``3 hours ago``, ``9 days ago``."""
    if seconds < 20 * _MINUTE:
        return "just now"
    if seconds < 1.5 * _HOUR:
        return f"{round(seconds / (10 * _MINUTE)) * 10} minutes ago"
    if seconds < 1.5 * _DAY:
        return f"{round(seconds / _HOUR)} hours ago"
    return f"{round(seconds / _DAY)} days ago"


def clock_words(clock: Clock) -> str:
    """Return a clock in words: ``no clock``, ``60 s a move and 10 min in all``, ``3 days a move``."""
    if not clock.seconds:
        return "no clock"
    bank = f" and {span_words(clock.bank)} in all" if clock.bank else ""
    return f"{span_words(clock.seconds)} a move{bank}"


def clock_sign(clock: Clock) -> str:
    """Return a clock as a short entry for a column; empty without a clock."""
    return span_words(clock.seconds) if clock.seconds else ""


def arrangement_words(arrangement: Arrangement) -> str:
    """Return how a table is run: who finds it, its clock, spectators, and the seats of bots."""
    clock = clock_words(arrangement.clock)
    late = "" if arrangement.delay is Delay.NONE else f", {DELAYS[arrangement.delay]}"
    looking = f"people may watch{late}" if arrangement.watching else "nobody may watch"
    seats = "bots give up their seats to people" if arrangement.takeover else "bots keep their seats"
    found = "" if arrangement.listed else "by code only; "
    return f"{found}{clock}; {looking}; {seats}"


def taken(entry: TableEntry) -> int:
    """Return the number of seats that players or bots have."""
    return sum(bool(name) for name in entry.names)
