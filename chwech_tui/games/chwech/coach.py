"""The coach of Chwech: the advice that fits the moment, from what the player sees; it looks ahead no further."""

from typing import Final

from chwech_tui.games.chwech.tricks import STEPS
from chwech_tui.model.people import People
from protocol.chwech.actions import Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.language import _, ngettext
from protocol.vocabulary import Seat

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
    done = {viewer, *(turn.seat for turn in view.trick.turns)}
    last = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.cards == 1 and seat not in done]
    if not last or view.seats[viewer].cards < 3:
        return ""
    if len(last) > 1:
        return _("Others can go out now: what you still hold then scores nothing.")
    return _("{name} can go out now: what you still hold then scores nothing.", name=people.name(last[0]))


def _following(view: ChwechView, viewer: Seat) -> str:
    won = view.seats[viewer].won
    lying = sum(turn.play is not None for turn in view.trick.turns)
    if not won and view.seats[viewer].cards >= _EARLY:
        return _("Nothing won counts as nine, too: the worst is to take only a few cards.")
    if not won:
        return _("Nothing won counts as nine: play below the best card, or pass.")
    if won % STEPS == 0:
        return _("You stand at nine: play below the best card, or pass.")
    after = won % STEPS + lying + 1
    if after > STEPS:
        return _("Taking it leads past nine, to × {factor}: play below the best card, or pass.", factor=after - STEPS)
    if after < STEPS:
        return _short_of_nine(STEPS - won % STEPS, lying)
    if len(view.trick.turns) == len(view.seats) - 1:
        return _("Taking it makes exactly nine.")
    return _("Taking it makes nine, if nobody adds a card after you.")


def _short_of_nine(short: int, lying: int) -> str:
    # Translators: stands after "You want 3 more cards for nine".
    here = ngettext("{n} lies here", "{n} lie here", lying)
    return ngettext(
        "You want {n} more card for nine; {here}.", "You want {n} more cards for nine; {here}.", short, here=here
    )


def _leading(view: ChwechView, viewer: Seat) -> str:
    shown = view.seats[viewer]
    may_pass = any(isinstance(action, Pass) for action in view.legal)
    if may_pass and len(view.trick.turns) == len(view.seats) - 1:
        return _("All others have passed: a pass ends the deal, and you score {points}.", points=shown.worth)
    if not any(isinstance(action, Play) for action in view.legal):
        return ""
    if not shown.won:
        low, low_or_pass = (
            _("Nothing won counts as nine: lead low."),
            _("Nothing won counts as nine: lead low, or pass the lead."),
        )
        return low_or_pass if may_pass else low
    if shown.won % STEPS == 0:
        low, low_or_pass = _("You stand at nine: lead low."), _("You stand at nine: lead low, or pass the lead.")
        return low_or_pass if may_pass else low
    return ngettext(
        "One card short of nine: a trick with your own card alone is enough.",
        "{n} cards short of nine: lead high to win some, low to win none.",
        STEPS - shown.won % STEPS,
    )
