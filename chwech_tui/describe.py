"""Sentences about what happens at any table, and the small words that all sentences are made of; pure."""

from collections.abc import Mapping
from typing import Final

from chwech_tui.model.ink import Hue, Line, Span, printable
from chwech_tui.model.people import People, listed, third_person
from protocol.absence import Absence, CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.seating import Began, HostGiven, Readied, RematchOffered, Removed, SeatLeft, SeatTaken
from protocol.setup import OptionValue
from protocol.talk import TEXT_CHARACTERS, Said
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
            joins = "n watches" if people.viewer is None else "n joins"
            return (Span(f"{people.does(seat, 'want')} to play once more: {joins}.", Hue.ACCENT),)
        case _:
            return ()


def _is(people: People, seat: Seat) -> str:
    """Return the start of a sentence about a player: ``You are``, ``Ann is``."""
    return "You are" if seat == people.viewer else f"{people.name(seat)} is"


def said(name: str, text: str) -> Line:
    """Return a chat message with the name of its author."""
    return (Span(f"{clean_text(name, cells=48)}: ", Hue.ACCENT), Span(clean_text(text, cells=2 * TEXT_CHARACTERS)))


def victory(people: People, winners: tuple[Seat, ...]) -> str:
    """Return the sentence for the winner, or for several who share the win."""
    if len(winners) == 1:
        return people.does(winners[0], "win")
    return f"{people.listed(winners)} share the win"


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
