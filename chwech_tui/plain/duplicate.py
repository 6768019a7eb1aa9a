"""What each player made of each hand of a duplicate game, in lines; pure."""

from collections.abc import Sequence

from chwech_tui.model.cards import card_words
from chwech_tui.model.duplicate import HandSet, sums
from chwech_tui.model.people import People
from chwech_tui.model.rating import change_sign
from protocol.language import _
from protocol.vocabulary import Seat


def set_lines(sets: Sequence[HandSet], people: People) -> tuple[str, ...]:
    """Return a line for each hand of each set, with how many points above the mean each player has made of it."""
    lines: list[str] = []
    about, together = _("points above the mean of each hand"), _("together")
    for number, hands in enumerate(sets, start=1):
        title = _("Hands of set {number} of {sets}", number=number, sets=len(sets))
        lines.append(f"{title}: {about}.")
        lines += [f"{' '.join(map(card_words, hand.cards))}: {_each(hand.margins, people)}." for hand in hands]
        lines.append(f"{together}: {_each(sums(hands), people)}.")
    return tuple(lines)


def _each(margins: Sequence[float], people: People) -> str:
    return ", ".join(f"{people.call(Seat(seat))} {change_sign(round(margin))}" for seat, margin in enumerate(margins))
