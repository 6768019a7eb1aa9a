"""Spoil Five in words: the pool, who takes it, and what the winner of the first tricks is asked."""

from chwech_tui.describe import chips_words, tricks_words
from chwech_tui.games.fives import words
from chwech_tui.games.fives.words import win
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.fives.events import Barred, DealEnded, DealSheet, Ending, GameEnded, Jinked, Swept
from protocol.fives.views import FivesView, Spoil
from protocol.language import _
from protocol.setup import Setup
from protocol.vocabulary import Event, Seat

CHIPS = 20
"""The chips that each player begins with."""

TRICKS = 5
"""The number of tricks in a deal."""


def needed_by(spoil: Spoil, seat: Seat) -> int:
    """Return how many tricks a seat needs for the pool."""
    return TRICKS if spoil.jinker == seat else spoil.needed


def needed_at(setup: Setup) -> int:
    """Return how many tricks take the pool at a table."""
    return 2 if setup.options.get("two_tricks") else 3


def crib(setup: Setup) -> tuple[str, ...]:
    """Return the rules of a table in a few sentences."""
    follow, *_score, rob = words.crib(setup)
    aim = (
        _("Two of the five tricks take the pool. If nobody has two, it grows.")
        if needed_at(setup) == 2
        else _("Three of the five tricks take the pool. If nobody has three, it grows.")
    )
    return (follow, aim, _("Who wins the first of them all may go on for all five: all, or nothing."), rob)


def sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event of the game; an empty line for any other event."""
    match event:
        case Jinked(seat=seat):
            own = _("You leave the pool, and go for all five.")
            other = _("{name} leaves the pool, and goes for all five.")
            return (Span(people.tell(seat, own, other), Hue.ALERT),)
        case Barred(seat=seat):
            own = _("You have not robbed with your Ace: you cannot take the pool.")
            other = _("{name} has not robbed with the Ace of trumps, and cannot take the pool.")
            return (Span(people.tell(seat, own, other), Hue.ALERT),)
        case Swept():
            return (Span(_swept(event, people), Hue.ACCENT),)
        case DealEnded(sheet=sheet) if sheet.pool is not None:
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(chips=chips):
            victory = win(people, event.winners)
            held = chips_words(chips[event.winners[0]] if chips else 0)
            return (Span(_("{victory} with {chips}.", victory=victory, chips=held), Hue.STRONG),)
    return words.sentence(event, people)


def _swept(event: Swept, people: People) -> str:
    pool = chips_words(event.chips)
    if not event.extra:
        return people.tell(event.seat, _("You take the pool: {pool}."), _("{name} takes the pool: {pool}."), pool=pool)
    own = _("You have all five: the pool of {pool}, and {extra} more.")
    other = _("{name} has all five: the pool of {pool}, and {extra} more.")
    return people.tell(event.seat, own, other, pool=pool, extra=event.extra)


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal: what has become of the pool."""
    pool = chips_words(sheet.pool or 0)
    match sheet.ending:
        case Ending.SHARED:
            return _("Spoilt, and somebody cannot pay: all get the pool of {pool} back evenly.", pool=pool)
        case Ending.SWEPT | Ending.JINKED if sheet.sweeper is not None:
            own, other = _("You took the pool of {pool}."), _("{name} took the pool of {pool}.")
            return people.tell(sheet.sweeper, own, other, pool=pool)
    if sheet.jinker is not None:
        own = _("You lost a trick of five: the pool of {pool} stays.")
        return people.tell(sheet.jinker, own, _("{name} lost a trick of five: the pool of {pool} stays."), pool=pool)
    return _("Spoilt: the pool of {pool} stays.", pool=pool)


def taken_words(view: FivesView, spoil: Spoil, seat: Seat) -> str:
    """Return what a trick more does for a seat: ``you take it: 2 of 3 tricks``."""
    tricks, needed = view.seats[seat].tricks + 1, needed_by(spoil, seat)
    if tricks == spoil.needed == needed and any(seen.tricks for other, seen in enumerate(view.seats) if other != seat):
        return _("you take it, and the pool")
    return _("you take it: {sum}", sum=_("{tricks} of {needed}", tricks=tricks, needed=needed))


def near(view: FivesView, spoil: Spoil) -> list[Seat]:
    """Return the seats that take the pool with one more trick."""
    return [Seat(seat) for seat, shown in enumerate(view.seats) if shown.tricks + 1 == needed_by(spoil, Seat(seat))]


def tricks_of(view: FivesView, seat: Seat, spoil: Spoil) -> str:
    """Return the tricks of a seat: ``2 tricks of 3``."""
    return _("{tricks} of {needed}", tricks=tricks_words(view.seats[seat].tricks), needed=needed_by(spoil, seat))
