"""A finished game that is looked through again, step by step; the steps come from the server, a few at a time."""

from collections.abc import Iterable
from enum import Enum
from typing import Final

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder
from msgspec.structs import replace

from chwech_tui.model.board import Board, changed
from protocol.archive import GameEntry, ReplayPart, ReplayStep
from protocol.chwech.events import DealEnded, TrickTaken
from protocol.chwech.views import ChwechView
from protocol.tableview import Occupant, TablePhase, TableView
from protocol.vocabulary import Event


class RecordedDeal(Struct, frozen=True):
    """The result of one deal, every list by seat."""

    won: tuple[int, ...]
    """Cards won."""

    scores: tuple[int, ...]
    """The scores."""

    end: str = ""
    """How it ended."""


class Recorded(Struct, frozen=True):
    """The result of a game."""

    deals: tuple[RecordedDeal, ...]
    """The deals, in order."""

    totals: tuple[int, ...]
    """The final score of each seat."""

    names: tuple[str, ...] = ()
    """Who sat on each seat."""

    ruleset: str = ""
    """The rules."""

    played_at: str = ""
    """When."""


_DECODER = Decoder(Recorded)


def read_recorded(lines: Iterable[str]) -> Recorded | None:
    """Read a record; None for one that this client cannot read."""
    try:
        game = _DECODER.decode("\n".join(lines))
    except (DecodeError, ValidationError):
        return None
    seats = len(game.totals)
    whole = all(len(deal.won) == len(deal.scores) == seats for deal in game.deals)
    return game if whole and len(game.names) in {0, seats} else None


Step = ReplayStep[Event, ChwechView]
"""One step: what happened, and how the table looks after it."""

LAST: Final = -1
"""The last step of a deal, before it is known which that is."""

KEPT: Final = 3
"""How many deals are kept; another is asked for again."""

_BOT_MARK: Final = " (bot)"


class ReplayMove(Enum):
    """A way to go through a game."""

    STEP = "step"
    """To the next step."""

    STEP_BACK = "step back"
    """To the step before."""

    TRICK = "trick"
    """To where the next trick is taken."""

    TRICK_BACK = "trick back"
    """To where the trick before was taken."""

    DEAL = "deal"
    """To the next deal; from the last one to its end."""

    DEAL_BACK = "deal back"
    """To the beginning of the deal, and from there to that of the deal before."""

    START = "start"
    """To the beginning of the game."""

    END = "end"
    """To the end of the game."""


class Film(Struct, frozen=True):
    """A deal, as far as it has come."""

    deal: int
    """Which, from 1."""

    steps: tuple[Step, ...] = ()
    """Its steps."""

    whole: bool = False
    """Whether these are all."""


class Reel(Struct, frozen=True):
    """A game and the place in it that is shown."""

    deal: int = 1
    """The deal that is shown, from 1."""

    step: int = 0
    """The step of it that is shown, from 0, or ``LAST``."""

    deals: int = 0
    """How many deals the game had; 0 until it is known."""

    films: tuple[Film, ...] = ()
    """The deals that are known, the one that came last at the end."""

    @property
    def film(self) -> Film:
        """The deal that is shown."""
        return self.film_of(self.deal)

    @property
    def place(self) -> int | None:
        """The step that is shown, from 0; None where it has not come yet."""
        known = len(self.film.steps)
        if self.step != LAST:
            return self.step if self.step < known else None
        return known - 1 if self.film.whole else None

    @property
    def shown(self) -> Step | None:
        """What is shown; None where it has not come yet."""
        return None if self.place is None else self.film.steps[self.place]

    @property
    def wanted(self) -> tuple[int, int] | None:
        """The deal and the first step of it that are to be asked for; None where nothing is missing."""
        return None if self.film.whole else (self.deal, len(self.film.steps))

    def film_of(self, deal: int) -> Film:
        """Give a deal, as far as it has come."""
        return next((film for film in self.films if film.deal == deal), Film(deal))


def took(reel: Reel, deal: int, part: ReplayPart[Event, ChwechView]) -> Reel:
    """Take in the next steps of a deal."""
    before = reel.film_of(deal)
    film = Film(deal, (*before.steps, *part.steps), not part.more)
    others = tuple(other for other in reel.films if other.deal != deal)
    deals = film.steps[0].view.deals if film.steps else reel.deals
    return replace(reel, deals=deals, films=(*others, film)[-KEPT:])


def moved(reel: Reel, move: ReplayMove) -> Reel:
    """Go through the game; where the way leads on is not known yet, or the game ends, nothing changes."""
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
    """Go on to a step of this deal, or of the next or the one before."""
    place = reel.place
    if place is None:
        return reel
    every = move in {ReplayMove.STEP, ReplayMove.STEP_BACK}
    stops = range(len(reel.film.steps)) if every else _stops(reel.film)
    if move in {ReplayMove.STEP, ReplayMove.TRICK}:
        beyond = next((stop for stop in stops if stop > place), None)
        return replace(reel, step=beyond) if beyond is not None else _next_deal(reel)
    before = next((stop for stop in reversed(stops) if stop < place), None)
    if before is not None:
        return replace(reel, step=before)
    return replace(reel, deal=reel.deal - 1, step=LAST) if reel.deal > 1 else reel


def _next_deal(reel: Reel) -> Reel:
    """Go to the beginning of the next deal, once this one is known to its end."""
    return replace(reel, deal=reel.deal + 1, step=0) if reel.deal < reel.deals and reel.film.whole else reel


def _stops(film: Film) -> tuple[int, ...]:
    """Give the steps at which a trick has been taken, and those at both ends."""
    last = len(film.steps) - 1
    taken = (place for place, step in enumerate(film.steps) if takes(step))
    return tuple(sorted({0, *taken, *((last,) if film.whole else ())}))


def takes(step: Step) -> bool:
    """Say whether a trick is taken."""
    return any(isinstance(event, TrickTaken) for event in step.events)


def scores(step: Step) -> bool:
    """Say whether the deal is scored."""
    return any(isinstance(event, DealEnded) for event in step.events)


def place_words(reel: Reel) -> str:
    """Say where in the game one is: ``deal 2 of 6, trick 5, play 3``."""
    place, steps = reel.place, reel.film.steps
    whole = f"deal {reel.deal} of {reel.deals}" if reel.deals else f"deal {reel.deal}"
    if place is None:
        return whole
    if not place:
        return f"{whole}, as it was dealt"
    if scores(steps[place]):
        return f"{whole}, the score"
    taken = [number for number, step in enumerate(steps[:place]) if takes(step)]
    return f"{whole}, trick {len(taken) + 1}, play {place - (taken[-1] if taken else 0)}"


def board_of(reel: Reel, entry: GameEntry) -> Board:
    """Give the table as it was at the place that is shown, for the reader of a list of games."""
    step = reel.shown
    table = TableView(
        table=entry.table,
        seq=0,
        setup=entry.setup,
        phase=TablePhase.OVER,
        seats=tuple(map(_occupant, entry.names)),
        viewer=entry.seat,
        game=None if step is None else step.view,
    )
    return changed(Board(), table)


def _occupant(name: str) -> Occupant:
    """Give who sat on a seat, by the name in the list: nobody but a bot has one that ends in the mark of bots."""
    return Occupant(name.removesuffix(_BOT_MARK), "bot" if name.endswith(_BOT_MARK) else "")
