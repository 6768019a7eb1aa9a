"""The pages of a game's review: the whole game first, then each deal; on each, choices that one can go to."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.model.replay import Reel
from protocol.archive import ReviewPart, SeatReview, TurnReview
from protocol.language import _

GAME: Final = 0
"""The page of the whole game; the page of a deal has the number of the deal."""


class Choice(Struct, frozen=True, gc=False):
    """A choice that cost something."""

    deal: int
    turn: TurnReview

    @property
    def cost(self) -> float:
        """What the best other action was worth more, in points."""
        return cost_of(self.turn)


def cost_of(turn: TurnReview) -> float:
    """Return what the best other action was worth more, in points; 0 if nothing was better."""
    return 0.0 if turn.other is None else max(0.0, turn.other_worth - turn.worth)


def no_review(reel: Reel) -> str:
    """Return that there is no review of a game; empty if there is one."""
    return "" if reel.kind.reviewed else _("There is no review of {game}.", game=reel.kind.title)


def parts_of(reel: Reel) -> tuple[ReviewPart, ...]:
    """Return the reviews that the page shown is made from, by deal."""
    shown = (part for part in reel.reviews if reel.page in {GAME, part.deal})
    return tuple(sorted(shown, key=lambda part: part.deal))


def seats_of(parts: Iterable[ReviewPart]) -> tuple[SeatReview, ...]:
    """Return the scores of each seat added up over some deals; none without a deal."""
    return tuple(_added(seats) for seats in zip(*(part.seats for part in parts), strict=False))


def _added(seats: tuple[SeatReview, ...]) -> SeatReview:
    return SeatReview(
        sum(one.score for one in seats),
        round(sum(one.luck for one in seats), 1),
        round(sum(one.skill for one in seats), 1),
        sum(one.error**2 for one in seats) ** 0.5,
    )


def costliest(parts: Iterable[ReviewPart], seat: int) -> Choice | None:
    """Return the certain mistake that cost a seat most; None if it made none."""
    every = (Choice(part.deal, turn) for part in parts for turn in part.turns)
    return max((one for one in every if one.turn.seat == seat and one.turn.mistake), key=_by_cost, default=None)


def choices_of(reel: Reel) -> tuple[Choice, ...]:
    """Return the turning points of the page, and the costliest choice of each seat; the worst first."""
    parts = parts_of(reel)
    found = {(part.deal, turn.turn): Choice(part.deal, turn) for part in parts for turn in _turning(part)}
    seats = range(len(parts[0].seats)) if parts else ()
    for one in filter(None, (costliest(parts, seat) for seat in seats)):
        found.setdefault((one.deal, one.turn.turn), one)
    return tuple(sorted(found.values(), key=lambda one: (not one.turn.mistake, -one.cost)))


def _turning(part: ReviewPart) -> Iterable[TurnReview]:
    return (turn for turn in part.turns if turn.turn in part.turning_points)


def _by_cost(choice: Choice) -> float:
    return choice.cost


def wanted_review(reel: Reel) -> int | None:
    """Return the deal to have reviewed next, that of the page first; None if all are there."""
    known = {part.deal for part in reel.reviews}
    order = (reel.page, *range(1, max(reel.deals, reel.deal) + 1))
    return next((deal for deal in order if deal != GAME and deal not in known), None)


def turned_page(reel: Reel, by: int) -> Reel:
    """Turn pages; after the last comes the first."""
    return replace(reel, page=(reel.page + by) % (max(reel.deals, reel.deal) + 1), chosen=0)


def chose(reel: Reel, by: int) -> Reel:
    """Move among the choices of the page; nothing changes at both ends."""
    return replace(reel, chosen=max(0, min(reel.chosen + by, len(choices_of(reel)) - 1)))


def gone_to_choice(reel: Reel) -> Reel:
    """Return the replay at the choice that is chosen; nothing changes if there is none."""
    choices = choices_of(reel)
    if not choices:
        return reel
    choice = choices[min(reel.chosen, len(choices) - 1)]
    return replace(reel, deal=choice.deal, step=choice.turn.turn, looks_back=False)
