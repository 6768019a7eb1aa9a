"""The replay of a finished game, step by step; the server sends the steps in parts."""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.board import Board, changed
from chwech_tui.model.game import ShownGame, Unit, demand
from chwech_tui.model.people import BOT_MARK
from protocol.archive import GameEntry, ReplayPart, ReplayStep, ReviewPart, TurnReview
from protocol.language import N_, _
from protocol.table import Event, Occupant, TablePhase, TableView

LAST: Final = -1  # The last step of a deal whose length is not known yet.
KEPT: Final = 3  # The maximum number of deals kept; any other is requested again.
MOST_STEPS: Final = 10_000  # The most steps of one deal that are accepted, far more than any deal has.

UNKNOWN: Final = N_("This client cannot show this game.")
"""What is said of a game that this client does not know, marked for translation."""


NO_BOT: Final = N_("This asks about a bot: go to a play of one.")
COMPLAINED: Final = N_("Kept for the host.")
"""Both are marked for translation."""


class ReplayMove(Enum):
    """A move through the replay."""

    STEP = "step"
    STEP_BACK = "step back"
    TRICK = "trick"
    TRICK_BACK = "trick back"
    DEAL = "deal"
    """To the next deal; in the last deal, to its end."""
    DEAL_BACK = "deal back"
    """To the beginning of the deal; at its beginning, to that of the previous deal."""
    START = "start"
    END = "end"


class Film(Struct, frozen=True, gc=False):
    """The steps of a deal received so far."""

    deal: int
    """The number of the deal, from 1."""
    steps: tuple[ReplayStep, ...] = ()
    whole: bool = False


class Reel(Struct, frozen=True, gc=False):
    """The replay of a game: the deals received, and the present position."""

    kind: ShownGame
    deal: int = 1
    """The number of the deal that is shown, from 1."""
    step: int = 0
    """The index of the step that is shown, from 0, or ``LAST``."""
    deals: int = 0
    """The number of deals in the game; 0 until it is known."""
    films: tuple[Film, ...] = ()
    """The deals received, the most recently extended last."""
    reviews: tuple[ReviewPart, ...] = ()
    """The deals that were reviewed, each once."""
    looks_back: bool = False
    """True while the review is shown in place of the table."""
    seat: int | None = None
    """The seat whose choices come first in the review; None for all alike."""
    page: int = 0
    """The page of the review: 0 for the game, or the number of a deal."""
    chosen: int = 0
    """The place of the choice on that page that is chosen."""

    @property
    def film(self) -> Film:
        """The deal that is shown."""
        return self.film_of(self.deal)

    @property
    def place(self) -> int | None:
        """The index of the step that is shown, from 0; None until it is received."""
        known = len(self.film.steps)
        if self.step != LAST:
            return self.step if self.step < known else None
        return known - 1 if self.film.whole else None

    @property
    def shown(self) -> ReplayStep | None:
        """The step that is shown; None until it is received."""
        return None if self.place is None else self.film.steps[self.place]

    @property
    def wanted(self) -> tuple[int, int] | None:
        """The deal and the first step of it to request next; None if the deal is complete."""
        return None if self.film.whole else (self.deal, len(self.film.steps))

    @property
    def review(self) -> ReviewPart | None:
        """The review of the deal that is shown, if it was asked for."""
        return next((part for part in self.reviews if part.deal == self.deal), None)

    @property
    def turn(self) -> TurnReview | None:
        """What is known of the worth of the turn that is shown."""
        turns = self.review.turns if self.review is not None else ()
        return next((turn for turn in turns if turn.turn == self.place), None)

    def film_of(self, deal: int) -> Film:
        """Return the steps of a deal received so far."""
        return next((film for film in self.films if film.deal == deal), Film(deal))


def took(reel: Reel, deal: int, part: ReplayPart) -> Reel:
    """Add the next steps of a deal, and drop the oldest of too many; raise ``RemoteProtocolError`` beyond its end."""
    before = reel.film_of(deal)
    film = Film(deal, (*before.steps, *part.steps), not part.more)
    demand(len(film.steps) <= MOST_STEPS, "a deal has no end")
    others = tuple(other for other in reel.films if other.deal != deal)
    # A server that predates the field leaves it to views that say it themselves.
    return replace(reel, deals=part.deals or reel.deals, films=(*others, film)[-KEPT:])


def fits(reel: Reel, part: ReplayPart, entry: GameEntry) -> bool:
    """Return True if the next steps of a deal can be shown, and belong to the game of an entry in the archive."""
    steps, players = part.steps, len(entry.names)
    return bool(steps) and all(reel.kind.shows(step.view) and len(step.view.seats) == players for step in steps)


def reviewed(reel: Reel, part: ReviewPart) -> Reel:
    """Add the review of a deal."""
    others = tuple(other for other in reel.reviews if other.deal != part.deal)
    return replace(reel, reviews=(*others, part))


def moved(reel: Reel, move: ReplayMove) -> Reel:
    """Move through the game; nothing changes at its ends, or while the target is not known yet."""
    if not reel.deals:
        return reel
    match move:
        case ReplayMove.START:
            return replace(reel, deal=1, step=0)
        case ReplayMove.END:
            return replace(reel, deal=reel.deals, step=LAST)
        case ReplayMove.DEAL:
            return _next_deal(reel) if reel.deal < reel.deals else replace(reel, step=LAST)
        case ReplayMove.DEAL_BACK:
            return replace(reel, deal=reel.deal if reel.step else max(1, reel.deal - 1), step=0)
    return _within(reel, move)


def _within(reel: Reel, move: ReplayMove) -> Reel:
    """Move by steps or tricks within the deal, and across its ends into the neighbouring deal."""
    place = reel.place
    if place is None:
        return reel
    every = move in {ReplayMove.STEP, ReplayMove.STEP_BACK}
    stops = range(len(reel.film.steps)) if every else _stops(reel)
    if move in {ReplayMove.STEP, ReplayMove.TRICK}:
        beyond = next((stop for stop in stops if stop > place), None)
        return replace(reel, step=beyond) if beyond is not None else _next_deal(reel)
    before = next((stop for stop in reversed(stops) if stop < place), None)
    if before is not None:
        return replace(reel, step=before)
    return replace(reel, deal=reel.deal - 1, step=LAST) if reel.deal > 1 else reel


def _next_deal(reel: Reel) -> Reel:
    """Move to the beginning of the next deal, once this one is complete."""
    return replace(reel, deal=reel.deal + 1, step=0) if reel.deal < reel.deals and reel.film.whole else reel


def _stops(reel: Reel) -> tuple[int, ...]:
    """Return the steps at which a trick or a pile is taken, and the first and last steps."""
    film = reel.film
    return tuple(sorted({0, *_taken(reel, film.steps), *((len(film.steps) - 1,) if film.whole else ())}))


def _taken(reel: Reel, steps: Sequence[ReplayStep]) -> tuple[int, ...]:
    """Return the places of the steps after which the cards leave the middle."""
    leaves = (Unit.TRICK, Unit.PILE)
    return tuple(place for place, step in enumerate(steps) if any(includes(reel.kind, step, one) for one in leaves))


def asks_bot(reel: Reel, board: Board) -> bool:
    """Return True if the step that is shown is the choice of a bot, which can be asked why."""
    seat = getattr(reel.shown.events[0], "seat", None) if reel.shown is not None and reel.place else None
    occupant = board.table.seats[seat] if board.table is not None and seat is not None else None
    return occupant is not None and bool(occupant.bot)


def includes(kind: ShownGame, step: ReplayStep, unit: Unit) -> bool:
    """Return True if an event of the step begins or completes such a unit."""
    return any(kind.unit(one) is unit for one in told_in(kind, step))


def told_in(kind: ShownGame, step: ReplayStep) -> tuple[Event, ...]:
    """Return what has happened in a step, which is one event, one thing after another."""
    return kind.told(step.events[0])


def place_words(reel: Reel) -> str:
    """Return the position in words: ``deal 2 of 6, trick 5, play 3``."""
    place, steps = reel.place, reel.film.steps
    known = _("deal {number} of {deals}") if reel.deals else _("deal {number}")
    whole = known.format(number=reel.deal, deals=reel.deals)
    if place is None:
        return whole
    if not place:
        return _("{deal}, as it was dealt", deal=whole)
    if includes(reel.kind, steps[place], Unit.DEAL):
        return _("{deal}, the score", deal=whole)
    taken = _taken(reel, steps[:place])
    play = place - (taken[-1] if taken else 0)
    return _(reel.kind.words.parts.place, deal=whole, part=len(taken) + 1, play=play)


def board_of(reel: Reel, entry: GameEntry) -> Board:
    """Return the board at the present position, for the game of an entry in the archive."""
    step = reel.shown
    table = TableView(
        table=entry.table,
        seq=0,
        setup=entry.setup,
        phase=TablePhase.OVER,
        seats=tuple(_occupant(name, hinted=seat in entry.hinted) for seat, name in enumerate(entry.names)),
        viewer=entry.seat,
        game=None if step is None else step.view,
    )
    return changed(Board(kind=reel.kind), table)


def _occupant(name: str, *, hinted: bool) -> Occupant:
    """Return the occupant for a name in the archive; only the names of bots end in the bot mark."""
    return Occupant(name.removesuffix(BOT_MARK), "bot" if name.endswith(BOT_MARK) else "", hinted=hinted)
