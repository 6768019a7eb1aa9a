"""The coach of Chwech: the advice that fits the moment, from what the player sees; it looks ahead no further."""

from typing import Final

from chwech_tui.describe import count
from chwech_tui.games.chwech.tricks import STEPS
from chwech_tui.model.people import People
from protocol.chwech.actions import Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.vocabulary import Seat

_NONE_WON: Final = "Nothing won counts as nine"
_NINE_WON: Final = "You stand at nine"
_EARLY: Final = 6
"""With so many cards in hand, a seat that has won nothing may still aim at none or at nine."""


def advice(view: ChwechView, people: People) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide or nothing stands out."""
    if view.viewer is None or len(view.legal) < 2:
        return ""
    if view.phase is Phase.FOLLOWING:
        return _ending(view, view.viewer, people) or _following(view, view.viewer)
    return _leading(view, view.viewer)


def _ending(view: ChwechView, viewer: Seat, people: People) -> str:
    """Return a warning if the deal may end with this trick and the viewer still holds several cards."""
    last = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.cards == 1 and seat != viewer]
    if not last or view.seats[viewer].cards < 3:
        return ""
    who = people.name(last[0]) if len(last) == 1 else "Others"
    return f"{who} can go out now: what you still hold then scores nothing."


def _following(view: ChwechView, viewer: Seat) -> str:
    won = view.seats[viewer].won
    lying = sum(turn.play is not None for turn in view.trick.turns)
    more = lying + 1
    last = len(view.trick.turns) == len(view.seats) - 1
    if not won and view.seats[viewer].cards >= _EARLY:
        return f"{_NONE_WON}, too: the worst is to take only a few cards."
    if won % STEPS == 0:
        kept = _NINE_WON if won else _NONE_WON
        return f"{kept}: play below the best card, or pass."
    after = won % STEPS + more
    if after == STEPS:
        return "Taking it makes exactly nine." if last else "Taking it makes nine, if nobody adds a card after you."
    if after > STEPS:
        return f"Taking it leads past nine, to × {after - STEPS}: play below the best card, or pass."
    return (
        f"You want {count(STEPS - won % STEPS, 'more card')} for nine; {lying} {'lies' if lying == 1 else 'lie'} here."
    )


def _leading(view: ChwechView, viewer: Seat) -> str:
    shown = view.seats[viewer]
    may_pass = any(isinstance(action, Pass) for action in view.legal)
    if may_pass and len(view.trick.turns) == len(view.seats) - 1:
        return f"All others have passed: a pass ends the deal, and you score {shown.worth}."
    if not any(isinstance(action, Play) for action in view.legal):
        return ""
    if shown.won % STEPS == 0:
        kept = _NINE_WON if shown.won else _NONE_WON
        return f"{kept}: lead low{', or pass the lead' if may_pass else ''}."
    short = STEPS - shown.won % STEPS
    if short == 1:
        return "One card short of nine: a trick with your own card alone is enough."
    return f"{short} cards short of nine: lead high to win some, low to win none."
