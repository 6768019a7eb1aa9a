"""The games on a page of text: their names, for how many they are, how long they take, and a sentence about each."""

from collections.abc import Iterable

from protocol.language import _, pgettext
from protocol.setup import GameOffer
from server.fronts.page import WIDTH, columns, safe, worded

_NUMBERS = {1, 2}


def games_lines(offers: Iterable[GameOffer], width: int = WIDTH) -> list[str]:
    """Return a line for each game, with a heading."""
    heading = (
        pgettext("column", "game"),
        pgettext("column", "players"),
        pgettext("column", "minutes"),
        pgettext("column", "about"),
    )
    rows = [(worded(one.name), players_words(one.players), _minutes(one.minutes), _(safe(one.about))) for one in offers]
    return columns([heading, *rows], _NUMBERS, width)


def _minutes(minutes: int) -> str:
    return str(minutes) if minutes else ""


def players_words(players: Iterable[int]) -> str:
    """Return numbers of players as ranges: ``3-5``, ``4, 6``."""
    spans: list[list[int]] = []
    for number in sorted(players):
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)
